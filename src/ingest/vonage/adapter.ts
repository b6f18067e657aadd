/**
 * Step 1 for the Voice API of Vonage: verifies that Vonage signed the event webhook (a JSON Web
 * Token whose `payload_hash` is the SHA-256 of what was sent, by POST or by GET) and makes a report
 * or a hint of it. Documents: Voice API webhook reference, Signed webhooks, the support article
 * about verifying a Voice API webhook, and for `detail` the Java SDK, read on 2026-11-26. Vonage
 * promises one more try only where it waits for instructions, after 429, 503 or 504. Source: S2.14,
 * S2.15, S2.17, S2.21.
 */
import type { Hint } from '../../core/call/report.ts';
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
import { type JsonObject, parseObject, textAt } from '../json.ts';
import { ignored, NO_CONTENT, refused, strangeDirection, taken, visible } from '../result.ts';
import { tokenOfBody } from '../signature/jwt.ts';
import { keyFileFault } from '../signature/secret-form.ts';
import { WINDOW_MS } from '../signature/signature-check.ts';
import { ENDED, reportOf, statusTable } from '../status-table.ts';

export const vonageAdapter: IngestAdapter = {
  name: 'vonage',
  about: {
    title: 'Vonage',
    signature: 'JSON Web Token with the hash of the body or the query',
    secret: {
      from: 'platform',
      where: 'The signature secret of the account: Dashboard, API settings, Signed webhooks.',
      form: 'text',
    },
    address:
      'Enter it as Event URL of the Voice capability of your application; never as Answer URL.',
    events: 'begin, ringing, answer, end, answering machine',
    callLogs: false,
    guide: 'ingest-from-vonage.md',
    settings: null,
  },
  methods: ['POST', 'GET'],
  contentTypes: ['application/json'],
  bodyBytesMax: CALLBACK_BYTES_MAX,
  signsAddress: false,
  proofHeaders: () => ['authorization'],
  windowMs: WINDOW_MS,
  answer: NO_CONTENT,
  statusOf: {},
  secretFault: keyFileFault,
  read,
};

const FAILED = 'ERROR CALL_CONNECTION_FAILED';
const DENIED = 'ERROR CALL_NOT_PERMITTED';

/** `status detail` if there is such a line, else `status`. */
const TABLE = statusTable({
  // word                outbound          inbound
  started: /*        */ ['CALLING', 'ACCEPTING'],
  ringing: /*        */ ['CALLING', 'ACCEPTING'],
  answered: /*       */ ['CALLING', 'CALLING'],
  completed: /*      */ [ENDED, 'COMPLETED'],
  busy: /*           */ ['BUSY', FAILED],
  timeout: /*        */ ['NO_RESPONSE', FAILED],
  unanswered: /*     */ ['NO_RESPONSE', FAILED],
  cancelled: /*      */ ['CANCELED', 'COMPLETED'],
  failed: /*         */ [FAILED, FAILED],
  'failed number_out_of_service': ['UNREACHABLE', FAILED],
  rejected: /*       */ [FAILED, FAILED],
  'rejected invalid_number': ['UNREACHABLE', FAILED],
  // By the called party, and by the carrier.
  'rejected declined': ['BUSY', FAILED],
  'rejected restricted': [DENIED, DENIED],
  // Of a WebSocket leg: its application left.
  disconnected: /*   */ [null, null],
});

const ANSWERED_BY: ReadonlyMap<string, Hint> = new Map([
  ['human', 'PERSON'],
  ['machine', 'MACHINE'],
]);

const DIRECTIONS: ReadonlyMap<string | null, Direction> = new Map([
  ['inbound', 'INBOUND'],
  ['outbound', 'OUTBOUND'],
]);

function read(request: IngestRequest): IngestResult {
  const sent = request.method === 'GET' ? asBody(request.query) : [request.body];
  const faults = sent.map((body) => tokenFault({ ...request, body }));
  if (!faults.includes(null)) return refused('SIGNATURE_INVALID', faults[0] ?? '');
  const webhook = parseObject(sent[0] ?? '');
  if (webhook === null) return refused('MALFORMED_JSON', 'The body is no JSON object.');
  const status = textAt(webhook, 'status');
  if (status === null) {
    return ignored('An event without a status, such as a recording, an input or an error.');
  }
  const hint = ANSWERED_BY.get(status);
  const detail = textAt(webhook, 'detail');
  const line = TABLE.line(`${status} ${detail}`) ?? TABLE.line(status);
  if (hint === undefined && line === null) {
    return ignored('The status is not known.', `status ${visible(status)}`);
  }
  const uuid = textAt(webhook, 'uuid') ?? textAt(webhook, 'call_uuid');
  const names = nameCall(request.query, uuid, 'uuid');
  if (names.kind === 'refused') return names;
  if (hint !== undefined) return taken({ hints: [{ callId: names.callId, hint }] });
  const said = textAt(webhook, 'direction');
  const direction = DIRECTIONS.get(said);
  if (direction === undefined || line === null) return strangeDirection('direction', said);
  const cause = detail ?? textAt(webhook, 'reason');
  const report = reportOf(line, {
    names,
    direction,
    occurredAtMs: timeOf(webhook, 'timestamp'),
    reportId: `vonage:${names.callSid}:${visible(status)}`,
    cause,
    facts: factsOf(webhook, cause),
  });
  return report === null
    ? ignored('Nothing follows from this status.')
    : taken({ reports: [report] });
}

/** What is hashed for a GET: its parameters as a JSON object, in their order. */
function asBody(query: IngestRequest['query']): readonly string[] {
  const all = Object.entries(query);
  // Ours stand in the address that the operator made; whether they are signed is not documented.
  const theirs = all.filter(([name]) => name !== 'callId' && name !== 'clientId');
  return [theirs, all].map((pairs) => JSON.stringify(Object.fromEntries(pairs)));
}

function tokenFault(request: IngestRequest): string | null {
  if (request.body === '') return 'The body is missing.';
  const read = tokenOfBody(request, {
    header: 'authorization',
    hashClaim: 'payload_hash',
    hashEncoding: 'hex',
    windowMs: WINDOW_MS,
  });
  return read.kind === 'fault' ? read.fault : null;
}

function timeOf(webhook: JsonObject, name: string): number | null {
  const text = textAt(webhook, name);
  return text === null ? null : parseIsoTime(text);
}

function factsOf(webhook: JsonObject, cause: string | null): IngestFacts {
  const [from, to] = [textAt(webhook, 'from'), textAt(webhook, 'to')];
  const endedAtMs = timeOf(webhook, 'end_time');
  const duration = textAt(webhook, 'duration');
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(endedAtMs !== null && { endedAtMs }),
    ...(duration !== null &&
      /^\d{1,7}$/.test(duration) && { durationMs: Number(duration) * 1_000 }),
    ...(cause !== null && { hangupCause: cause }),
  };
}
