/**
 * A delivery that an operator reopened says so in a header. Only a signature over it, or the
 * endpoint's token, makes the order guard pass it on after a newer one.
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
  plainHeaders,
  REOPENED,
  reopenedHeaders,
  SECRET,
  SENT_AT_MS,
  secretSignedHeaders,
  signedHeaders,
} from './signed-webhook.ts';

const components = [...COMPONENTS, 'webhook-reopened'];
const byMessage = messageSignedHeaders({ components, more: REOPENED });
const BY_KEYS = { keys: [KEY.jwk] };
const BY_SECRET = { signingSecret: SECRET };

interface Form {
  readonly name: string;
  readonly reopened: Record<string, string>;
  readonly plain: Record<string, string>;
  readonly more: Partial<VerifyOptions>;
}

const FORMS: readonly Form[] = [
  { name: 'webhook-signature', reopened: reopenedHeaders(), plain: signedHeaders(), more: BY_KEYS },
  {
    name: 'webhook-signature of two keys',
    reopened: reopenedHeaders([OTHER_KEY, KEY]),
    plain: signedHeaders([OTHER_KEY, KEY]),
    more: BY_KEYS,
  },
  { name: 'rfc9421', reopened: byMessage, plain: messageSignedHeaders(), more: BY_KEYS },
  {
    name: 'both',
    reopened: { ...byMessage, ...reopenedHeaders() },
    plain: { ...messageSignedHeaders(), ...signedHeaders() },
    more: BY_KEYS,
  },
  {
    name: 'a secret',
    reopened: secretSignedHeaders([SECRET], BODY, REOPENED),
    plain: secretSignedHeaders(),
    more: BY_SECRET,
  },
];

async function reopenedOf(headers: Record<string, string>, more: Partial<VerifyOptions>) {
  const result = await verifyWebhook({ rawBody: BODY, now: () => SENT_AT_MS, headers, ...more });
  assert.ok(result.kind === 'valid', result.kind === 'invalid' ? result.detail : '');
  return result.reopened;
}

for (const { name, reopened, plain, more } of FORMS) {
  test(`${name}: reopened counts if it is signed, and not if it was added`, async () => {
    assert.equal(await reopenedOf(reopened, more), true);
    assert.equal(await reopenedOf(plain, more), false);
    assert.equal(await reopenedOf({ ...plain, ...REOPENED }, more), false);
    const { 'webhook-reopened-signature': _, ...without } = reopened;
    if (name !== 'rfc9421' && name !== 'both') assert.equal(await reopenedOf(without, more), false);
    const identity = plain['webhook-identity-signature'];
    if (identity !== undefined && name !== 'both') {
      for (const version of ['v2', 'v3']) {
        const entries = identity.replaceAll(/(^| )v2/g, `$1${version}`);
        const copied: Record<string, string> = { 'webhook-reopened-signature': entries };
        assert.equal(await reopenedOf({ ...plain, ...REOPENED, ...copied }, more), false);
      }
    }
  });
}

test('a signature that covers the header fails without it', async () => {
  const { 'webhook-reopened': _, ...without } = byMessage;
  const result = await verifyWebhook({
    ...BY_KEYS,
    rawBody: BODY,
    now: () => SENT_AT_MS,
    headers: without,
  });
  assert.ok(result.kind === 'invalid' && result.reason === 'not-covered');
});

test('a token vouches for the header as for every other', async () => {
  const more = { bearerToken: 'abc' };
  const headers = plainHeaders({ authorization: 'Bearer abc' });
  assert.equal(await reopenedOf({ ...headers, ...REOPENED }, more), true);
  assert.equal(await reopenedOf(headers, more), false);
});

test('the order guard passes it on late, once, and later ones stay in order', async () => {
  const guard = createOrderGuard();
  const handled: number[] = [];
  const arrive = (sequence: number, reopened = false) => {
    const payload = { data: { callId: 'call-1' } };
    const webhook = { webhookId: `msg_${sequence}`, endpointId: 'ep', sequence, reopened, payload };
    return guard.run(webhook, () => void handled.push(sequence));
  };
  assert.equal(await arrive(1), 'handled');
  assert.equal(await arrive(4), 'handled');
  assert.equal(await arrive(3), 'late');
  assert.equal(await arrive(3, true), 'reopened');
  assert.equal(await arrive(3, true), 'duplicate');
  assert.equal(await arrive(2), 'late', 'the newest that was handled still counts');
  assert.equal(await arrive(5, true), 'handled', 'in order it is as any other');
  assert.deepEqual(handled, [1, 4, 3, 5]);
});
