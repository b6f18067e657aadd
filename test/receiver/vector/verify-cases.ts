/**
 * The cases of `verify`: a request, the receiver's options, and the expected verdict, which is
 * written here by hand and never taken from a receiver.
 */
import {
  type Arrived,
  BEARER,
  bodyOf,
  ENDPOINT_ID,
  type HeaderPair,
  hmac,
  type KeyName,
  launchBodyOf,
  NEW_SECRET,
  publicJwk,
  SECRET,
  SENT_AT_MS,
  secondBodyOf,
  sent,
  signed,
  TOKEN,
} from './request.ts';

/** The receiver's options; names as in `@ringpost/receiver`. */
export interface Options {
  readonly keys?: readonly KeyName[];
  readonly signingSecret?: readonly string[];
  readonly bearerToken?: readonly string[];
  readonly signatureFormat?: 'webhook-signature' | 'rfc9421' | 'both';
  readonly endpointId?: string;
  readonly contentKey?: string;
  readonly toleranceS?: number;
  readonly acceptUnsignedIdentity?: boolean;
}

export interface VerifyCase {
  readonly name: string;
  readonly nowMs: number;
  readonly options: Options;
  readonly headers: readonly HeaderPair[];
  /** The raw body in base64. */
  readonly body: string;
  /** How often the body repeats these bytes; if missing, once. */
  readonly bodyTimes?: number;
  readonly expected: object;
}

const BY_KEY: Options = { keys: ['first'] };
const BY_SECRET: Options = { signingSecret: [SECRET] };
const BY_TOKEN: Options = { bearerToken: [TOKEN] };
const BY_RFC: Options = { keys: ['first'], signatureFormat: 'rfc9421' };
const RFC = { signatureFormat: 'rfc9421' } as const;
const BOTH = { signatureFormat: 'both' } as const;

const LAUNCH = {
  isLaunch: true,
  send: { trigger: 'CALL_LOG_CREATED' },
  body: launchBodyOf('CALL_LOG_CREATED'),
} as const;
const BY_LAUNCH = { kind: 'call-log', runId: 'run_01JD3Z9M0T000000042' };

/** By file name: what the file is about, and its cases. */
export async function verifyFiles(): Promise<
  Readonly<Record<string, { readonly about: string; readonly cases: readonly VerifyCase[] }>>
> {
  return {
    signature: { about: 'webhook-signature by keys of the project', cases: await signature() },
    rfc9421: { about: 'HTTP Message Signatures with Content-Digest', cases: await rfc9421() },
    secret: { about: 'webhook-signature by a secret of the endpoint', cases: await secret() },
    bearer: { about: 'a Bearer token, alone and beside a signature', cases: await bearer() },
    changed: { about: 'a request that was changed on its way', cases: await changed() },
    time: { about: 'too old, and ahead of the clock', cases: await time() },
    payload: { about: 'what bodies say, and what they may be', cases: await payload() },
    mistake: { about: 'options that would verify nothing', cases: await mistake() },
  };
}

async function signature(): Promise<VerifyCase[]> {
  const one = await sent();
  const two = await sent({ keys: ['second', 'first'] });
  const reopened = await sent({ send: { reopened: true } });
  return [
    valid('valid', one, BY_KEY),
    valid('valid, also for the own endpoint', one, { ...BY_KEY, endpointId: ENDPOINT_ID }),
    invalid('for another endpoint', one, 'wrong-endpoint', { ...BY_KEY, endpointId: 'ep_other' }),
    valid('two signatures, both keys known', two, { keys: ['first', 'second'] }),
    valid('two signatures, only the key that is new is known', two, { keys: ['second'] }),
    valid('two signatures, only the key that goes is known', two, BY_KEY),
    invalid('the keys were rotated, the new one is not known yet', one, 'unknown-key', {
      keys: ['second'],
    }),
    invalid('by a key of another project', await sent({ keys: ['other'] }), 'unknown-key', BY_KEY),
    invalid(
      'by another key under the id of a known one',
      set(await sent({ keys: ['other'] }), { 'webhook-key-id': publicJwk('first').kid }),
      'signature-mismatch',
      BY_KEY,
    ),
    invalid('no signature', without(one, ...SIGNATURES), 'signature-missing', BY_KEY),
    invalid(
      'by a secret, though keys are told',
      await sent({ endpoint: { auth: hmac(SECRET) } }),
      'malformed-header',
      BY_KEY,
    ),
    invalid(
      'fewer key ids than signatures',
      set(two, { 'webhook-key-id': publicJwk('first').kid }),
      'malformed-header',
      BY_KEY,
    ),
    invalid(
      'of an older service, without the identity',
      without(one, 'webhook-identity-signature'),
      'identity-unsigned',
      BY_KEY,
    ),
    valid(
      'of an older service, which is accepted',
      without(one, 'webhook-identity-signature'),
      { ...BY_KEY, endpointId: ENDPOINT_ID, acceptUnsignedIdentity: true },
      { identity: 'unsigned', sequence: null },
    ),
    valid('reopened by an operator', reopened, BY_KEY, { reopened: true }),
    valid('reopened, but that is not signed', set(one, { 'webhook-reopened': 'true' }), BY_KEY, {
      reopened: false,
    }),
    valid('the launch of an agent', await sent(LAUNCH), BY_KEY, BY_LAUNCH),
    valid(
      'names of headers in capitals, values with space around them',
      {
        ...one,
        headers: one.headers.map(([name, value]) => [name.toUpperCase(), ` ${value}\t`]),
      },
      BY_KEY,
    ),
  ];
}

async function rfc9421(): Promise<VerifyCase[]> {
  const one = await sent({ endpoint: RFC });
  const both = await sent({ endpoint: BOTH });
  const foreign = (arrived: Arrived, input: string, value: string) =>
    set(arrived, {
      'signature-input': `${header(arrived, 'signature-input')}, ${input}`,
      signature: `${header(arrived, 'signature')}, ${value}`,
    });
  return [
    valid('valid', one, BY_RFC),
    valid('valid, no format demanded', one, BY_KEY),
    valid('both forms, both demanded', both, { ...BY_KEY, signatureFormat: 'both' }),
    invalid('both demanded, one came', one, 'signature-missing', {
      ...BY_KEY,
      signatureFormat: 'both',
    }),
    invalid('demanded, the other form came', await sent(), 'signature-missing', BY_RFC),
    valid(
      'two signatures, one key known',
      await sent({ endpoint: RFC, keys: ['second', 'first'] }),
      BY_RFC,
    ),
    invalid('a key of another project', one, 'unknown-key', { keys: ['other'] }),
    valid(
      'a proxy added a signature of its own',
      foreign(one, 'proxy=("@method" "@authority");created=1;keyid="p"', 'proxy=:AAAA:'),
      BY_RFC,
    ),
    valid(
      'a proxy added members of every form',
      foreign(
        one,
        'a=?1, b=1.25;q=tok/en, c=@1795174257, d="text \\"quoted\\"", e=%"caf%c3%a9", f, g=(1 2)',
        'a=tok*en, b=-7;x',
      ),
      BY_RFC,
    ),
    valid(
      'a proxy signed what the service signed only in the other form',
      set(await sent(), { 'signature-input': 'p=("@method");keyid="p"', signature: 'p=:AAAA:' }),
      BY_KEY,
    ),
    invalid(
      'the headers are no dictionaries',
      set(one, { signature: 'sig1=:AA' }),
      'malformed-header',
      BY_RFC,
    ),
    invalid('another body', { ...one, body: changedBody(one) }, 'digest-mismatch', BY_RFC),
    invalid(
      'another body with its own digest',
      set({ ...one, body: Buffer.from('{}') }, { 'content-digest': DIGEST_OF_EMPTY_OBJECT }),
      'signature-mismatch',
      BY_RFC,
    ),
    invalid(
      'another event',
      set(one, { 'webhook-event': 'OUTBOUND_CALL_BUSY' }),
      'signature-mismatch',
      BY_RFC,
    ),
    invalid(
      'another sequence',
      set(one, { 'webhook-sequence': '4' }),
      'signature-mismatch',
      BY_RFC,
    ),
    invalid(
      'created at another time',
      set(one, { 'webhook-timestamp': String(Math.floor(SENT_AT_MS / 1_000) + 1) }),
      'not-covered',
      BY_RFC,
    ),
    invalid(
      'the digest is not covered',
      set(one, {
        'signature-input': header(one, 'signature-input').replace(' "content-digest"', ''),
      }),
      'not-covered',
      BY_RFC,
    ),
    invalid(
      'the tag is another one',
      set(one, {
        'signature-input': header(one, 'signature-input').replace('call-event', 'call-other'),
      }),
      'signature-missing',
      BY_RFC,
    ),
    invalid(
      'the sequence is not covered',
      set(one, {
        'signature-input': header(one, 'signature-input').replace(' "webhook-sequence"', ''),
      }),
      'signature-mismatch',
      BY_RFC,
    ),
    valid(
      'reopened by an operator',
      await sent({ endpoint: RFC, send: { reopened: true } }),
      BY_RFC,
      { reopened: true },
    ),
    valid('the launch of an agent', await sent({ ...LAUNCH, endpoint: RFC }), BY_RFC, BY_LAUNCH),
    invalid('both forms, the older one is wrong', wrongSimple(both), 'signature-mismatch', BY_KEY),
  ];
}

async function secret(): Promise<VerifyCase[]> {
  const one = await sent({ endpoint: { auth: hmac(SECRET) } });
  const two = await sent({ endpoint: { auth: hmac(NEW_SECRET, SECRET) } });
  const reopened = await sent({ endpoint: { auth: hmac(SECRET) }, send: { reopened: true } });
  return [
    valid('valid', one, BY_SECRET),
    valid('one of two secrets', one, { signingSecret: [NEW_SECRET, SECRET] }),
    valid('two signatures, the old secret is told', two, BY_SECRET),
    valid('two signatures, the new secret is told', two, { signingSecret: [NEW_SECRET] }),
    invalid('another secret', one, 'signature-mismatch', { signingSecret: [NEW_SECRET] }),
    invalid('by a key, though a secret is told', await sent(), 'signature-missing', BY_SECRET),
    valid('keys and a secret are told, it came by the secret', one, { ...BY_KEY, ...BY_SECRET }),
    valid('keys and a secret are told, it came by a key', await sent(), {
      ...BY_KEY,
      ...BY_SECRET,
    }),
    invalid('another body', { ...one, body: changedBody(one) }, 'signature-mismatch', BY_SECRET),
    invalid(
      'another event',
      set(one, { 'webhook-event': 'OUTBOUND_CALL_BUSY' }),
      'signature-mismatch',
      BY_SECRET,
    ),
    invalid(
      'without the identity, as a library of Standard Webhooks signs',
      without(one, 'webhook-identity-signature'),
      'identity-unsigned',
      BY_SECRET,
    ),
    valid('reopened by an operator', reopened, BY_SECRET, { reopened: true }),
    valid(
      'reopened, but signed by another secret',
      set(reopened, {
        'webhook-reopened-signature': header(
          await sent({ endpoint: { auth: hmac(NEW_SECRET) }, send: { reopened: true } }),
          'webhook-reopened-signature',
        ),
      }),
      BY_SECRET,
      { reopened: false },
    ),
    valid(
      'the launch of an agent',
      await sent({ ...LAUNCH, endpoint: { auth: hmac(SECRET) } }),
      BY_SECRET,
      BY_LAUNCH,
    ),
  ];
}

async function bearer(): Promise<VerifyCase[]> {
  const one = await sent({ endpoint: { auth: BEARER } });
  const keyAndToken = set(await sent(), { authorization: `Bearer ${TOKEN}` });
  const other = { bearerToken: ['another'] };
  return [
    valid('valid', one, BY_TOKEN, { identity: 'token' }),
    valid('one of two tokens', one, { bearerToken: ['another', TOKEN] }, { identity: 'token' }),
    invalid('another token', one, 'bearer-mismatch', other),
    invalid('no token', without(one, 'authorization'), 'missing-header', BY_TOKEN),
    invalid(
      'another scheme',
      set(one, { authorization: `Basic ${TOKEN}` }),
      'bearer-mismatch',
      BY_TOKEN,
    ),
    invalid(
      'the token in other letters',
      set(one, { authorization: `Bearer ${TOKEN.toUpperCase()}` }),
      'bearer-mismatch',
      BY_TOKEN,
    ),
    valid(
      'reopened, for which the token vouches',
      await sent({ endpoint: { auth: BEARER }, send: { reopened: true } }),
      BY_TOKEN,
      { identity: 'token', reopened: true },
    ),
    valid('a key and a token, both right', keyAndToken, { ...BY_KEY, ...BY_TOKEN }),
    invalid('a key and a token, the token wrong', keyAndToken, 'bearer-mismatch', {
      ...BY_KEY,
      ...other,
    }),
    invalid('a key and a token, no signature', one, 'signature-missing', {
      ...BY_KEY,
      ...BY_TOKEN,
    }),
  ];
}

async function changed(): Promise<VerifyCase[]> {
  const one = await sent();
  const launch = await sent(LAUNCH);
  const other = (name: string, value: string) =>
    invalid(
      `${name} is ${value.slice(0, 30)}`,
      set(one, { [name]: value }),
      'signature-mismatch',
      BY_KEY,
    );
  const missing = (name: string) =>
    invalid(`${name} is missing`, without(one, name), 'missing-header', BY_KEY);
  const malformed = (name: string, value: string) =>
    invalid(
      `${name} is ${JSON.stringify(value)}`,
      set(one, { [name]: value }),
      'malformed-header',
      BY_KEY,
    );
  return [
    invalid('another body', { ...one, body: changedBody(one) }, 'signature-mismatch', BY_KEY),
    invalid(
      'a space behind the body',
      { ...one, body: Buffer.concat([one.body, Buffer.from(' ')]) },
      'signature-mismatch',
      BY_KEY,
    ),
    invalid(
      'the body was parsed and written again',
      { ...one, body: Buffer.from(JSON.stringify(JSON.parse(one.body.toString()), null, 1)) },
      'signature-mismatch',
      BY_KEY,
    ),
    other('webhook-id', 'msg_01JD3Z9M0T000000043'),
    other('webhook-timestamp', String(Math.floor(SENT_AT_MS / 1_000) + 1)),
    other('webhook-event', 'OUTBOUND_CALL_BUSY'),
    other('webhook-endpoint-id', 'ep_other'),
    other('webhook-sequence', '4'),
    other('webhook-signature', `v1rs256,${'A'.repeat(342)}==`),
    other('webhook-signature', 'v1rs256,'),
    other('webhook-signature', 'v1rs256,no*base64!'),
    other('webhook-identity-signature', `v2rs256,${'A'.repeat(342)}==`),
    invalid(
      'the run of a launch is another one',
      set(launch, { 'acw-run-id': 'run_other' }),
      'signature-mismatch',
      BY_KEY,
    ),
    invalid(
      'the run of a launch was removed',
      without(launch, 'acw-run-id'),
      'signature-mismatch',
      BY_KEY,
    ),
    invalid(
      'the agent of a launch is another one',
      set(launch, { 'acw-agent-id': 'ep_other' }),
      'malformed-header',
      BY_KEY,
    ),
    valid(
      'webhook-attempt, which no signature covers',
      set(one, { 'webhook-attempt': '7' }),
      BY_KEY,
      {
        attempt: 7,
      },
    ),
    ...REQUIRED.map(missing),
    malformed('webhook-id', 'a.b'),
    malformed('webhook-id', ''),
    malformed('webhook-timestamp', '1e9'),
    malformed('webhook-timestamp', '-1795174257'),
    malformed('webhook-event', 'outbound_call'),
    malformed('webhook-sequence', '0'),
    malformed('webhook-sequence', '1.5'),
    malformed('webhook-attempt', '٣'),
    invalid(
      'a header that came twice',
      { ...one, headers: [...one.headers, ['webhook-sequence', '4']] },
      'malformed-header',
      BY_KEY,
    ),
    invalid(
      'the body is beyond the bound',
      { ...one, body: Buffer.from('x') },
      'body-too-large',
      BY_KEY,
      262_145,
    ),
  ];
}

async function time(): Promise<VerifyCase[]> {
  const one = await sent();
  const sentAtMs = Math.floor(SENT_AT_MS / 1_000) * 1_000;
  const at = (each: VerifyCase, nowMs: number): VerifyCase => ({ ...each, nowMs });
  const short = { ...BY_KEY, toleranceS: 10 };
  return [
    at(valid('300 s old', one, BY_KEY), sentAtMs + 300_000),
    at(invalid('more than 300 s old', one, 'timestamp-too-old', BY_KEY), sentAtMs + 300_001),
    at(valid('300 s ahead', one, BY_KEY), sentAtMs - 300_000),
    at(invalid('more than 300 s ahead', one, 'timestamp-in-future', BY_KEY), sentAtMs - 300_001),
    at(valid('within a tolerance of 10 s', one, short), sentAtMs + 10_000),
    at(invalid('beyond a tolerance of 10 s', one, 'timestamp-too-old', short), sentAtMs + 10_001),
    at(invalid('a day old', one, 'timestamp-too-old', BY_KEY), sentAtMs + 86_400_000),
  ];
}

async function payload(): Promise<VerifyCase[]> {
  const of = (trigger: Parameters<typeof bodyOf>[0], sample?: Parameters<typeof bodyOf>[1]) =>
    sent({ send: { trigger }, body: bodyOf(trigger, sample) });
  // A trigger and bodies that the service does not send, but a later version may.
  const unknown = { trigger: 'OUTBOUND_MESSAGE_READ' as 'CALL_LOG_CREATED' };
  const later = { payloadVersion: '3', keys: ['first'] as const };
  const body = (text: string, send = {}) => sent({ body: text, send });
  const version2 = (sample: 'plain' | 'facts') =>
    sent({
      send: { trigger: 'CALL_LOG_CREATED', payloadVersion: 2 },
      body: secondBodyOf('CALL_LOG_CREATED', sample),
    });
  const text = { ...BY_KEY, contentKey: 'text' };
  const big = `{"message":"${'x'.repeat(65_500)}","data":${DATA}}`;
  return [
    valid('of an inbound call', await of('INBOUND_CALL_CALLING'), BY_KEY, { kind: 'inbound' }),
    valid('of an inbound error', await of('INBOUND_CALL_ERROR'), BY_KEY, { kind: 'inbound-error' }),
    valid('of an outbound error', await of('OUTBOUND_CALL_ERROR', 'errors'), BY_KEY),
    valid('of a call log', await of('CALL_LOG_CREATED', 'errors'), BY_KEY, { kind: 'call-log' }),
    valid('of a result', await of('ACW_COMPLETED'), BY_KEY, { kind: 'acw-completed' }),
    valid('of payload version 2', await version2('facts'), BY_KEY, { kind: 'call-log' }),
    valid('of payload version 2, nothing known', await version2('plain'), BY_KEY, {
      kind: 'call-log',
    }),
    valid('of a failed result', await of('ACW_COMPLETED', 'errors'), BY_KEY, {
      kind: 'acw-completed',
    }),
    valid('every script', await of('OUTBOUND_CALL_COMPLETED', 'unicode'), BY_KEY),
    valid('the longest ids', await of('CALL_LOG_CREATED', 'long'), BY_KEY, { kind: 'call-log' }),
    valid('empty ids', await of('OUTBOUND_CALL_COMPLETED', 'empty'), BY_KEY),
    valid('a body of 64 KiB', await body(big), BY_KEY),
    valid(
      'escapes, characters outside of the first plane, and keys of a later service',
      await body(
        '{ "more": [1, -2.5e3, true, null, {"deep": []}],\n' +
          ' "message": "\\u96fb\\ud83d\\ude00\\n\\/\\"",' +
          ` "data": ${DATA.replace('}', ',"later":"1"}')}, "errors": [] }`,
      ),
      BY_KEY,
    ),
    valid(
      'under another content key',
      await sent({ body: bodyOf('OUTBOUND_CALL_COMPLETED', 'plain', 'text') }),
      text,
    ),
    invalid('without the content key', await sent(), 'payload-malformed', text),
    valid('an unknown trigger', await body(`{"message":"m","data":{"a":"1"}}`, unknown), BY_KEY, {
      kind: 'other',
    }),
    valid(
      'a call log of an unknown direction',
      await body(`{"message":"m","data":{"direction":"SIDEWAYS"}}`, {
        trigger: 'CALL_LOG_CREATED',
      }),
      BY_KEY,
      { kind: 'other' },
    ),
    invalid('no JSON', await body('not json'), 'payload-malformed', BY_KEY),
    invalid(
      'two values',
      await body(`{"message":"m","data":${DATA}} {}`),
      'payload-malformed',
      BY_KEY,
    ),
    invalid('no bytes', await body(''), 'payload-malformed', BY_KEY),
    invalid('a list', await body('[]'), 'payload-malformed', BY_KEY),
    invalid('no data', await body('{"message":"m"}'), 'payload-malformed', BY_KEY),
    invalid('data is a list', await body('{"message":"m","data":[]}'), 'payload-malformed', BY_KEY),
    invalid(
      'a key of data is missing',
      await body('{"message":"m","data":{"callId":"c1","callStatus":"BUSY","callSid":""}}'),
      'payload-malformed',
      BY_KEY,
    ),
    invalid(
      'a value of data is no text',
      await body(`{"message":"m","data":${DATA.replace('"c1"', '1')}}`),
      'payload-malformed',
      BY_KEY,
    ),
    invalid(
      'errors is no list',
      await body(`{"message":"m","data":${DATA},"errors":{}}`),
      'payload-malformed',
      BY_KEY,
    ),
    invalid(
      'an error without a time',
      await body(`{"message":"m","data":${DATA},"errors":[{"code":"A","message":"b"}]}`),
      'payload-malformed',
      BY_KEY,
    ),
    invalid(
      'payload version 2, signed by a key',
      await signed({ ...later, form: 'webhook-signature' }),
      'payload-version',
      BY_KEY,
    ),
    invalid(
      'payload version 2, signed as RFC 9421',
      await signed({ ...later, form: 'rfc9421' }),
      'payload-version',
      BY_KEY,
    ),
    invalid(
      'payload version 2, signed by a secret',
      await signed({ ...later, form: 'secret' }),
      'payload-version',
      BY_SECRET,
    ),
  ];
}

/** With these options a receiver must report a mistake to its programmer, not judge the request. */
async function mistake(): Promise<VerifyCase[]> {
  const one = await sent();
  const wrong = (name: string, options: Options) => made(name, one, options, { kind: 'mistake' });
  return [
    wrong('neither keys nor secret nor token', {}),
    wrong('an empty list of tokens', { bearerToken: [] }),
    wrong('a secret that is none', { signingSecret: ['whsec_short'] }),
    wrong('a secret without its prefix', { signingSecret: [SECRET.slice('whsec_'.length)] }),
    wrong('a tolerance below 0', { ...BY_KEY, toleranceS: -1 }),
    wrong('unsigned identity without an endpoint', { ...BY_KEY, acceptUnsignedIdentity: true }),
  ];
}

const DATA = '{"callId":"c1","callStatus":"COMPLETED","callSid":"","clientId":""}';
const DIGEST_OF_EMPTY_OBJECT = 'sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:';
const SIGNATURES = ['webhook-key-id', 'webhook-signature', 'webhook-identity-signature'];
const REQUIRED = [
  'webhook-id',
  'webhook-timestamp',
  'webhook-event',
  'webhook-endpoint-id',
  'webhook-attempt',
  'webhook-sequence',
];

/** `more`: where the event differs from headers and body. */
function valid(
  name: string,
  arrived: Arrived,
  options: Options,
  more: Readonly<Record<string, unknown>> = {},
): VerifyCase {
  const { kind = 'outbound', ...facts } = more;
  const {
    [options.contentKey ?? 'message']: message,
    data,
    errors,
  } = JSON.parse(arrived.body.toString());
  const of = (header_: string) => header(arrived, header_);
  const event = {
    webhookId: of('webhook-id'),
    endpointId: of('webhook-endpoint-id'),
    event: of('webhook-event'),
    attempt: Number(of('webhook-attempt')),
    sequence: Number(of('webhook-sequence')),
    reopened: false,
    runId: null,
    identity: 'signed',
    ...facts,
    hasErrors: errors !== undefined && errors.length > 0,
    payload: { kind, message, data, ...(errors === undefined ? {} : { errors }) },
  };
  return made(name, arrived, options, { kind: 'valid', event });
}

/** The status to answer, by reason: see the contract. */
const OTHER_STATUSES: Readonly<Record<string, number>> = {
  'unknown-key': 503,
  'keys-unavailable': 503,
  'body-too-large': 413,
  'payload-malformed': 400,
  'payload-version': 400,
};

function invalid(
  name: string,
  arrived: Arrived,
  reason: string,
  options: Options,
  bodyTimes?: number,
): VerifyCase {
  const answerStatus = OTHER_STATUSES[reason] ?? 401;
  return made(name, arrived, options, { kind: 'invalid', reason, answerStatus }, bodyTimes);
}

function made(
  name: string,
  { headers, body }: Arrived,
  options: Options,
  expected: object,
  bodyTimes?: number,
): VerifyCase {
  return {
    name,
    nowMs: SENT_AT_MS,
    options,
    headers,
    body: body.toString('base64'),
    ...(bodyTimes === undefined ? {} : { bodyTimes }),
    expected,
  };
}

function header({ headers }: Arrived, wanted: string): string {
  return (headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '').trim();
}

function set(arrived: Arrived, values: Readonly<Record<string, string>>): Arrived {
  const kept = without(arrived, ...Object.keys(values)).headers;
  return { ...arrived, headers: [...kept, ...Object.entries(values)] };
}

function without(arrived: Arrived, ...names: readonly string[]): Arrived {
  return { ...arrived, headers: arrived.headers.filter(([name]) => !names.includes(name)) };
}

function changedBody({ body }: Arrived): Buffer {
  return Buffer.from(body.toString().replace('COMPLETED"', 'COMPLETEX"'));
}

function wrongSimple(arrived: Arrived): Arrived {
  return set(arrived, { 'webhook-signature': `v1rs256,${'A'.repeat(342)}==` });
}
