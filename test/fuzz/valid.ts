/**
 * Generates values that are valid by a JSON schema of the document. Rules that the document gives
 * only in words (a target is a URL) are in `WORDS`, by property name; they make acceptance likely
 * and never decide what is right. No value names a host outside this machine.
 */
import fc from 'fast-check';
import { child, entriesOf, itemsOf, type Schema, schemaOf } from './document.ts';

const CANARY_SECRET = 'whsec_canary/secret/of/an/endpoint/000';
const TIMES = [
  '2026-11-20T11:19:00.125Z',
  '2026-11-21T08:00:00+02:00',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2030-01-01T00:00:00.000Z',
];

const STATUSES = [
  'CALLING',
  'CALLING',
  'CLOSING',
  'COMPLETED',
  'COMPLETED',
  'ERROR',
  'BUSY',
  'VOICEMAIL_REACHED',
  'NO_RESPONSE',
  'UNREACHABLE',
  'CANCELED',
  'EXPIRED',
  'QUEUED',
  'ACCEPTING',
  'ANY_INTERNAL_1',
  'CONCURRENCY_LIMIT_EXCEEDED',
];

const label = fc.oneof(
  fc.constantFrom('CRM', 'a', 'ü', '電話', '😀', 'x'.repeat(100)),
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,20}[A-Za-z0-9]$/),
);
const time = fc.constantFrom(...TIMES);
const days = fc.integer({ min: 1, max: 3_650 });
const staleMs = fc.integer({ min: 10_000, max: 604_800_000 });
/** Marks are filled in when the request leaves (`draft.ts`). */
const mark = (kind: string, picks = 30): fc.Arbitrary<string> =>
  fc.nat({ max: picks }).map((pick) => `«${kind}:${pick}»`);

export const callId = fc.oneof(
  { weight: 3, arbitrary: mark('call') },
  { weight: 3, arbitrary: fc.nat({ max: 400 }).map((number) => `fuzz-call-${number}`) },
  { weight: 1, arbitrary: fc.constantFrom('a/b', 'ü 😀', '+49 30', '%41', "o'clock", '..', 'x;y') },
);

const target = fc.constantFrom(
  '«receiver:/ok»',
  '«receiver:/ok»',
  '«receiver:/ok»',
  '«receiver:/fail»',
  '«receiver:/no»',
  '«receiver:/gone»',
  '«receiver:/later»',
  '«inbox:-of-chance»',
  'https://nobody.invalid/hook',
  'http://127.0.0.1:9/',
  'https://10.0.0.1/',
);

/** The turns of a log, in order of time. */
const turns = fc
  .array(fc.tuple(fc.nat({ max: 60_000 }), fc.string({ unit: 'grapheme' })), { maxLength: 5 })
  .map((said) =>
    said
      .toSorted(([one], [other]) => one - other)
      .map(([startMs, text], index) => ({
        speaker: index % 2 === 0 ? 'AGENT' : 'CUSTOMER',
        text,
        startMs,
        endMs: startMs + 900,
      })),
  );
const rule = fc.constantFrom(
  null,
  { type: 'PHRASE', match: 'ANY', phrases: ['hello'], speaker: 'AGENT' },
  { type: 'PHRASE', match: 'NONE', phrases: ['電話'], within: { edge: 'LAST', seconds: 20 } },
  { type: 'METRIC', metric: 'silence.ratio', max: 0.5 },
);
const criteria = fc
  .array(fc.record({ points: fc.nat({ max: 1_000 }), autoFail: fc.boolean(), rule }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((made) =>
    made.map((each, index) => ({ ...each, id: `criterion-${index}`, question: 'Was it?' })),
  );

/** The password of every person of a run, with which the examples of the document sign in. */
const PASSWORD = 'correct horse battery staple';
const email = fc.oneof(
  { weight: 1, arbitrary: fc.constant('kim@example.com') },
  { weight: 2, arbitrary: fc.nat({ max: 100_000 }).map((number) => `fuzz-${number}@example.com`) },
);

const WORDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: label,
  serviceName: label,
  callId,
  clientId: label,
  callSid: label,
  reportId: fc.oneof(
    fc.uuid(),
    fc.nat({ max: 50 }).map((number) => `report-${number}`),
  ),
  'idempotency-key': fc.nat({ max: 5_000 }).map((number) => `key-${number}`),
  status: fc.constantFrom(...STATUSES),
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('custom') },
    { weight: 2, arbitrary: fc.constant('self-provided-agent') },
    { weight: 1, arbitrary: fc.constantFrom('slack', 'email', 'builtin-analyzer') },
  ),
  target,
  publicUrl: fc.constantFrom(null, null, null, 'https://calls.invalid/twilio'),
  adapter: fc.constant('twilio'),
  sourceId: mark('src'),
  auth: fc.oneof(
    fc.constant({ method: 'rsa-sha256' }),
    fc.constant({ method: 'hmac-sha256' }),
    fc.constant({ method: 'hmac-sha256', secret: CANARY_SECRET }),
    fc.constant({ method: 'bearer', token: 'canary-token-of-an-endpoint' }),
  ),
  secret: fc.constant('canary-secret-of-a-source'),
  previousSecret: fc.constantFrom(undefined, undefined, null, 'canary-secret-of-a-source-before'),
  previousSecretEndsAt: fc.constantFrom(undefined, undefined, null, '«soon:»'),
  // Most adapters have no settings.
  settings: fc.constantFrom(undefined, undefined, undefined, null, {}),
  contentKey: fc.constantFrom('message', 'content', 'text_1'),
  headers: fc.constantFrom([], [{ name: 'x-tenant', value: 'canary-header-of-an-endpoint' }]),
  timeoutMs: fc.integer({ min: 1_000, max: 30_000 }),
  retryScheduleMs: fc.oneof(
    fc.constant([]),
    fc.array(fc.integer({ min: 1_000, max: 60_000 }), { maxLength: 6 }),
  ),
  ratePerS: fc.oneof(fc.constant(null), fc.double({ min: 0.1, max: 1_000, noNaN: true })),
  burst: fc.integer({ min: 1, max: 1_000 }),
  concurrency: fc.integer({ min: 1, max: 200 }),
  endpointsMax: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 200 })),
  reportsPerSecond: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 1_000 })),
  callsMax: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 100_000 })),
  externalId: fc.nat({ max: 50 }).map((number) => `customer-${number}`),
  ownerEmail: fc.constantFrom(undefined, undefined, undefined, 'kim@example.com'),
  since: time,
  from: time,
  to: time,
  occurredAt: time,
  timestamp: time,
  expiresAt: fc.constantFrom(null, '2030-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'),
  step: fc.integer({ min: 1, max: 1_440 }).map((minutes) => minutes * 60),
  acceptingMs: staleMs,
  callingMs: staleMs,
  closingMs: staleMs,
  otherInternalMs: staleMs,
  deliveredDays: days,
  notDeliveredDays: days,
  excerptDays: days,
  acwResultDays: days,
  auditDays: days,
  callLogDays: days,
  startedAt: time,
  answeredAt: fc.constant(undefined),
  endedAt: fc.constantFrom(undefined, '9999-12-31T23:59:59.999Z'),
  turns,
  language: fc.constantFrom('en', 'ja-JP', 'de'),
  recordingUrl: fc.constant('https://recordings.invalid/a.wav'),
  // Most kinds of endpoints have no agent.
  agent: fc.constantFrom(undefined, undefined, undefined, null, {}, { deadlineMs: 60_000 }),
  criteria,
  passMark: fc.integer({ min: 0, max: 100 }),
  revision: fc.constantFrom(1, 1, 1, 2, 3),
  'if-match': fc.constantFrom('"1"', '"2"'),
  'if-none-match': fc.constant('*'),
  acwAgentId: mark('ep'),
  acwRunId: mark('run'),
  runId: mark('run'),
  acwResultId: mark('acwr'),
  scorecardId: mark('sc'),
  endpointId: mark('ep'),
  notEndpointId: mark('ep'),
  ids: fc.array(mark('dlv'), { minLength: 1, maxLength: 5 }),
  endpointIds: fc.array(mark('ep'), { minLength: 1, maxLength: 3 }),
  leases: fc.array(mark('lease'), { minLength: 1, maxLength: 5 }),
  // Seconds; the client sends nothing else meanwhile.
  wait: fc.constantFrom(0, 0, 0, 1),
  until: fc.constant('«soon:»'),
  mutedUntil: fc.constantFrom(undefined, null, '«soon:»'),
  alerts: fc.constantFrom(undefined, { failures: 1, givenUp: 1 }, { mail: 'none' }),
  fingerprint: mark('ep').map((id) => `${id}-500`),
  issue: mark('ep').map((id) => `${id}-500`),
  cursor: mark('cursor'),
  kid: mark('kid'),
  projectId: mark('prj', 1),
  email,
  password: fc.constant(PASSWORD),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.constant(PASSWORD),
  token: mark('invite'),
  returnTo: fc.constantFrom('/', '/p/prj_1/calls?state=failed', '//evil.invalid', '/\\evil'),
};

/** The kind of the `id` in a path, by the beginning of the path. */
const OWNERS: readonly (readonly [start: string, kind: string])[] = [
  ['/v1/endpoints/', 'ep'],
  ['/v1/deliveries/', 'dlv'],
  ['/v1/bulk/', 'blk'],
  ['/v1/erasures/', 'blk'],
  ['/v1/inbox/', 'inb'],
  ['/v1/sources/', 'src'],
  ['/v1/scorecards/', 'sc'],
  ['/v1/api-keys/', 'key'],
  ['/v1/members/', 'usr'],
  ['/v1/account/sessions/', 'ses'],
  ['/v1/invitations/', 'inv'],
  ['/v1/alerts/', 'alr'],
  ['/v1/maintenance-windows/', 'mtw'],
];

export function pathValue(path: string, name: string, schema: Schema): fc.Arbitrary<string> {
  const owner = OWNERS.find(([start]) => path.startsWith(start));
  if (name === 'id' && owner !== undefined) return mark(owner[1]);
  if (path.startsWith('/v1/instance/')) return mark('prj');
  // The name of a box is a short word, unlike other names.
  if (path.startsWith('/v1/inbox/boxes/') && name === 'name') return fc.constantFrom(...BOXES);
  return valid(schema, name).map(String);
}

const BOXES = ['default', 'crm', 'a'] as const;

/** `name`: the name of the property or parameter; an item has the name of its list. */
export function valid(schema: Schema, name: string): fc.Arbitrary<unknown> {
  // A filter has lists of ids where other bodies have one id.
  const isListed = schema.type === 'array' && /^(?:endpointId|notEndpointId)$/.test(name);
  const words = isListed ? undefined : WORDS[name];
  // The status of an answer is a number, that of a call a word.
  const isCode =
    name === 'status' && schemaOf(itemsOf(schema.anyOf)[0] ?? schema).type === 'integer';
  if (words !== undefined && !isCode && schema.type !== 'null') return words;
  const members = [...itemsOf(schema.anyOf), ...itemsOf(schema.oneOf)];
  if (members.length > 0) return fc.oneof(...members.map((each) => valid(schemaOf(each), name)));
  const listed = itemsOf(schema.enum);
  if (listed.length > 0) return fc.constantFrom(...listed);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return name === 'filter'
        ? fc.oneof(validObject(schema), narrow(schema))
        : validObject(schema);
    case 'array':
      return validArray(schema, name);
    case 'integer':
      return fc.integer(boundsOf(schema, 'minimum', 'maximum', -1_000, 1_000));
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return typeof schema.pattern === 'string'
        ? fc.stringMatching(new RegExp(schema.pattern))
        : validText(schema);
  }
}

function validText(schema: Schema): fc.Arbitrary<string> {
  const { min, max } = boundsOf(schema, 'minLength', 'maxLength', 1, 60);
  return fc.string({ unit: 'grapheme', minLength: min, maxLength: Math.min(max, 60) });
}

function validObject(schema: Schema): fc.Arbitrary<unknown> {
  const required = itemsOf(schema.required).map(String);
  const properties = entriesOf(schema.properties).map(([name, property]) => [
    name,
    valid(schemaOf(property), name),
  ]);
  return fc.record<Record<string, unknown>>(Object.fromEntries(properties), {
    requiredKeys: required,
  });
}

/** A filter with at most two conditions, since many exclude each other. */
function narrow(schema: Schema): fc.Arbitrary<unknown> {
  const conditions = entriesOf(schema.properties);
  const few = fc.subarray(conditions, { maxLength: 2 });
  return few.chain((kept) => validObject({ ...schema, properties: Object.fromEntries(kept) }));
}

function validArray(schema: Schema, name: string): fc.Arbitrary<unknown> {
  const item = valid(schemaOf(schema.items), name);
  const { min, max } = boundsOf(schema, 'minItems', 'maxItems', 1, 5);
  const minLength = Math.max(1, min);
  const listed = itemsOf(child(schema.items, 'enum'));
  if (listed.length === 0) return fc.array(item, { minLength, maxLength: Math.min(max, 5) });
  // All values or some: an endpoint with few triggers gets few deliveries.
  return fc.oneof(fc.constant(listed), fc.uniqueArray(item, { minLength, maxLength: max }));
}

function boundsOf(
  schema: Schema,
  low: string,
  high: string,
  lowElse: number,
  highElse: number,
): { min: number; max: number } {
  const min = schema[low];
  const max = schema[high];
  return {
    min: typeof min === 'number' ? min : lowElse,
    max: typeof max === 'number' ? max : highElse,
  };
}
