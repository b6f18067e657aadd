/** API keys on the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiKeyKey, asKey, type ProjectKey } from '../../../src/core/id.ts';
import { SYSTEM_MAKER } from '../../../src/core/key/api-key-maker.ts';
import { ApiKeyRecord, showApiKey } from '../../../src/http/schema/api-key.ts';

test('a record shows four characters of the key and nothing of its hash', () => {
  const shown = showApiKey({
    key: asKey<ApiKeyKey>(1),
    id: 'key_1',
    projectKey: asKey<ProjectKey>(1),
    name: 'PBX',
    hash: 'abcdef',
    hint: '9f3c',
    scopes: ['calls:read'],
    createdAtMs: 0,
    expiresAtMs: 1,
    lastUsedAtMs: null,
    revokedAtMs: null,
    madeBy: 'system',
    maker: SYSTEM_MAKER,
    inEnvironment: false,
  });
  assert.deepEqual(Object.keys(shown).toSorted(), Object.keys(ApiKeyRecord.properties).toSorted());
  assert.equal(shown.hint, '••••9f3c');
  assert.equal(shown.expiresAt, '1970-01-01T00:00:00.001Z');
  assert.ok(!JSON.stringify(shown).includes('abcdef'));
});
