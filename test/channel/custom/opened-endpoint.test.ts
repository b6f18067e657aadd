/** Settings of an endpoint are checked and unsealed once per revision; errors show no secret. */
import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { createEndpointOpener } from '../../../src/channel/custom/opened-endpoint.ts';
import { createGuard } from '../../../src/channel/destination-guard.ts';
import type { EndpointAuth } from '../../../src/core/endpoint/endpoint.ts';
import {
  HEADER_CONTEXT,
  SECRET_CONTEXT,
  TOKEN_CONTEXT,
} from '../../../src/engine/ports/secrets.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { givenEndpoint } from '../given.ts';
import { PLACE, SECRETS, sealed } from './given-keys.ts';

const GUARD = createGuard({ allow: [] });
const open = createEndpointOpener({ secrets: SECRETS, guard: GUARD });
let revision = 0;

function bearer(token: string, context = TOKEN_CONTEXT): EndpointAuth {
  return { method: 'bearer', token: sealed(token, context), tokenHint: '' };
}

function opened(changes: Parameters<typeof givenEndpoint>[0]) {
  revision += 1;
  return open(givenEndpoint({ ...changes, revision }));
}

function failureOf(changes: Parameters<typeof givenEndpoint>[0]) {
  const it = opened(changes);
  assert.ok(it.kind === 'unusable', JSON.stringify(it));
  assert.ok(!it.failure.detail.includes('s3cr3t'));
  return it.failure.kind === 'error' ? it.failure.error : it.failure.kind;
}

test('a Bearer token and static headers are opened', () => {
  const value = sealed('blue', HEADER_CONTEXT, 'X-A');
  const it = opened({ auth: bearer('s3cr3t+/='), headers: [{ name: 'X-A', value, hint: '' }] });
  assert.deepEqual(it, {
    kind: 'ready',
    target: 'https://receiver.example/hook',
    headers: [{ name: 'X-A', value: 'blue' }],
    credential: { kind: 'token', authorization: 'Bearer s3cr3t+/=' },
    secrets: ['s3cr3t+/=', 'blue'],
  });
});

test('opened settings are cached for their revision', () => {
  let asked = 0;
  const counting = createEndpointOpener({
    guard: GUARD,
    secrets: {
      open(text, context, place) {
        asked += 1;
        return SECRETS.open(text, context, place);
      },
    },
  });
  const endpoint = givenEndpoint({ auth: bearer('one') });
  assert.equal(counting(endpoint), counting(endpoint));
  assert.equal(asked, 1);
  const edited = counting({ ...endpoint, revision: 2, auth: bearer('two') });
  assert.ok(edited.kind === 'ready' && edited.credential.kind === 'token');
  assert.equal(edited.credential.authorization, 'Bearer two');
});

test('secrets are opened with their end times; a sealed text of another kind is refused', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(24, 2)];
  const text = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
  const seal = (bytes: Buffer, context = SECRET_CONTEXT) => sealed(text(bytes), context);
  const auth = (secret: string) =>
    ({
      method: 'hmac-sha256',
      secret,
      secretHint: '',
      retiring: [{ secret: seal(two), secretHint: '', untilMs: 9 }],
    }) as const;
  const it = opened({ auth: auth(seal(one)) });
  assert.ok(it.kind === 'ready');
  assert.deepEqual(it.credential, {
    kind: 'secrets',
    signing: [
      { key: createSecretKey(one), untilMs: null },
      { key: createSecretKey(two), untilMs: 9 },
    ],
  });
  assert.deepEqual(it.secrets, [text(one), text(two)]);
  assert.equal(failureOf({ auth: auth(seal(one, TOKEN_CONTEXT)) }), 'configuration');
});

test('a token that cannot be opened or sent is an error of configuration', () => {
  const foreign = createSecretBox(Buffer.alloc(32, 8)).seal('s3cr3t', TOKEN_CONTEXT, PLACE);
  for (const auth of [
    bearer('s3cr3t', HEADER_CONTEXT),
    { method: 'bearer', token: foreign, tokenHint: '' } as const,
    { method: 'bearer', token: 'nonsense', tokenHint: '' } as const,
    bearer('s3cr3t\r\nx-evil: 1'),
    bearer('s3cr3t é'),
    bearer(''),
  ]) {
    assert.equal(failureOf({ auth }), 'configuration');
  }
});

test('a static header that cannot be opened or sent is an error of configuration', () => {
  const header = (name: string, text = 's3cr3t', context = HEADER_CONTEXT) => ({
    name,
    value: sealed(text, context, name),
    hint: '',
  });
  for (const wrong of [
    header('x-a', 's3cr3t', TOKEN_CONTEXT),
    header('x-a', 's3cr3t\r\nx-evil: 1'),
    header('x-a\r\nx-evil'),
    header('webhook-id'),
    header('Authorization'),
    header('host'),
  ]) {
    assert.equal(failureOf({ headers: [wrong] }), 'configuration', wrong.name);
  }
});

test('no target or no authentication is an error of configuration', () => {
  assert.equal(failureOf({ target: null }), 'configuration');
  assert.equal(failureOf({ auth: null }), 'configuration');
});

test('a target that may not be registered any more is blocked', () => {
  assert.equal(failureOf({ target: 'http://receiver.example/' }), 'blocked');
  assert.equal(failureOf({ target: 'https://127.0.0.1/' }), 'blocked');
});
