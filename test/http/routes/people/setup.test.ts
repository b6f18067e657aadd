/** The first owner is made once, with a one-time token and no default password. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETUP_LINK_MS } from '../../../../src/core/person/session.ts';
import { firstOwner, PASSWORD } from '../../person/people.ts';
import { setup } from '../../setup.ts';

const KIM = { email: 'Kim@Example.com', name: 'Kim', password: PASSWORD };

test('the token makes the first owner, who is signed in; then setup is done', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const open = { token: null };
  const before = await call('GET', '/v1/setup', undefined, open);
  assert.deepEqual(before.json, { needed: true, oidc: null, resetByMail: false });
  const token = await bundle.service.people.setup.newToken();
  const made = await call('POST', '/v1/setup', { ...KIM, token }, open);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.at('/user/email'), made.at('/user/name'), made.at('/signedInBy')],
    ['kim@example.com', 'Kim', 'setup'],
  );
  assert.equal(made.at('/memberships/0/role'), 'owner');
  assert.equal(made.at('/memberships/0/projectId'), bundle.project.id);
  assert.equal((await call('GET', '/v1/setup', undefined, open)).at('/needed'), false);
  const again = await call('POST', '/v1/setup', { ...KIM, token }, open);
  assert.deepEqual([again.status, again.at('/code')], [409, 'STATE_CONFLICT']);
  assert.equal(await bundle.service.people.setup.newToken(), null);
});

test('a wrong token is a fault of its field, and makes no owner', async (t) => {
  const { call, service } = await setup(t);
  await service.people.setup.newToken();
  for (const token of ['', 'wrong', 'x'.repeat(43)]) {
    const answer = await call('POST', '/v1/setup', { ...KIM, token }, { token: null });
    assert.equal(answer.status, 422, answer.text);
    assert.equal(answer.at('/errors/0/field'), '/token');
  }
  assert.equal(await service.people.setup.isNeeded(), true);
});

test('a short password, no name and no e-mail are named together, each at its field', async (t) => {
  const { call, service } = await setup(t);
  const token = await service.people.setup.newToken();
  const body = { token, email: 'kim', name: ' ', password: 'only 11 ch.' };
  const answer = await call('POST', '/v1/setup', body, { token: null });
  assert.equal(answer.status, 422, answer.text);
  const fields: { field: string; message: string }[] = Object(answer.at('/errors'));
  assert.deepEqual(
    fields.map(({ field }) => field),
    ['/email', '/name', '/password'],
  );
  assert.match(String(fields[2]?.message), /12 or more/);
  assert.equal((await call('POST', '/v1/setup', { ...KIM, token }, { token: null })).status, 201);
});

test('another site and a form cannot make the first owner', async (t) => {
  const { call, service } = await setup(t);
  const token = await service.people.setup.newToken();
  const elsewhere = { origin: 'https://evil.example' };
  const crossed = await call('POST', '/v1/setup', { ...KIM, token }, { headers: elsewhere });
  assert.deepEqual([crossed.status, crossed.at('/code')], [403, 'NOT_SAME_ORIGIN']);
  const headers = { 'content-type': 'text/plain' };
  const raw = JSON.stringify({ ...KIM, token });
  assert.equal((await call('POST', '/v1/setup', undefined, { raw, headers })).status, 415);
});

test('the trail has the first owner and the address, without token or password', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const trail = await kim.ask('GET', '/v1/audit');
  const entry = Object(trail.at('/data/0'));
  assert.deepEqual(
    [entry.action, entry.actor, entry.target, entry.address],
    ['setup.completed', kim.id, kim.id, '127.0.0.1'],
  );
  assert.ok(!trail.text.includes(PASSWORD) && !trail.text.includes('hash'));
});

test('a link ends a day after it was printed, and a new one works', async (t) => {
  const { call, clock, service } = await setup(t);
  const old = await service.people.setup.newToken();
  clock.advance(SETUP_LINK_MS);
  const token = await service.people.setup.newToken();
  const late = await call('POST', '/v1/setup', { ...KIM, token: old }, { token: null });
  assert.equal(late.status, 422);
  assert.match(String(late.at('/errors/0/message')), /ringpost setup-link/);
  assert.equal((await call('POST', '/v1/setup', { ...KIM, token }, { token: null })).status, 201);
});
