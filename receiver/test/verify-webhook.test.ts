/** What a receiver may trust: every way in which a request can be wrong, and the right one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyLookup } from '../src/key-set.ts';
import { type VerifyOptions, type VerifyResult, verifyWebhook } from '../src/verify-webhook.ts';
import {
  BODY,
  KEY,
  makeKey,
  messageSignedHeaders,
  OTHER_KEY,
  plainHeaders,
  SENT_AT_MS,
  signedHeaders,
} from './signed-webhook.ts';

const KEYS = [KEY.jwk];

function verify(options: Partial<VerifyOptions>): Promise<VerifyResult> {
  const now = () => SENT_AT_MS;
  return verifyWebhook({ headers: signedHeaders(), rawBody: BODY, now, ...options });
}

async function reasonOf(options: Partial<VerifyOptions>): Promise<string> {
  const result = await verify({ keys: KEYS, ...options });
  return result.kind === 'valid' ? 'valid' : `${result.reason} ${result.answerStatus}`;
}

test('a signed webhook is valid, and gives its id, event and place', async () => {
  const result = await verify({ keys: KEYS });
  assert.deepEqual(result, {
    kind: 'valid',
    webhookId: 'msg_01',
    endpointId: 'ep_01',
    event: 'OUTBOUND_CALL_COMPLETED',
    attempt: 2,
    sequence: 3,
    reopened: false,
    runId: null,
    identity: 'signed',
    payload: {
      kind: 'outbound',
      event: 'OUTBOUND_CALL_COMPLETED',
      message: '[Ringpost] OUTBOUND_CALL_COMPLETED\n…',
      data: { callId: 'call 1/東', callStatus: 'COMPLETED', callSid: 'CA01', clientId: '' },
    },
  });
});

test('headers and bodies of every server are read', async () => {
  const bytes = new TextEncoder().encode(`..${BODY}..`).subarray(2, -2);
  assert.equal(await reasonOf({ rawBody: bytes }), 'valid');
  assert.equal(await reasonOf({ headers: new Headers(signedHeaders()) }), 'valid');
  const upper = Object.entries(signedHeaders()).map(([name, value]) => [
    name.toUpperCase(),
    [value],
  ]);
  assert.equal(await reasonOf({ headers: Object.fromEntries(upper) }), 'valid');
});

test('without keys and token the programmer made a mistake', async () => {
  await assert.rejects(verify({}), TypeError);
  await assert.rejects(verify({ bearerToken: [] }), TypeError);
});

test('one changed byte of the body, the id or the time does not verify', async () => {
  const swapped = BODY.replace('COMPLETED"', 'COMPLETEX"');
  assert.equal(await reasonOf({ rawBody: swapped }), 'signature-mismatch 401');
  assert.equal(await reasonOf({ rawBody: `${BODY} ` }), 'signature-mismatch 401');
  for (const change of [
    { 'webhook-id': 'msg_02' },
    { 'webhook-timestamp': String(SENT_AT_MS / 1_000 + 1) },
    { 'webhook-signature': `v1rs256,${'A'.repeat(344)}` },
    { 'webhook-signature': 'v1rs256,' },
  ]) {
    const headers = { ...signedHeaders(), ...change };
    assert.equal(await reasonOf({ headers }), 'signature-mismatch 401');
  }
});

test('a signature of another version or none is no signature', async () => {
  assert.equal(await reasonOf({ headers: plainHeaders() }), 'signature-missing 401');
  const headers = { ...signedHeaders(), 'webhook-signature': 'v1,c2VjcmV0' };
  assert.equal(await reasonOf({ headers }), 'malformed-header 401');
});

test('during a rotation two keys sign and either one is enough', async () => {
  const headers = signedHeaders([KEY, OTHER_KEY]);
  assert.equal(await reasonOf({ headers, keys: [KEY.jwk] }), 'valid');
  assert.equal(await reasonOf({ headers, keys: [OTHER_KEY.jwk] }), 'valid');
  assert.equal(
    await reasonOf({ headers, keys: [OTHER_KEY.jwk], rawBody: '{}' }),
    'unknown-key 503',
  );
  assert.equal(
    await reasonOf({ headers, keys: [KEY.jwk, OTHER_KEY.jwk], rawBody: '{}' }),
    'signature-mismatch 401',
  );
});

test('a signature is checked with the key that it names only', async () => {
  const headers = { ...signedHeaders([OTHER_KEY]), 'webhook-key-id': KEY.kid };
  const keys = [KEY.jwk, OTHER_KEY.jwk];
  assert.equal(await reasonOf({ headers, keys }), 'signature-mismatch 401');
});

test('there must be as many key ids as signatures', async () => {
  for (const kids of ['', `${KEY.kid} ${OTHER_KEY.kid}`]) {
    const headers = { ...signedHeaders(), 'webhook-key-id': kids };
    assert.equal(await reasonOf({ headers }), 'malformed-header 401');
  }
});

test('an unknown key gets a status after which the webhook comes again', async () => {
  assert.equal(await reasonOf({ keys: [OTHER_KEY.jwk] }), 'unknown-key 503');
  const lookup: KeyLookup = { kind: 'unavailable', detail: 'no network' };
  const keys = { keyById: async () => lookup };
  assert.equal(await reasonOf({ keys }), 'keys-unavailable 503');
});

test('a key that is too short or not for signatures does not count', async () => {
  const short = makeKey('short', 1_024);
  assert.equal(
    await reasonOf({ headers: signedHeaders([short]), keys: [short.jwk] }),
    'unknown-key 503',
  );
  // 3, 1 and 65536: signatures by such exponents can be forged, or cannot exist.
  for (const e of ['Aw', 'AQ', 'AQAA']) {
    assert.equal(await reasonOf({ keys: [{ ...KEY.jwk, e }] }), 'unknown-key 503', e);
  }
  for (const change of [{ use: 'enc' }, { alg: 'PS256' }, { kty: 'oct' }, { n: '' }]) {
    assert.equal(await reasonOf({ keys: [{ ...KEY.jwk, ...change }] }), 'unknown-key 503');
  }
});

test('a webhook outside the tolerance is refused, on both sides', async () => {
  for (const [offsetMs, expected] of [
    [300_000, 'valid'],
    [300_001, 'timestamp-too-old 401'],
    [-300_000, 'valid'],
    [-300_001, 'timestamp-in-future 401'],
  ] as const) {
    assert.equal(await reasonOf({ now: () => SENT_AT_MS + offsetMs }), expected);
  }
  const now = () => SENT_AT_MS + 11_000;
  assert.equal(await reasonOf({ now, toleranceS: 10 }), 'timestamp-too-old 401');
});

test('a tolerance that every time meets is a mistake of the caller', async () => {
  for (const toleranceS of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    await assert.rejects(reasonOf({ toleranceS }), TypeError);
  }
  assert.equal(await reasonOf({ toleranceS: 0 }), 'valid');
  assert.notEqual(await reasonOf({ now: () => Number.NaN }), 'valid');
});

for (const [name, ...wrong] of [
  ['webhook-id', '', 'a b', 'msg.1', 'ü'],
  ['webhook-timestamp', '', '-1', '1.5', '0', '1e9'],
  ['webhook-event', '', 'a', 'A B'],
  ['webhook-endpoint-id', '', 'a b', 'ep.1'],
  ['webhook-attempt', '', '0', '-1', '1.5'],
  ['webhook-sequence', '', '0', '-1', '1.5'],
] as const) {
  test(`${name} must be there and well-formed`, async () => {
    const { [name]: removed, ...headers } = signedHeaders();
    assert.notEqual(removed, undefined);
    assert.equal(await reasonOf({ headers }), 'missing-header 401');
    for (const value of wrong) {
      const result = await reasonOf({ headers: { ...headers, [name]: value } });
      assert.equal(result, 'malformed-header 401', value);
    }
  });
}

test('a header sent twice does not count as one', async () => {
  const headers = { ...signedHeaders(), 'webhook-sequence': ['3', '4'] };
  assert.equal(await reasonOf({ headers }), 'malformed-header 401');
  const both = { ...signedHeaders(), 'Webhook-Id': 'msg_02' };
  assert.equal(await reasonOf({ headers: both }), 'malformed-header 401');
});

test('a request to another endpoint is refused if the own id is given', async () => {
  assert.equal(await reasonOf({ endpointId: 'ep_01' }), 'valid');
  assert.equal(await reasonOf({ endpointId: 'ep_02' }), 'wrong-endpoint 401');
});

test('a payload of another version is refused', async () => {
  const headers = signedHeaders([KEY], BODY, { 'webhook-payload-version': '3' });
  assert.equal(await reasonOf({ headers }), 'payload-version 400');
});

test('a genuine body that is no payload is malformed', async () => {
  for (const body of ['', '[]', '{"data":{}}', '{"message":"x","data":{"callId":"c"}}']) {
    const headers = signedHeaders([KEY], body);
    assert.equal(await reasonOf({ headers, rawBody: body }), 'payload-malformed 400');
  }
});

test('a body beyond the bound is refused before it is hashed', async () => {
  assert.equal(await reasonOf({ rawBody: 'x'.repeat(262_145) }), 'body-too-large 413');
});

test('the content key of the endpoint names the display text', async () => {
  const body = BODY.replace('"message"', '"text"');
  const headers = signedHeaders([KEY], body);
  assert.equal(await reasonOf({ headers, rawBody: body }), 'payload-malformed 400');
  assert.equal(await reasonOf({ headers, rawBody: body, contentKey: 'text' }), 'valid');
});

test('a Bearer token verifies alone', async () => {
  const headers = plainHeaders({ authorization: 'Bearer secret-token.1~+/==' });
  const keyless = { headers, rawBody: BODY, now: () => SENT_AT_MS };
  const outcome = async (bearerToken: string | readonly string[]) => {
    const result = await verifyWebhook({ ...keyless, bearerToken });
    return result.kind === 'valid' ? 'valid' : result.reason;
  };
  assert.equal(await outcome('secret-token.1~+/=='), 'valid');
  assert.equal(await outcome(['old-token', 'secret-token.1~+/==']), 'valid');
  for (const token of ['secret-token.1~+/=', 'Secret-token.1~+/==', 'x', '']) {
    assert.equal(await outcome(token), 'bearer-mismatch', token);
  }
});

test('a request without a token, or with another scheme, does not pass', async () => {
  const rest = { rawBody: BODY, now: () => SENT_AT_MS, bearerToken: 'abc' };
  const missing = await verifyWebhook({ ...rest, headers: plainHeaders() });
  assert.equal(missing.kind === 'invalid' && missing.reason, 'missing-header');
  for (const authorization of ['Basic abc', 'abc', 'Bearer', 'Bearer abc def']) {
    const result = await verifyWebhook({ ...rest, headers: plainHeaders({ authorization }) });
    assert.equal(result.kind === 'invalid' && result.reason, 'bearer-mismatch', authorization);
  }
});

test('with keys and a token both must verify', async () => {
  const headers = { ...signedHeaders(), authorization: 'Bearer abc' };
  assert.equal(await reasonOf({ headers, bearerToken: 'abc' }), 'valid');
  assert.equal(await reasonOf({ headers, bearerToken: 'abd' }), 'bearer-mismatch 401');
  const unsigned = { ...plainHeaders(), authorization: 'Bearer abc' };
  assert.equal(await reasonOf({ headers: unsigned, bearerToken: 'abc' }), 'signature-missing 401');
});

test('the required signature formats must be present', async () => {
  const simple = signedHeaders();
  const message = messageSignedHeaders();
  const both = { ...message, ...simple };
  const outcomes = async (headers: Record<string, string>) => [
    await reasonOf({ headers }),
    await reasonOf({ headers, signatureFormat: 'webhook-signature' }),
    await reasonOf({ headers, signatureFormat: 'rfc9421' }),
    await reasonOf({ headers, signatureFormat: 'both' }),
  ];
  const missing = 'signature-missing 401';
  assert.deepEqual(await outcomes(simple), ['valid', 'valid', missing, missing]);
  assert.deepEqual(await outcomes(message), ['valid', missing, 'valid', missing]);
  assert.deepEqual(await outcomes(both), ['valid', 'valid', 'valid', 'valid']);
});

test('if both signatures are present, neither may be wrong', async () => {
  const both = { ...messageSignedHeaders(), ...signedHeaders() };
  const wrongSimple = { ...both, 'webhook-signature': `v1rs256,${'A'.repeat(344)}` };
  assert.equal(await reasonOf({ headers: wrongSimple }), 'signature-mismatch 401');
  const wrongMessage = { ...both, 'webhook-event': 'OUTBOUND_CALL_BUSY' };
  assert.equal(await reasonOf({ headers: wrongMessage }), 'signature-mismatch 401');
});
