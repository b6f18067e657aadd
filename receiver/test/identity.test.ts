/**
 * A request's endpoint and place in its lane: only signed values count. The attacker is the
 * receiver of another endpoint of the project, which has genuine requests and passes them on
 * changed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderGuard } from '../src/order-guard.ts';
import { type VerifyOptions, verifyWebhook } from '../src/verify-webhook.ts';
import {
  BODY,
  COMPONENTS,
  KEY,
  messageSignedHeaders,
  OTHER_KEY,
  oldSignedHeaders,
  plainHeaders,
  SECRET,
  SENT_AT_MS,
  secretSignedHeaders,
  signedHeaders,
} from './signed-webhook.ts';

const FIXED = { rawBody: BODY, now: () => SENT_AT_MS };

function verify(headers: Record<string, string>, more: Partial<VerifyOptions> = {}) {
  const proof = more.signingSecret === undefined ? { keys: [KEY.jwk] } : {};
  return verifyWebhook({ ...FIXED, ...proof, headers, ...more });
}

async function outcome(headers: Record<string, string>, more: Partial<VerifyOptions> = {}) {
  const result = await verify(headers, more);
  return result.kind === 'valid' ? `valid ${result.identity}` : result.reason;
}

const FORGED = [
  { 'webhook-endpoint-id': 'ep_02' },
  { 'webhook-event': 'OUTBOUND_CALL_ERROR' },
  { 'webhook-sequence': '999' },
  { 'acw-run-id': 'run_of_mine' },
];
const FORMS = [
  { name: 'webhook-signature', headers: signedHeaders(), more: {} },
  { name: 'rfc9421', headers: messageSignedHeaders(), more: {} },
  { name: 'both', headers: { ...messageSignedHeaders(), ...signedHeaders() }, more: {} },
  { name: 'a secret', headers: secretSignedHeaders(), more: { signingSecret: SECRET } },
];

for (const { name, headers, more } of FORMS) {
  test(`${name}: another endpoint, event, sequence or run is not believed`, async () => {
    assert.equal(await outcome(headers, more), 'valid signed');
    for (const change of FORGED) {
      const said = await outcome({ ...headers, ...change }, more);
      assert.match(said, /^(?:signature-mismatch|identity-unsigned)$/, JSON.stringify(change));
    }
  });
}

test('a forged sequence neither replaces the true webhook nor makes it late', async () => {
  const guard = createOrderGuard();
  const handled: string[] = [];
  const arrive = async (headers: Record<string, string>) => {
    const webhook = await verify(headers);
    if (webhook.kind === 'invalid') return webhook.reason;
    return guard.run(webhook, () => void handled.push(`${webhook.event} ${webhook.sequence}`));
  };
  const forged = { 'webhook-event': 'OUTBOUND_CALL_BUSY', 'webhook-sequence': '99999' };
  assert.equal(await arrive({ ...signedHeaders(), ...forged }), 'signature-mismatch');
  assert.equal(await arrive(signedHeaders()), 'handled');
  assert.deepEqual(handled, ['OUTBOUND_CALL_COMPLETED 3']);
});

test('the run of a launch is signed, and belongs to the endpoint that got it', async () => {
  const run = { 'acw-agent-id': 'ep_01', 'acw-run-id': 'run_01' };
  const launch = signedHeaders([KEY], BODY, run);
  const result = await verify(launch);
  assert.ok(result.kind === 'valid' && result.runId === 'run_01');
  for (const change of [{ 'acw-run-id': 'run_02' }, { 'acw-run-id': '' }]) {
    assert.notEqual(await outcome({ ...launch, ...change }), 'valid signed');
  }
  const { 'acw-run-id': _, ...taken } = launch;
  assert.equal(await outcome(taken), 'signature-mismatch');
  assert.equal(await outcome({ ...launch, 'acw-agent-id': 'ep_02' }), 'malformed-header');
  const components = [...COMPONENTS, 'acw-run-id'];
  assert.equal(await outcome(messageSignedHeaders({ components, more: run })), 'valid signed');
  assert.equal(await outcome(messageSignedHeaders({ more: run })), 'identity-unsigned');
});

test('the old form alone is refused by name; on demand it is accepted without order', async () => {
  const uncovered = COMPONENTS.slice(0, 6);
  for (const headers of [oldSignedHeaders(), messageSignedHeaders({ components: uncovered })]) {
    assert.equal(await outcome(headers), 'identity-unsigned');
    const more = { acceptUnsignedIdentity: true, endpointId: 'ep_01' };
    const result = await verify(headers, more);
    assert.ok(result.kind === 'valid' && result.identity === 'unsigned');
    assert.equal(result.sequence, null);
    const guard = createOrderGuard();
    assert.equal(await guard.run(result, () => {}), 'handled');
    const forged = { 'webhook-sequence': '1' };
    const again = await verify({ ...oldSignedHeaders(), ...forged }, more);
    assert.ok(again.kind === 'valid');
    assert.equal(await guard.run(again, assert.fail), 'duplicate');
  }
  const without = { acceptUnsignedIdentity: true };
  await assert.rejects(verify(oldSignedHeaders(), without), TypeError);
});

test("without the identity signature, or with another request's, nothing passes", async () => {
  const { 'webhook-identity-signature': own, ...without } = signedHeaders();
  assert.equal(await outcome(without), 'identity-unsigned');
  const other = signedHeaders([KEY], BODY, { 'webhook-endpoint-id': 'ep_02' });
  const mixed = { ...other, 'webhook-identity-signature': own ?? '' };
  assert.equal(await outcome(mixed), 'signature-mismatch');
  const plain = (without['webhook-signature'] ?? '').replace('v1rs256', 'v2rs256');
  assert.equal(
    await outcome({ ...without, 'webhook-identity-signature': plain }),
    'signature-mismatch',
  );
});

test('with a token all headers are trusted as much as the token', async () => {
  const headers = plainHeaders({ authorization: 'Bearer abc' });
  const result = await verifyWebhook({ ...FIXED, headers, bearerToken: 'abc' });
  assert.ok(result.kind === 'valid' && result.identity === 'token' && result.sequence === 3);
});

test('a secret verifies alone, or either of two; both signatures are needed', async () => {
  const both = secretSignedHeaders([SECRET, `whsec_${Buffer.alloc(32, 9).toString('base64')}`]);
  assert.equal(await outcome(both, { signingSecret: SECRET }), 'valid signed');
  const [other] = [`whsec_${Buffer.alloc(32, 9).toString('base64')}`];
  assert.equal(await outcome(both, { signingSecret: [other] }), 'valid signed');
  const unknown = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  assert.equal(await outcome(both, { signingSecret: unknown }), 'signature-mismatch');
  assert.equal(await outcome(signedHeaders(), { signingSecret: SECRET }), 'signature-missing');
  assert.equal(await outcome(plainHeaders(), { signingSecret: SECRET }), 'signature-missing');
  const { 'webhook-identity-signature': _, ...plain } = secretSignedHeaders();
  assert.equal(await outcome(plain, { signingSecret: SECRET }), 'identity-unsigned');
  for (const wrong of ['', 'whsec_', 'secret', 'whsec_AAAA', 'whsec_###']) {
    await assert.rejects(verify(both, { signingSecret: wrong }), TypeError, wrong);
  }
});

test('with keys and a secret, either proves the sender while an endpoint moves', async () => {
  const more = { signingSecret: SECRET, keys: [KEY.jwk] };
  assert.equal(await outcome(signedHeaders(), more), 'valid signed');
  assert.equal(await outcome(secretSignedHeaders(), more), 'valid signed');
  assert.equal(await outcome(signedHeaders([OTHER_KEY]), more), 'unknown-key');
});
