/**
 * Step 1 for Zoom Phone: verifies that Zoom signed the webhook (HMAC-SHA256 over `v0:time:body`),
 * answers Zoom's validation of the address, and makes a report of a call event. Documents: Using
 * webhooks, Get real-time call data, Zoom Phone events, Webhook delays, and zoom/webhook-sample,
 * read on 2026-11-26. Zoom tries again 5, 25 and 85 minutes later if no 200 or 204 comes within
 * 3 s, and then not for this event. Source: S2.14, S2.15, S2.17, S2.21.
 */
import { createHmac } from 'node:crypto';
import type { Direction } from '../../core/call/status.ts';
import { parseIsoTime } from '../../core/time.ts';
import {
  CALLBACK_BYTES_MAX,
  type IngestAdapter,
  type IngestFacts,
  type IngestRequest,
  type IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { type JsonObject, textAt, timeAt } from '../json.ts';
import { handshake, ignored, NO_CONTENT, refused, taken, visible } from '../result.ts';
import { hmacOfTimeAndBody } from '../signature/hmac-timed.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { readSignedJson } from '../signed-json.ts';
import { type ByHint, reportOf, statusTable } from '../status-table.ts';

/** Whether Zoom signs a later try anew is not documented; the last one comes after 85 minutes. */
const WINDOW_MS = 2 * 60 * 60_000;

export const zoomPhoneAdapter: IngestAdapter = {
  name: 'zoom-phone',
  about: {
    title: 'Zoom Phone',
    signature: 'HMAC-SHA256 over the time and the body',
    secret: {
      from: 'platform',
      where: 'The Secret Token of your app in the Zoom App Marketplace: Features, Access.',
      form: 'text',
    },
    address:
      'Switch Event Subscriptions of the app on, enter it as Event notification endpoint URL, ' +
      'and press Validate once the secret is saved here.',
    events: 'ringing, answer, end with its cause',
    callLogs: false,
    guide: 'ingest-from-zoom-phone.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['x-zm-signature'],
  windowMs: WINDOW_MS,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

/** The call ended in a way that no document names: if it was answered, it was a call. */
const UNNAMED: ByHint = { ANSWERED: 'COMPLETED', otherwise: 'ERROR UNKNOWN_ERROR' };

/** `event` without `phone.`; of a call that ended, with its `handup_result`, as Zoom spells it. */
const TABLE = statusTable({
  // word                                       outbound             inbound
  caller_ringing: /*                        */ ['CALLING', null],
  caller_connected: /*                      */ ['CALLING', null],
  'caller_ended Call connected': /*         */ ['COMPLETED', null],
  'caller_ended Call Cancel*': /*           */ ['CANCELED', null],
  'caller_ended No Answer': /*              */ ['NO_RESPONSE', null],
  'caller_ended Busy': /*                   */ ['BUSY', null],
  'caller_ended Voicemail': /*              */ ['VOICEMAIL_REACHED', null],
  'caller_ended*': /*                       */ [UNNAMED, null],
  callee_ringing: /*                        */ [null, 'ACCEPTING'],
  callee_answered: /*                       */ [null, 'CALLING'],
  'callee_ended Call connected': /*         */ [null, 'COMPLETED'],
  'callee_ended Call Cancel*': /*           */ [null, 'COMPLETED'],
  'callee_ended Voicemail': /*              */ [null, 'COMPLETED'],
  // Of one telephone of several that ring for the call: another one may still answer.
  callee_missed: /*                         */ [null, null],
  callee_rejected: /*                       */ [null, null],
  'callee_ended Answered by Other Member': /**/ [null, null],
  'callee_ended No Answer': /*              */ [null, null],
  // What is done during and after a call, which no status of ours follows from.
  caller_hold: /*                           */ [null, null],
  caller_unhold: /*                         */ [null, null],
  caller_mute: /*                           */ [null, null],
  caller_unmute: /*                         */ [null, null],
  'caller_call_*': /*                       */ [null, null],
  'caller_meeting_*': /*                    */ [null, null],
  callee_hold: /*                           */ [null, null],
  callee_unhold: /*                         */ [null, null],
  callee_mute: /*                           */ [null, null],
  callee_unmute: /*                         */ [null, null],
  'callee_call_*': /*                       */ [null, null],
  'callee_meeting_*': /*                    */ [null, null],
  'recording_*': /*                         */ [null, null],
  'voicemail_*': /*                         */ [null, null],
  'sms_*': /*                               */ [null, null],
});

const signatureFault = hmacOfTimeAndBody({
  style: 'v0:',
  header: 'x-zm-signature',
  timeHeader: 'x-zm-request-timestamp',
  windowMs: WINDOW_MS,
});

/** Telephones of the account itself: the caller's own events tell of such a call. */
const OWN_TELEPHONES: readonly (string | null)[] = ['user', 'commonArea', 'commonAreaPhone'];
const UNUSED = 'Nothing follows from this event.';

function read(request: IngestRequest): IngestResult {
  return readSignedJson(request, signatureFault, readWebhook);
}

function readWebhook(webhook: JsonObject, request: IngestRequest): IngestResult {
  const event = textAt(webhook, 'event');
  if (event === null) return refused('INVALID_INPUT', 'event must be a text.');
  if (event === 'endpoint.url_validation') return validation(request, webhook);
  const result = textAt(webhook, 'payload.object.handup_result');
  const name = event.replace(/^phone\./, '');
  const word = name.endsWith('_ended') ? `${name} ${result ?? '-'}` : name;
  const line = event.startsWith('phone.') ? TABLE.line(word) : null;
  if (line === null) return ignored('The event is not known.', visible(word));
  const direction: Direction = name.startsWith('caller_') ? 'OUTBOUND' : 'INBOUND';
  if (line[0] === null && line[1] === null) return ignored(UNUSED);
  if (
    direction === 'INBOUND' &&
    OWN_TELEPHONES.includes(textAt(webhook, 'payload.object.caller.extension_type'))
  ) {
    return ignored('A call inside the account is told by the events of its caller.');
  }
  const callId = textAt(webhook, 'payload.object.call_id');
  const names = nameCall(request.query, callId, 'payload.object.call_id');
  if (names.kind === 'refused') return names;
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: timeAt(webhook, 'event_ts', 1),
    reportId: `zoom-phone:${names.callSid}:${visible(word)}`,
    cause: result,
    facts: factsOf(webhook, direction),
  });
  if (report === null) return ignored(UNUSED);
  const isAnswer = name === 'caller_connected' || name === 'callee_answered';
  return taken({
    reports: [report],
    hints: isAnswer ? [{ callId: names.callId, hint: 'ANSWERED' }] : [],
    unmapped: line[0] === UNNAMED ? [visible(word)] : [],
  });
}

/** The token is answered under the secret that Zoom signs with, which may be the previous one. */
function validation(request: IngestRequest, webhook: JsonObject): IngestResult {
  const plainToken = textAt(webhook, 'payload.plainToken');
  if (plainToken === null || plainToken.length > 256) {
    return refused('INVALID_INPUT', 'payload.plainToken must be a text of at most 256 characters.');
  }
  const { secrets } = request;
  const secret = secrets.find((each) => signatureFault({ ...request, secrets: [each] }) === null);
  const hmac = createHmac('sha256', secret ?? '').update(plainToken, 'utf8');
  return handshake({ plainToken, encryptedToken: hmac.digest('hex') });
}

function factsOf(webhook: JsonObject, direction: Direction): IngestFacts {
  const text = (name: string) => textAt(webhook, `payload.object.${name}`);
  const time = (name: string) => {
    const value = text(name);
    return value === null ? null : parseIsoTime(value);
  };
  const [from, to] = [text('caller.phone_number'), text('callee.phone_number')];
  const answeredAtMs = time('connected_start_time') ?? time('answer_start_time');
  const endedAtMs = time('call_end_time');
  const agentId = text(direction === 'OUTBOUND' ? 'caller.user_id' : 'callee.user_id');
  const isQueued = text('forwarded_by.extension_type') === 'callQueue';
  const queue = isQueued ? text('forwarded_by.name') : null;
  const cause = text('handup_result');
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(cause !== null && { hangupCause: cause }),
    ...(agentId !== null && { agentId }),
    ...(queue !== null && { queue }),
  };
}
