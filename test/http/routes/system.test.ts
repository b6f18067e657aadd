/** The state of the service for its operator, and the first steps that are done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Bundle, setup } from '../setup.ts';

async function done(bundle: Bundle): Promise<readonly string[]> {
  const answer = await bundle.call('GET', '/v1/onboarding');
  assert.equal(answer.status, 200, answer.text);
  const steps: readonly { step: string; done: boolean }[] = Object(answer.at('/steps'));
  const names = steps.filter((step) => step.done).map(({ step }) => step);
  assert.equal(answer.at('/done'), names.length);
  return names;
}

test('each first step is done as soon as the store shows it', async (t) => {
  const bundle = await setup(t);
  assert.deepEqual(await done(bundle), ['server']);
  const auth = { method: 'rsa-sha256' };
  await bundle.endpoint(['OUTBOUND_CALL_CALLING'], { auth });
  assert.deepEqual(await done(bundle), ['server', 'endpoint']);
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await bundle.call('POST', '/v1/calls/call_1/reports', report);
  await bundle.service.apiKeys.flush();
  assert.deepEqual(await done(bundle), ['server', 'endpoint', 'call', 'platform']);
  const page = await bundle.call('GET', '/v1/deliveries');
  const atMs = bundle.clock.wallMs();
  await bundle.settle(
    String(page.at('/data/0/id')),
    { state: 'delivered', atMs, failures: 0 },
    200,
  );
  assert.deepEqual(await done(bundle), [
    'server',
    'endpoint',
    'call',
    'delivery',
    'signature',
    'platform',
  ]);
});

test('an https URL makes the step `secured` done', async (t) => {
  const bundle = await setup(t, { publicUrl: 'https://ringpost.example' });
  assert.deepEqual(await done(bundle), ['server', 'secured']);
});

test('only an administrator sees the state of the system', async (t) => {
  const bundle = await setup(t, { inboxOff: 'It was switched off.' });
  const answer = await bundle.call('GET', '/v1/system');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.at('/store/engine'), 'sqlite');
  assert.equal(answer.at('/store/writable'), true);
  assert.equal(answer.at('/dispatcher/alive'), true);
  assert.deepEqual(answer.at('/inbox'), { on: false, reason: 'It was switched off.' });
  const token = await bundle.keyWith(['calls:read']);
  assert.equal((await bundle.call('GET', '/v1/system', undefined, { token })).status, 403);
});
