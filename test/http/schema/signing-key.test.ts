/** Signing keys on the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../src/core/id.ts';
import { SigningKeyRecord, showSigningKey } from '../../../src/http/schema/signing-key.ts';

test('a record has exactly the keys of its schema, even if it is given more', () => {
  const row = {
    kid: 'kid',
    projectKey: asKey<ProjectKey>(1),
    state: 'retiring',
    publicKey: 'PEM',
    privateKey: 'rb1.sealed',
    createdAtMs: 0,
    stateSinceMs: 1,
    stateUntilMs: 2,
  } as const;
  assert.deepEqual(showSigningKey(row), {
    kid: 'kid',
    state: 'retiring',
    publicKey: 'PEM',
    createdAt: '1970-01-01T00:00:00.000Z',
    stateSince: '1970-01-01T00:00:00.001Z',
    stateUntil: '1970-01-01T00:00:00.002Z',
  });
  assert.deepEqual(
    Object.keys(showSigningKey(row)).toSorted(),
    Object.keys(SigningKeyRecord.properties).toSorted(),
  );
});
