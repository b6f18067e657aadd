/**
 * Step 1 for Aircall: verifies the token that Aircall writes into the body of each webhook (it
 * signs nothing) and makes a report of a call event. Documents: Webhooks overview, How to work with
 * call data, A complete guide to Webhooks, and public notes on the API reference, read on
 * 2026-11-26. Aircall tries again, up to 50 times, if no 2xx comes within 5 s, and then switches
 * the webhook off. Source: S2.14, S2.15, S2.17.
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
import { isObject, type JsonObject, numberAt, parseObject, textAt, timeAt } from '../json.ts';
import { ignored, OK, refused, strangeDirection, taken, visible } from '../result.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { isSameSecret, secretsFault } from '../signature/signature-check.ts';
import { reportOf, statusTable } from '../status-table.ts';

export const aircallAdapter: IngestAdapter = {
  name: 'aircall',
  about: {
    title: 'Aircall',
    signature: 'a token in the body',
    secret: {
      from: 'platform',
      where: 'The token that Aircall makes with the webhook: GET /v1/webhooks/{id} of its API.',
      form: 'text',
    },
    address:
      'Enter it as URL of a webhook (Integrations, Webhook) with call.created, call.answered and ' +
      'call.ended.',
    events: 'begin, answer, end, why it was missed',
    callLogs: false,
    guide: 'ingest-from-aircall.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: false,
  // The proof stands in the body.
  proofHeaders: () => [],
  windowMs: null,
  answer: OK,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';

/** `event`; of the end of a call, with whether it was answered, or why it was missed. */
const TABLE = statusTable({
  // word                                     outbound            inbound
  'call.created': /*                      */ ['CALLING', 'ACCEPTING'],
  'call.ringing_on_agent': /*             */ ['CALLING', 'ACCEPTING'],
  'call.answered': /*                     */ ['CALLING', 'CALLING'],
  'ended answered': /*                    */ ['COMPLETED', 'COMPLETED'],
  // The caller hung up before an agent had answered, or left a message.
  'ended short_abandoned': /*             */ [null, 'COMPLETED'],
  'ended abandoned_in_ivr': /*            */ [null, 'COMPLETED'],
  'ended abandoned_in_classic': /*        */ [null, 'COMPLETED'],
  'ended voicemail': /*                   */ [null, 'COMPLETED'],
  'ended out_of_opening_hours': /*        */ [null, FAILED],
  'ended no_available_agent': /*          */ [null, FAILED],
  'ended agents_did_not_answer': /*       */ [null, FAILED],
  'ended -': /*                           */ ['NO_RESPONSE', FAILED],
  // What is done during and after a call, which no status of ours follows from.
  'call.agent_declined': /*               */ [null, null],
  'call.archived': /*                     */ [null, null],
  'call.assigned': /*                     */ [null, null],
  'call.comm_assets_generated': /*        */ [null, null],
  'call.commented': /*                    */ [null, null],
  'call.external_transferred': /*         */ [null, null],
  'call.hold': /*                         */ [null, null],
  'call.hungup': /*                       */ [null, null],
  'call.ivr_option_selected': /*          */ [null, null],
  'call.tagged': /*                       */ [null, null],
  'call.transferred': /*                  */ [null, null],
  'call.unhold': /*                       */ [null, null],
  'call.unsuccessful_transfer': /*        */ [null, null],
  'call.untagged': /*                     */ [null, null],
  'call.voicemail_left': /*               */ [null, null],
});

/** Of other things than calls. */
const OTHERS = new RegExp(
  '^(?:action_item|ai_voice_agent|analytics|call_evaluation|contact|custom_summary|' +
    'group_message|integration|message|number|playbook_result|realtime_transcription|sentiment|' +
    'summary|topics|transcription|user)\\.',
);

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);
const UNUSED = 'Nothing follows from this event.';

function read(request: IngestRequest): IngestResult {
  const webhook = parseObject(request.body);
  const given = webhook === null ? null : textAt(webhook, 'token');
  if (webhook === null || given === null) {
    return refused('SIGNATURE_INVALID', 'The body is no JSON object with a token.');
  }
  const fits = (secret: string) => isSameSecret(given, secret);
  const fault = request.isSample === true ? null : secretsFault('token', request.secrets, fits);
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  const { event, data } = webhook;
  if (typeof event !== 'string') return refused('INVALID_INPUT', 'event must be a text.');
  if (OTHERS.test(event)) return ignored(UNUSED);
  const word = event === 'call.ended' && isObject(data) ? `ended ${endOf(data)}` : event;
  const line = TABLE.line(word);
  if (line === null) return ignored('The event is not known.', visible(word));
  if (line[0] === null && line[1] === null) return ignored(UNUSED);
  if (!isObject(data)) return refused('INVALID_INPUT', 'data must be an object.');
  const id = numberAt(data, 'id');
  const names = nameCall(request.query, id === null ? textAt(data, 'id') : String(id), 'data.id');
  if (names.kind === 'refused') return names;
  const said = textAt(data, 'direction');
  const direction = DIRECTIONS.get(said);
  if (direction === undefined) return strangeDirection('direction', said);
  const time = event === 'call.ended' ? timeAt(data, 'ended_at', 1_000) : null;
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: time ?? timeAt(webhook, 'timestamp', 1_000),
    reportId: `aircall:${names.callSid}:${visible(word)}`,
    cause: textAt(data, 'hangup_cause') ?? textAt(data, 'missed_call_reason'),
    facts: factsOf(data, direction),
  });
  return report === null ? ignored(UNUSED) : taken({ reports: [report] });
}

/** Aircall writes two of its reasons with one n and with two. */
function endOf(data: JsonObject): string {
  if (numberAt(data, 'answered_at') !== null) return 'answered';
  if (textAt(data, 'direction') !== 'inbound') return '-';
  if (textAt(data, 'voicemail') !== null) return 'voicemail';
  return textAt(data, 'missed_call_reason')?.replace('abandonned', 'abandoned') ?? '-';
}

function factsOf(data: JsonObject, direction: Direction): IngestFacts {
  const ours = textAt(data, 'number.e164_digits') ?? textAt(data, 'number.digits');
  const theirs = textAt(data, 'raw_digits');
  const [from, to] = direction === 'OUTBOUND' ? [ours, theirs] : [theirs, ours];
  const answeredAtMs = timeAt(data, 'answered_at', 1_000);
  const endedAtMs = timeAt(data, 'ended_at', 1_000);
  const cause = textAt(data, 'hangup_cause') ?? textAt(data, 'missed_call_reason');
  const agent = numberAt(data, 'user.id');
  const seconds = endedAtMs === null ? null : numberAt(data, 'duration');
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(seconds !== null && seconds >= 0 && { durationMs: Math.round(seconds * 1_000) }),
    ...(cause !== null && { hangupCause: cause }),
    ...(agent !== null && { agentId: String(agent) }),
  };
}
