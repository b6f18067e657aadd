/**
 * Step 1 for FreeSWITCH: verifies the credentials of mod_json_cdr (basic authentication) and makes
 * a report of the record that it posts for each leg when the leg has ended. Documents: the source
 * of mod_json_cdr and public records of it, read on 2026-11-26; the causes are those of Q.850 and
 * of FreeSWITCH's own. FreeSWITCH tries as often as its `retries` say if no 2xx comes, and then
 * writes the record to its disk. Source: S2.14, S2.15, S2.17, S2.29.
 */
import type { Direction } from '../../core/call/status.ts';
import type {
  IngestAdapter,
  IngestFacts,
  IngestRequest,
  IngestResult,
} from '../../engine/ports/ingest-adapter.ts';
import { nameCall } from '../call-naming.ts';
import { parseForm } from '../form.ts';
import { isObject, type JsonObject, parseObject, textAt, valueAt } from '../json.ts';
import { ATTACHED, metadataOf } from '../metadata.ts';
import { ignored, NO_CONTENT, refused, strangeDirection, taken, visible } from '../result.ts';
import { userPasswordFault } from '../signature/secret-form.ts';
import { basicAuth } from '../signature/static-secret.ts';
import { INTERRUPTED, reportOf, statusTable } from '../status-table.ts';

const FORM = 'application/x-www-form-urlencoded';

export const freeswitchAdapter: IngestAdapter = {
  name: 'freeswitch',
  about: {
    title: 'FreeSWITCH',
    signature: 'basic authentication',
    secret: {
      from: 'operator',
      where: 'The user and the password, as user:password, of cred in json_cdr.conf.xml.',
      form: 'user:password',
    },
    address: 'Give it as url in json_cdr.conf.xml, with auth-scheme basic, and load mod_json_cdr.',
    events: 'end with its cause, one record for each leg',
    callLogs: false,
    guide: 'ingest-from-freeswitch.md',
    settings: null,
  },
  methods: ['POST'],
  contentTypes: ['application/json', FORM],
  // A record holds every variable of the channel and what its applications did.
  bodyBytesMax: 1024 * 1024,
  signsAddress: false,
  proofHeaders: () => ['authorization'],
  windowMs: null,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: userPasswordFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';

/**
 * `hangup_cause`, behind `answered` if the leg had been answered; `answered` alone for each cause
 * without a line of its own.
 */
const TABLE = statusTable({
  // word                                      outbound            inbound
  answered: /*                             */ ['COMPLETED', 'COMPLETED'],
  'answered ATTENDED_TRANSFER': /*         */ ['COMPLETED', 'COMPLETED'],
  'answered BLIND_TRANSFER': /*            */ ['COMPLETED', 'COMPLETED'],
  'answered PICKED_OFF': /*                */ ['COMPLETED', 'COMPLETED'],
  'answered CRASH': /*                     */ INTERRUPTED,
  'answered DESTINATION_OUT_OF_ORDER': /*  */ INTERRUPTED,
  'answered MEDIA_TIMEOUT': /*             */ INTERRUPTED,
  'answered NETWORK_OUT_OF_ORDER': /*      */ INTERRUPTED,
  'answered NORMAL_TEMPORARY_FAILURE': /*  */ INTERRUPTED,
  'answered RECOVERY_ON_TIMER_EXPIRE': /*  */ INTERRUPTED,
  'answered SYSTEM_SHUTDOWN': /*           */ INTERRUPTED,
  USER_BUSY: /*                            */ ['BUSY', FAILED],
  CALL_REJECTED: /*                        */ ['BUSY', FAILED],
  NO_ANSWER: /*                            */ ['NO_RESPONSE', FAILED],
  NO_USER_RESPONSE: /*                     */ ['NO_RESPONSE', FAILED],
  ALLOTTED_TIMEOUT: /*                     */ ['NO_RESPONSE', FAILED],
  UNALLOCATED_NUMBER: /*                   */ ['UNREACHABLE', FAILED],
  NO_ROUTE_DESTINATION: /*                 */ ['UNREACHABLE', FAILED],
  NUMBER_CHANGED: /*                       */ ['UNREACHABLE', FAILED],
  INVALID_NUMBER_FORMAT: /*                */ ['UNREACHABLE', FAILED],
  DESTINATION_OUT_OF_ORDER: /*             */ ['UNREACHABLE', FAILED],
  SUBSCRIBER_ABSENT: /*                    */ ['UNREACHABLE', FAILED],
  USER_NOT_REGISTERED: /*                  */ ['UNREACHABLE', FAILED],
  ORIGINATOR_CANCEL: /*                    */ ['CANCELED', 'COMPLETED'],
  LOSE_RACE: /*                            */ ['CANCELED', 'COMPLETED'],
  MANAGER_REQUEST: /*                      */ ['CANCELED', 'COMPLETED'],
  NORMAL_CLEARING: /*                      */ ['CANCELED', 'COMPLETED'],
  OUTGOING_CALL_BARRED: /*                 */ [DENIED, DENIED],
  INCOMING_CALL_BARRED: /*                 */ [DENIED, DENIED],
  BEARERCAPABILITY_NOTAUTH: /*             */ [DENIED, DENIED],
  BEARERCAPABILITY_NOTAVAIL: /*            */ [FAILED, FAILED],
  BEARERCAPABILITY_NOTIMPL: /*             */ [FAILED, FAILED],
  EXCHANGE_ROUTING_ERROR: /*               */ [FAILED, FAILED],
  FACILITY_NOT_IMPLEMENTED: /*             */ [FAILED, FAILED],
  FACILITY_NOT_SUBSCRIBED: /*              */ [FAILED, FAILED],
  FACILITY_REJECTED: /*                    */ [FAILED, FAILED],
  GATEWAY_DOWN: /*                         */ [FAILED, FAILED],
  INCOMPATIBLE_DESTINATION: /*             */ [FAILED, FAILED],
  INTERWORKING: /*                         */ [FAILED, FAILED],
  INVALID_GATEWAY: /*                      */ [FAILED, FAILED],
  INVALID_PROFILE: /*                      */ [FAILED, FAILED],
  INVALID_URL: /*                          */ [FAILED, FAILED],
  MANDATORY_IE_MISSING: /*                 */ [FAILED, FAILED],
  MEDIA_TIMEOUT: /*                        */ [FAILED, FAILED],
  NETWORK_OUT_OF_ORDER: /*                 */ [FAILED, FAILED],
  NORMAL_CIRCUIT_CONGESTION: /*            */ [FAILED, FAILED],
  NORMAL_TEMPORARY_FAILURE: /*             */ [FAILED, FAILED],
  NORMAL_UNSPECIFIED: /*                   */ [FAILED, FAILED],
  NO_ROUTE_TRANSIT_NET: /*                 */ [FAILED, FAILED],
  PROGRESS_TIMEOUT: /*                     */ [FAILED, FAILED],
  PROTOCOL_ERROR: /*                       */ [FAILED, FAILED],
  RECOVERY_ON_TIMER_EXPIRE: /*             */ [FAILED, FAILED],
  REQUESTED_CHAN_UNAVAIL: /*               */ [FAILED, FAILED],
  SERVICE_NOT_IMPLEMENTED: /*              */ [FAILED, FAILED],
  SERVICE_UNAVAILABLE: /*                  */ [FAILED, FAILED],
  SWITCH_CONGESTION: /*                    */ [FAILED, FAILED],
  SYSTEM_SHUTDOWN: /*                      */ [FAILED, FAILED],
});

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

const credentialsFault = basicAuth();

function read(request: IngestRequest): IngestResult {
  const fault = credentialsFault(request);
  if (fault !== null) return refused('SIGNATURE_INVALID', fault);
  const record = parseObject(recordOf(request));
  if (record === null) return refused('MALFORMED_JSON', 'The record is no JSON object.');
  const cause = variable(record, 'hangup_cause');
  if (cause === null) {
    return refused('INVALID_INPUT', 'variables.hangup_cause must be a text: the leg has ended.');
  }
  const names = nameCall(request.query, variable(record, 'uuid'), 'variables.uuid');
  if (names.kind === 'refused') return names;
  if (isDialled(record)) return ignored('A leg that was dialled for another one is no call.');
  const answeredAtMs = epochMs(record, 'answer_epoch');
  const word = answeredAtMs === null ? cause : `answered ${cause}`;
  const own = TABLE.line(word);
  const line = own ?? (answeredAtMs === null ? null : TABLE.line('answered'));
  if (line === null) return ignored('The cause is not known.', `hangup_cause ${visible(cause)}`);
  const said = textAt(record, 'channel_data.direction') ?? variable(record, 'direction');
  const direction = DIRECTIONS.get(said);
  if (direction === undefined) return strangeDirection('direction', said);
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: epochMs(record, 'end_epoch'),
    reportId: `freeswitch:${names.callSid}`,
    cause,
    facts: factsOf(record, cause),
  });
  if (report === null) return ignored('Nothing follows from it.');
  // That the leg was answered is sure, so it is completed; the cause is named for the operator.
  const isKnown = own !== null || TABLE.line(cause) !== null;
  return taken({
    reports: [report],
    unmapped: isKnown ? [] : [`hangup_cause ${visible(cause)}`],
  });
}

/** The body, or the field `cdr` of a form. */
function recordOf({ body, contentType }: IngestRequest): string {
  if (contentType !== FORM) return body;
  const form = parseForm(body);
  return form.kind === 'form' ? (form.fields.get('cdr')?.[0] ?? '') : '';
}

/** The module escapes values as in an address, unless its `encode-values` is false. */
function variable(record: JsonObject, name: string): string | null {
  return decoded(textAt(record, `variables.${name}`));
}

function decoded(text: string | null): string | null {
  if (text === null || !/%[0-9A-F]{2}/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Set by the dialplan; what a caller sends becomes variables of other names. */
function attachedTo(record: JsonObject): JsonObject {
  const all = isObject(record.variables) ? Object.keys(record.variables) : [];
  const ours = all.filter((name) => name.startsWith(ATTACHED));
  return Object.fromEntries(
    ours.map((name) => [name.slice(ATTACHED.length), variable(record, name)]),
  );
}

/** Such a leg has an originator: the leg for which it was dialled. */
function isDialled(record: JsonObject): boolean {
  const profile = profileOf(record);
  return (
    variable(record, 'originator') !== null ||
    (profile !== null && isObject(valueAt(profile, 'originator')))
  );
}

/** Of the oldest step of the call: the last one is what a transfer made of it. */
function profileOf(record: JsonObject): JsonObject | null {
  const steps = valueAt(record, 'callflow');
  const step: unknown = Array.isArray(steps) ? steps.at(-1) : steps;
  const profile = isObject(step) ? valueAt(step, 'caller_profile') : null;
  return isObject(profile) ? profile : null;
}

/** `0`: it did not happen. */
function epochMs(record: JsonObject, name: string): number | null {
  const text = variable(record, name);
  return text !== null && /^[1-9]\d{0,10}$/.test(text) ? Number(text) * 1_000 : null;
}

function factsOf(record: JsonObject, cause: string): IngestFacts {
  const profile = profileOf(record) ?? {};
  const from = decoded(textAt(profile, 'caller_id_number'));
  const to = decoded(textAt(profile, 'destination_number'));
  const [answeredAtMs, endedAtMs] = [epochMs(record, 'answer_epoch'), epochMs(record, 'end_epoch')];
  const duration = variable(record, 'duration');
  const sip = /^(?:sip:)?([1-6]\d{2})$/.exec(
    variable(record, 'sip_term_status') ?? variable(record, 'proto_specific_hangup_cause') ?? '',
  );
  const [agentId, queue] = [variable(record, 'cc_agent'), variable(record, 'cc_queue')];
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(answeredAtMs !== null && { answeredAtMs }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(duration !== null &&
      /^\d{1,7}$/.test(duration) && { durationMs: Number(duration) * 1_000 }),
    ...(sip !== null && { sipCode: Number(sip[1]) }),
    hangupCause: cause,
    ...(agentId !== null && { agentId }),
    ...(queue !== null && { queue }),
    ...metadataOf(attachedTo(record), '-'),
  };
}
