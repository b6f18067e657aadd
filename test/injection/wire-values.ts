/**
 * Reported values reach receivers only as data: the raw bytes of every request have exactly our
 * header lines, the body has the exact values, and no value begins a line, changes the reading
 * direction or mentions a person. Rules: S5.6, S5.9, S8.2.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { OK, type RawReceiver, startReceiver } from '../channel/raw-receiver.ts';
import { startWhole } from '../ssrf/whole-service.ts';
import { fewAtOnce } from '../support/few-at-once.ts';
import { isLine } from './nasty.ts';

const FIELDS = ['callId', 'callSid', 'clientId', 'reportId', 'message'] as const;
type Field = (typeof FIELDS)[number];
/** The fields that try the value with this number. */
type FieldsOf = (value: number) => readonly Field[];
export const inEachField: FieldsOf = () => FIELDS;
export const inOneField: FieldsOf = (value) => FIELDS.slice(value % FIELDS.length).slice(0, 1);

const OURS = [
  'host',
  'connection',
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-event',
  'webhook-endpoint-id',
  'webhook-attempt',
  'webhook-sequence',
  'webhook-payload-version',
];
/** The endpoints by their path, with which the receiver tells them apart. */
const ENDPOINTS: Readonly<
  Record<string, { readonly more: object; readonly headers: readonly string[] }>
> = {
  '/message': {
    more: { auth: { method: 'bearer', token: 'token-of-a-test' } },
    headers: [...OURS, 'authorization', 'content-length'],
  },
  '/content': {
    more: { contentKey: 'content', auth: { method: 'rsa-sha256' } },
    headers: [
      ...OURS,
      'webhook-key-id',
      'webhook-signature',
      'webhook-identity-signature',
      'content-length',
    ],
  },
  '/text': {
    more: {
      contentKey: 'text',
      auth: { method: 'rsa-sha256' },
      signatureFormat: 'both',
      headers: [{ name: 'x-tenant', value: 'a b' }],
    },
    headers: [
      ...OURS,
      'x-tenant',
      'webhook-key-id',
      'webhook-signature',
      'webhook-identity-signature',
      'content-digest',
      'signature-input',
      'signature',
      'content-length',
    ],
  },
};
const TRIGGERS = ['OUTBOUND_CALL_ERROR', 'CALL_LOG_CREATED'];
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const ERROR_LINE = '[CALL_INTERRUPTED] The call was interrupted before it finished.';

interface Sent {
  readonly callId: string;
  readonly callSid: string;
  readonly clientId: string;
}

/** Whether S5.11 accepts the value in this field. */
function isTaken(field: Field, value: string): boolean {
  if (field === 'message') {
    return value.isWellFormed() && !value.includes('\0') && Buffer.byteLength(value) <= 4_096;
  }
  const min = field === 'callSid' || field === 'clientId' ? 0 : 1;
  return isLine(value, { min, max: 256 });
}

/** Reports each value in some fields, each for its own call; returns the accepted calls. */
async function reportAll(
  service: Awaited<ReturnType<typeof startWhole>>,
  values: readonly string[],
  fieldsOf: FieldsOf,
): Promise<{ readonly sent: ReadonlyMap<string, Sent>; readonly tried: number }> {
  const cases = values.flatMap((value, index) =>
    fieldsOf(index).map((field) => ({ value, field, callId: `call-${index}-${field}` })),
  );
  const sent = new Map<string, Sent>();
  await fewAtOnce(cases, async ({ value, field, callId: own }) => {
    const callId = field === 'callId' ? value : own;
    const { message, ...given } = { [field]: value, callId } as Partial<Record<Field, string>>;
    const errors = [{ code: 'CALL_INTERRUPTED', message: message ?? 'as usual' }];
    const base = { direction: 'OUTBOUND', status: 'ERROR', errors };
    const report = { ...base, ...given };
    const answer = await service.call('POST', '/v1/reports', { reports: [report] });
    const status = statusOf(answer);
    const taken = isTaken(field, value);
    const place = `${field} ${JSON.stringify(value)}: ${JSON.stringify(answer.body)}`;
    assert.ok(taken ? status === 202 : status === 422 || status === 400, place);
    if (!taken) return;
    sent.set(callId, { callId, callSid: '', clientId: '', ...pick(report) });
  });
  return { sent, tried: cases.length };
}

/** The status of the one report in the batch, or of the batch if its JSON was refused. */
function statusOf(answer: {
  readonly status: number;
  readonly body: { readonly results?: unknown };
}) {
  const { results } = answer.body;
  const [first]: readonly unknown[] = Array.isArray(results) ? results : [];
  if (typeof first !== 'object' || first === null || !('status' in first)) return answer.status;
  return first.status;
}

function pick(report: Partial<Record<Field, string>>): Partial<Sent> {
  const { callSid, clientId } = report;
  return {
    ...(callSid === undefined ? {} : { callSid }),
    ...(clientId === undefined ? {} : { clientId }),
  };
}

/** Splits the received bytes of a request into head and body. */
function parts(request: string) {
  const end = request.indexOf('\r\n\r\n');
  const [line = '', ...headers] = request.slice(0, end).split('\r\n');
  const body = Buffer.from(request.slice(end + 4), 'latin1').toString('utf8');
  return { line, headers, body };
}

function checkHead(path: string, line: string, headers: readonly string[], port: number): void {
  assert.equal(line, `POST ${path} HTTP/1.1`);
  const names = headers.map((header) => header.slice(0, header.indexOf(':')));
  assert.deepEqual([...names].sort(), [...(ENDPOINTS[path]?.headers ?? [])].sort());
  for (const header of headers) assert.match(header, /^[a-z-]+: [\x20-\x7e]+$/);
  const values = new Map(headers.map((header) => header.split(/: (.*)/s, 2) as [string, string]));
  assert.equal(values.get('host'), `127.0.0.1:${port}`);
  assert.match(values.get('webhook-id') ?? '', /^msg_[0-9A-Za-z]+$/);
  assert.match(values.get('webhook-endpoint-id') ?? '', /^ep_[0-9A-Za-z]+$/);
  assert.ok(TRIGGERS.includes(values.get('webhook-event') ?? ''));
  assert.match(values.get('webhook-sequence') ?? '', /^[12]$/);
}

function checkText(key: string, text: string, trigger: string): void {
  const mark = key === 'content' ? /@(?!\u200b)/ : key === 'text' ? /[@<](?!\u200b)/ : null;
  if (mark !== null) assert.doesNotMatch(text, mark);
  const plain = key === 'message' ? text : text.replaceAll('\u200b', '');
  const lines = plain.split('\n');
  for (const line of lines) assert.doesNotMatch(line, UNSHOWABLE);
  const labels = lines.map((line) => /^[A-Z][A-Za-z ]{3,11}(?=: )/.exec(line)?.[0] ?? line);
  const separator = '─'.repeat(20);
  const more = trigger === 'CALL_LOG_CREATED' ? ['Direction'] : [];
  assert.deepEqual(labels, [
    `[Ringpost] ${trigger}`,
    separator,
    'Call ID',
    'Call Status',
    'Call SID',
    'Client ID',
    ...more,
    separator,
    'Errors:',
    ERROR_LINE,
    separator,
    'Time',
  ]);
  assert.ok([...text].length <= 2_000);
}

function checkRequest(receiver: RawReceiver, request: string, sent: ReadonlyMap<string, Sent>) {
  const { line, headers, body } = parts(request);
  const path = line.split(' ')[1] ?? '';
  checkHead(path, line, headers, receiver.port);
  const key = path.slice(1);
  const payload: Readonly<Record<string, unknown>> = JSON.parse(body);
  assert.deepEqual(Object.keys(payload), [key, 'data', 'errors']);
  const { data, errors } = payload as {
    readonly data: Readonly<Record<string, string>>;
    readonly errors: readonly Readonly<Record<string, string>>[];
  };
  const { direction, callStatus, ...ids } = data;
  const trigger = direction === undefined ? 'OUTBOUND_CALL_ERROR' : 'CALL_LOG_CREATED';
  assert.deepEqual(ids, sent.get(data.callId ?? ''), 'the very values, and no other keys');
  assert.equal(callStatus, 'ERROR');
  assert.deepEqual(
    errors.map(({ timestamp: _, ...error }) => error),
    [{ code: 'CALL_INTERRUPTED', message: 'The call was interrupted before it finished.' }],
  );
  checkText(key, String(payload[key]), trigger);
  return `${path} ${trigger} ${data.callId}`;
}

async function givenEndpoints(t: TestContext) {
  const service = await startWhole(t, ['127.0.0.0/8']);
  const receiver = await startReceiver(t, (socket) => socket.write(OK));
  for (const [path, { more }] of Object.entries(ENDPOINTS)) {
    const target = `http://127.0.0.1:${receiver.port}${path}`;
    const made = await service.register(target, { triggers: TRIGGERS, ...more });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  return { service, receiver };
}

/** Reports each value and checks every request that a receiver gets for it. */
export async function checkOnWire(
  t: TestContext,
  values: readonly string[],
  fieldsOf: FieldsOf,
  atLeast: { readonly taken: number; readonly refused: number },
): Promise<void> {
  const { service, receiver } = await givenEndpoints(t);
  const { sent, tried } = await reportAll(service, values, fieldsOf);
  const expected = sent.size * Object.keys(ENDPOINTS).length * TRIGGERS.length;
  await receiver.arrived(expected);
  const seen = receiver.requests.map((request) => checkRequest(receiver, request, sent));
  assert.equal(new Set(seen).size, expected);
  assert.equal(seen.length, expected, 'each exactly once');
  assert.ok(
    sent.size >= atLeast.taken && tried - sent.size >= atLeast.refused,
    `${sent.size} of ${tried}`,
  );
  t.diagnostic(
    `${values.length} values: ${sent.size} of ${tried} taken, ${expected} requests looked at`,
  );
}
