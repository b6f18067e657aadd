/** Signing keys over HTTP, and the public keys that receivers read without login. */
import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { type Answer, setup } from '../setup.ts';

async function withKey(t: TestContext) {
  const bundle = await setup(t);
  await bundle.service.signingKeys.ensure(bundle.project.key);
  return { ...bundle, jwksPath: `/v1/projects/${bundle.project.id}/.well-known/jwks.json` };
}

function statesOf(answer: Answer): unknown[] {
  const rows = answer.at('/data');
  assert.ok(Array.isArray(rows), answer.text);
  return rows.map((row) => row.state).toSorted();
}

function kidsOf(answer: Answer): unknown[] {
  const rows = answer.at('/keys');
  assert.ok(Array.isArray(rows), answer.text);
  return rows.map((row) => row.kid);
}

test('S7.15: keys are published without login, as JWKS and PEM of the same key', async (t) => {
  const { call, project, jwksPath } = await withKey(t);
  const jwks = await call('GET', jwksPath, undefined, { token: null });
  assert.equal(jwks.status, 200, jwks.text);
  assert.equal(jwks.headers.get('cache-control'), 'public, max-age=300');
  const jwk = jwks.at('/keys/0');
  assert.ok(typeof jwk === 'object' && jwk !== null);
  const path = `/v1/projects/${project.id}/signing-keys/${jwks.at('/keys/0/kid')}.pem`;
  const pem = await call('GET', path, undefined, { token: null });
  assert.equal(pem.status, 200, pem.text);
  assert.equal(pem.headers.get('cache-control'), 'public, max-age=300');
  assert.match(pem.headers.get('content-type') ?? '', /^application\/x-pem-file/);
  const fromJwk = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  assert.equal(fromJwk.export({ type: 'spki', format: 'pem' }), pem.text);
});

test('a next key is published, then takes over while the old one retires', async (t) => {
  const { call, jwksPath } = await withKey(t);
  const [active] = kidsOf(await call('GET', jwksPath));
  const next = await call('POST', '/v1/signing-keys');
  assert.deepEqual([next.status, next.at('/state')], [201, 'next'], next.text);
  const location = next.headers.get('location') ?? '';
  assert.equal((await call('GET', location, undefined, { token: null })).status, 200);
  const again = await call('POST', '/v1/signing-keys');
  assert.deepEqual([again.status, again.at('/code')], [409, 'STATE_CONFLICT']);
  const rotated = await call('POST', '/v1/signing-keys/rotate', { overlapDays: 2 });
  assert.deepEqual(statesOf(rotated), ['active', 'retiring']);
  assert.deepEqual(
    kidsOf(await call('GET', jwksPath)).toSorted(),
    [active, next.at('/kid')].toSorted(),
  );
});

test('a revoked key is neither published nor listed as usable', async (t) => {
  const { call, jwksPath, project } = await withKey(t);
  const [kid] = kidsOf(await call('GET', jwksPath));
  const revoked = await call('POST', `/v1/signing-keys/${kid}/revoke`);
  assert.deepEqual(statesOf(revoked), ['active', 'revoked']);
  assert.ok(!kidsOf(await call('GET', jwksPath)).includes(kid));
  const pem = await call('GET', `/v1/projects/${project.id}/signing-keys/${kid}.pem`);
  assert.equal(pem.status, 404);
  const again = await call('POST', `/v1/signing-keys/${kid}/revoke`);
  assert.equal(again.status, 409);
});

test('an overlap beyond 7 days, a wrong type and an unknown key are refused', async (t) => {
  const { call } = await withKey(t);
  for (const body of [{ overlapDays: 8 }, { overlapDays: -1 }, { overlapDays: '1' }, { days: 1 }]) {
    const answer = await call('POST', '/v1/signing-keys/rotate', body);
    assert.equal(answer.status, 422, JSON.stringify(body));
  }
  assert.deepEqual(statesOf(await call('GET', '/v1/signing-keys')), ['active']);
});

test('no answer, entry or log line holds a private key', async (t) => {
  const { call, logged, store, project } = await withKey(t);
  const answers = [
    await call('POST', '/v1/signing-keys'),
    await call('POST', '/v1/signing-keys/rotate', {}),
    await call('GET', '/v1/signing-keys'),
    await call('GET', '/v1/audit'),
  ];
  const told = answers.map((answer) => answer.text).join() + JSON.stringify(logged);
  assert.ok(!told.includes('PRIVATE') && !told.includes('privateKey'));
  for (const { privateKey } of await store.signingKeys(project.key)) {
    assert.ok(!told.includes(privateKey));
  }
});

test('keys of another project are 404, and only project:admin may change keys', async (t) => {
  const bundle = await withKey(t);
  const foreign = await addForeignProject(bundle);
  const { call, keyWith, jwksPath } = bundle;
  const [kid] = kidsOf(await call('GET', jwksPath));
  const stranger = { token: FOREIGN_TOKEN };
  const revoking = await call('POST', `/v1/signing-keys/${kid}/revoke`, undefined, stranger);
  assert.equal(revoking.status, 404);
  const wrong = [
    `/v1/projects/${foreign.id}/signing-keys/${kid}.pem`,
    '/v1/projects/prj_nobody/.well-known/jwks.json',
    '/v1/projects/..%2f/.well-known/jwks.json',
  ];
  for (const path of wrong) assert.equal((await call('GET', path)).status, 404, path);
  const token = await keyWith(['endpoints:read', 'endpoints:write']);
  assert.equal((await call('GET', '/v1/signing-keys', undefined, { token })).status, 200);
  for (const path of ['', '/rotate', `/${kid}/revoke`]) {
    const answer = await call('POST', `/v1/signing-keys${path}`, undefined, { token });
    assert.equal(answer.status, 403, path);
  }
});
