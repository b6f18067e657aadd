/** The verification report: each check by itself, with signatures that other code makes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BODY,
  KEY,
  messageSignedHeaders,
  OTHER_KEY,
  OTHER_SECRET,
  oldSignedHeaders,
  plainHeaders,
  SECRET,
  SENT_AT_MS,
  secretSignedHeaders,
  signedHeaders,
} from '../../receiver/test/signed-webhook.ts';
import { readerOf } from '../../src/inbox/header-list.ts';
import { OrderWatch, verificationOf } from '../../src/inbox/verification.ts';

async function report(
  headers: Readonly<Record<string, string>>,
  {
    body = BODY,
    receivedAtMs = SENT_AT_MS,
    secrets = [],
  }: { body?: string; receivedAtMs?: number; secrets?: readonly string[] } = {},
) {
  const held = { receivedAtMs, body: Buffer.from(body), order: 'in-order' } as const;
  return verificationOf(held, readerOf(Object.entries(headers)), {
    keys: [KEY.jwk],
    secrets,
  });
}

const SIGNED = { ...signedHeaders() };
const MESSAGE = { ...messageSignedHeaders() };

test('a signed, unchanged and recent webhook is valid, in every signature format', async () => {
  const time = { timestamp: 'within', ageS: 0, order: 'in-order' } as const;
  assert.deepEqual(await report(SIGNED), {
    verdict: 'valid',
    detail: 'Signed by a key of the project, whole and recent.',
    signature: 'valid',
    digest: 'absent',
    ...time,
  });
  for (const headers of [MESSAGE, { ...SIGNED, ...MESSAGE }]) {
    const found = await report(headers);
    assert.partialDeepStrictEqual(found, { verdict: 'valid', digest: 'matches', ...time });
  }
});

test('a signed body with other content is valid', async () => {
  const body = JSON.stringify({ ...JSON.parse(BODY), text: 'x', message: undefined });
  assert.equal((await report(signedHeaders([KEY], body), { body })).verdict, 'valid');
});

test('a changed body fails the signature, and the digest where there is one', async () => {
  const body = BODY.replace('CA01', 'CA02');
  assert.partialDeepStrictEqual(await report(SIGNED, { body }), {
    verdict: 'invalid',
    signature: 'invalid',
    digest: 'absent',
  });
  assert.partialDeepStrictEqual(await report(MESSAGE, { body }), {
    verdict: 'invalid',
    signature: 'valid',
    digest: 'differs',
  });
});

test('a timestamp more than 300 s early or late is outside, whatever the signature', async () => {
  for (const [lateS, timestamp, verdict] of [
    [300, 'within', 'valid'],
    [301, 'outside', 'invalid'],
    [-300, 'within', 'valid'],
    [-301, 'outside', 'invalid'],
  ] as const) {
    const found = await report(SIGNED, { receivedAtMs: SENT_AT_MS + lateS * 1_000 });
    assert.partialDeepStrictEqual(found, { verdict, timestamp, ageS: lateS, signature: 'valid' });
  }
});

test('the report names an unknown key and missing headers', async () => {
  const stranger = await report(signedHeaders([OTHER_KEY]));
  assert.partialDeepStrictEqual(stranger, { verdict: 'invalid', signature: 'invalid' });
  assert.match(stranger.detail, /No key has the id/);
  const { 'webhook-id': _id, ...rest } = SIGNED;
  assert.partialDeepStrictEqual(await report(rest), {
    verdict: 'invalid',
    signature: 'invalid',
    detail: 'webhook-id is missing.',
  });
  const { 'webhook-timestamp': _time, ...timeless } = SIGNED;
  assert.partialDeepStrictEqual(await report(timeless), { timestamp: 'absent', ageS: null });
});

test('a signature by a secret of the endpoint is valid, the old form alone is not', async () => {
  const secrets = [SECRET];
  const found = await report(secretSignedHeaders(), { secrets });
  assert.partialDeepStrictEqual(found, { verdict: 'valid', signature: 'valid' });
  assert.match(found.detail, /secret of the endpoint/);
  const stranger = await report(secretSignedHeaders(), { secrets: [OTHER_SECRET] });
  assert.partialDeepStrictEqual(stranger, { verdict: 'invalid', signature: 'invalid' });
  assert.partialDeepStrictEqual(await report(secretSignedHeaders()), { verdict: 'invalid' });
  const old = await report(oldSignedHeaders());
  assert.partialDeepStrictEqual(old, { verdict: 'invalid' });
  assert.match(old.detail, /does not cover webhook-endpoint-id/);
});

test('a Bearer token alone, or nothing, is unsigned', async () => {
  const bearer = await report(plainHeaders({ authorization: 'Bearer x' }));
  assert.partialDeepStrictEqual(bearer, { verdict: 'unsigned', signature: 'absent' });
  assert.match(bearer.detail, /credential and no signature/);
  const nothing = await report({});
  assert.partialDeepStrictEqual(nothing, {
    verdict: 'unsigned',
    timestamp: 'absent',
    digest: 'absent',
  });
});

test('malformed headers and bodies are invalid and never throw', async () => {
  for (const value of ['', ' ', 'v1rs256,', '=:x', '("a" "b");', ':::', 'sig1=', '\u00ff']) {
    const headers = Object.fromEntries(Object.keys(MESSAGE).map((name) => [name, value]));
    for (const body of ['', 'null', '[', '{"data":1}']) {
      const found = await report({ ...headers, 'webhook-signature': value }, { body });
      assert.equal(found.verdict, 'invalid', `${value} ${body}`);
    }
  }
});

test('repeats and late ones are marked; a refused one comes again in order', async () => {
  const watch = new OrderWatch();
  const see = (
    id: string,
    sequence: string,
    taken: boolean,
    callId: string | null = 'c',
    proven = true,
  ) => {
    const headers = { 'webhook-id': id, 'webhook-endpoint-id': 'ep', 'webhook-sequence': sequence };
    return watch.see(readerOf(Object.entries(headers)), callId, taken, proven);
  };
  assert.equal(await see('a', '1', false), 'in-order');
  assert.equal(await see('a', '1', true), 'in-order');
  assert.equal(await see('a', '1', true), 'repeat');
  assert.equal(await see('c', '3', true), 'in-order');
  assert.equal(await see('b', '2', true), 'late');
  assert.equal(await see('b', '1', true, 'another call'), 'in-order');
  assert.equal(await see('c', '3', true, 'c', false), 'in-order', 'what is not proven is apart');
  assert.equal(await see('x', 'y', true), 'unknown');
  assert.equal(await see('x', '1', true, null), 'unknown');
});
