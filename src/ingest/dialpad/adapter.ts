/**
 * Step 1 for Dialpad: the body of a call event is a JSON Web Token (HS256, with the secret of the
 * webhook) whose claims are the event; this file verifies it and makes a report. Documents: Call
 * events, Event subscriptions, Create a webhook, and Initiate a call (`custom_data`) of the API
 * reference, read on 2026-11-26. They do not say when Dialpad tries again. Source: S2.14, S2.15,
 * S2.17, S2.29.
 */
import type { Direction } from '../../core/call/status.ts';
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { type JsonObject, numberAt, textAt, timeAt, valueAt } from '../json.ts';
import { metadataOf } from '../metadata.ts';
import { ignored, NO_CONTENT, refused, strangeDirection, taken, visible } from '../result.ts';
import { readToken } from '../signature/jwt.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { reportOf, statusTable } from '../status-table.ts';

export const dialpadAdapter: IngestAdapter = {
  name: 'dialpad',
  about: {
    title: 'Dialpad',
    signature: 'JSON Web Token as the body',
    secret: {
      from: 'operator',
      where: 'The secret of the webhook that you create with the API of Dialpad.',
      form: 'text',
    },
    address:
      'Give it as hook_url of a webhook (POST /api/v2/webhooks), and subscribe that one to call ' +
      'events.',
    events: 'begin, ringing, answer, end, missed, blocked',
    callLogs: false,
    guide: 'ingest-from-dialpad.md',
    settings: null,
  },
  methods: ['POST'],
  // The type of a token as a body is not documented.
  contentTypes: ['application/jwt', 'text/plain', 'application/json', 'application/octet-stream'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: false,
  // The proof stands in the body.
  proofHeaders: () => [],
  windowMs: null,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';

/** `state`; of a hangup, with whether both parties had been connected. */
const TABLE = statusTable({
  // word                    outbound          inbound
  preanswer: /*          */ ['CALLING', 'ACCEPTING'],
  calling: /*            */ ['CALLING', 'ACCEPTING'],
  ringing: /*            */ ['CALLING', 'ACCEPTING'],
  queued: /*             */ ['CALLING', 'ACCEPTING'],
  connected: /*          */ ['CALLING', 'CALLING'],
  'hangup connected': /* */ ['COMPLETED', 'COMPLETED'],
  'hangup -': /*         */ ['NO_RESPONSE', 'COMPLETED'],
  missed: /*             */ ['NO_RESPONSE', FAILED],
  blocked: /*            */ [DENIED, DENIED],
  // What is done during and after a call, which no status of ours follows from.
  admin: /*              */ [null, null],
  admin_recording: /*    */ [null, null],
  barge: /*              */ [null, null],
  call_transcription: /* */ [null, null],
  csat: /*               */ [null, null],
  dispositions: /*       */ [null, null],
  eavesdrop: /*          */ [null, null],
  hold: /*               */ [null, null],
  merged: /*             */ [null, null],
  monitor: /*            */ [null, null],
  parked: /*             */ [null, null],
  postcall: /*           */ [null, null],
  'recap_*': /*          */ [null, null],
  recording: /*          */ [null, null],
  takeover: /*           */ [null, null],
  transcription: /*      */ [null, null],
  transferred: /*        */ [null, null],
  voicemail: /*          */ [null, null],
  voicemail_uploaded: /* */ [null, null],
});

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

function read(request: IngestRequest): IngestResult {
  const token = readToken(request.body.trim(), request, {
    what: 'The body',
    windowMs: WINDOW_MS,
  });
  if (token.kind === 'fault') return refused('SIGNATURE_INVALID', token.fault);
  const event = token.claims;
  const state = textAt(event, 'state');
  if (state === null) return ignored('The event has no state, so it is of no call.');
  const isConnected = numberAt(event, 'date_connected') !== null;
  const word = state === 'hangup' ? `hangup ${isConnected ? 'connected' : '-'}` : state;
  const line = TABLE.line(word);
  if (line === null) return ignored('The state is not known.', `state ${visible(state)}`);
  const callId = idAt(event, 'call_id');
  const names = nameCall(request.query, callId, 'call_id');
  if (names.kind === 'refused') return names;
  const parents = [idAt(event, 'entry_point_call_id'), idAt(event, 'master_call_id')];
  if (parents.some((id) => id !== null && id !== callId)) {
    return ignored('A leg of another call is no call of its own.');
  }
  const said = textAt(event, 'direction');
  const direction = DIRECTIONS.get(said);
  if (direction === undefined) return strangeDirection('direction', said);
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: timeAt(event, state === 'hangup' ? 'date_ended' : 'event_timestamp', 1),
    reportId: `dialpad:${names.callSid}:${visible(word)}`,
    cause: null,
    facts: factsOf(event, direction),
  });
  return report === null
    ? ignored('Nothing follows from this state.')
    : taken({ reports: [report] });
}

/** Ids are whole numbers, or texts of digits. */
function idAt(event: JsonObject, path: string): string | null {
  const value = valueAt(event, path);
  return Number.isSafeInteger(value) ? String(value) : textAt(event, path);
}

function factsOf(event: JsonObject, direction: Direction): IngestFacts {
  const ours = textAt(event, 'internal_number');
  const theirs = textAt(event, 'external_number');
  const [from, to] = direction === 'OUTBOUND' ? [ours, theirs] : [theirs, ours];
  const answeredAtMs = timeAt(event, 'date_connected', 1);
  const endedAtMs = timeAt(event, 'date_ended', 1);
  const durationMs = numberAt(event, 'duration');
  const agentId = textAt(event, 'target.type') === 'user' ? idAt(event, 'target.id') : null;
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(durationMs !== null && durationMs >= 0 && { durationMs: Math.round(durationMs) }),
    ...(agentId !== null && { agentId }),
    ...metadataOf(event.custom_data, 'custom_data'),
  };
}
