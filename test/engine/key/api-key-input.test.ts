/** Which values a new API key may have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import type { Scope } from '../../../src/core/key/scope.ts';
import { checkApiKeyInput } from '../../../src/engine/key/api-key-input.ts';
import { actorOf, failure } from '../manage/setup.ts';

const admin = actorOf({ key: asKey<ProjectKey>(1), id: 'prj_1' });
const input = { name: 'PBX', scopes: ['reports:write'] as const, expiresAtMs: null };

test('every broken rule is named with its field', () => {
  const broken = {
    name: 'a\nb',
    scopes: ['calls:read', 'calls:read'] as const,
    expiresAtMs: 10,
  };
  assert.throws(
    () => checkApiKeyInput(broken, admin, 10),
    failure('INVALID_INPUT', ['/name', '/scopes', '/expiresAt']),
  );
  assert.throws(
    () => checkApiKeyInput({ ...input, scopes: [] }, admin, 10),
    failure('INVALID_INPUT', ['/scopes']),
  );
});

test('a key grants only scopes that it has, but project:admin grants all', () => {
  const reader = { ...admin, scopes: new Set<Scope>(['calls:read']) };
  checkApiKeyInput({ ...input, scopes: ['calls:read'] }, reader, 10);
  assert.throws(() => checkApiKeyInput(input, reader, 10), failure('FORBIDDEN'));
  const onlyAdmin = { ...admin, scopes: new Set<Scope>(['project:admin']) };
  checkApiKeyInput(input, onlyAdmin, 10);
});
