/** The project over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { setup } from '../setup.ts';

test('a key reads its own project, with the defaults', async (t) => {
  const bundle = await setup(t);
  const foreign = await addForeignProject(bundle);
  const { call, project } = bundle;
  const answer = await call('GET', '/v1/project');
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    ['/id', '/name', '/serviceName', '/stale/callingMs', '/retention/auditDays'].map(answer.at),
    [project.id, 'default', 'Ringpost', 14_700_000, 365],
  );
  const other = await call('GET', '/v1/project', undefined, { token: FOREIGN_TOKEN });
  assert.equal(other.at('/id'), foreign.id);
});

test('a patch changes only what it names, and the display text from then on', async (t) => {
  const { call, endpoint } = await setup(t);
  const patch = { serviceName: 'Acme Calls', stale: { outbound: true } };
  const patched = await call('PATCH', '/v1/project', patch);
  assert.deepEqual(['/serviceName', '/stale/outbound', '/stale/closingMs'].map(patched.at), [
    'Acme Calls',
    true,
    600_000,
  ]);
  await endpoint(['OUTBOUND_CALL_CALLING']);
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await call('POST', '/v1/calls/call_1/reports', report);
  const id = (await call('GET', '/v1/deliveries')).at('/data/0/id');
  const body = String((await call('GET', `/v1/deliveries/${id}`)).at('/body'));
  assert.match(JSON.parse(body).message, /^\[Acme Calls\] OUTBOUND_CALL_CALLING\n/);
});

test('values out of bounds, wrong types and unknown keys are refused', async (t) => {
  const { call } = await setup(t);
  const wrong = [
    [{ stale: { callingMs: 1 } }, '/stale/callingMs'],
    [{ retention: { auditDays: 0 } }, '/retention/auditDays'],
    [{ retention: { auditDays: '30' } }, '/retention/auditDays'],
    [{ serviceName: 'a\nb' }, '/serviceName'],
    [{ colour: 'red' }, '/colour'],
  ] as const;
  for (const [body, field] of wrong) {
    const answer = await call('PATCH', '/v1/project', body);
    assert.deepEqual([answer.status, answer.at('/errors/0/field')], [422, field], answer.text);
  }
});

test('only project:admin changes the project', async (t) => {
  const { call, keyWith } = await setup(t);
  const token = await keyWith(['endpoints:read', 'endpoints:write']);
  assert.equal((await call('GET', '/v1/project', undefined, { token })).status, 200);
  assert.equal((await call('PATCH', '/v1/project', { name: 'x' }, { token })).status, 403);
});
