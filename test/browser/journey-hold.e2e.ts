/** J25: an endpoint is paused, holds, goes on with the newest of each call. J26: a stale call. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;

test('J25: pause, five calls held, resume with the newest of each', async () => {
  const options = { status: 200, retryScheduleMs: [] };
  const endpoint = await failingEndpoint(setup, 'paused', options);
  const page = await open(path(`/endpoints/${endpoint.id}`));
  await page.getByRole('button', { name: /: paused$/ }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('None is lost').waitFor();
  await assertAccessible(page, 'disable');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('paused is disabled.').waitFor();
  for (let number = 0; number < 5; number += 1) {
    for (const status of ['CALLING', 'COMPLETED']) {
      const report = { status, direction: 'OUTBOUND' };
      await call('POST', `/v1/calls/call_held_${number}/reports`, report);
    }
  }
  await deliveriesIn(setup, `state=held&endpointId=${endpoint.id}`, 10);
  await page.getByRole('button', { name: /: paused$/ }).click();
  await page.getByRole('menuitem', { name: 'Enable', exact: true }).click();
  await dialog.getByText('10 deliveries are held.').waitFor();
  await dialog.getByLabel('Only the newest of each call').check();
  await assertAccessible(page, 'enable');
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('5 held deliveries were cancelled.').waitFor();
  const sent = await deliveriesIn(setup, `state=delivered&endpointId=${endpoint.id}`, 5);
  assert.equal(sent.length, 5);
  const cancelled = await call('GET', `/v1/deliveries?state=cancelled&endpointId=${endpoint.id}`);
  assert.equal(JSON.stringify(cancelled).match(/"id":"dlv_/g)?.length, 5);
  await page.goto(path(`/deliveries?state=delivered&endpoint=${endpoint.id}`));
  await page.waitForSelector('tr[data-row]');
  assert.equal(await page.locator('tr[data-row]').count(), 5);
  assert.equal(await page.getByText('OUTBOUND_CALL_COMPLETED').count(), 5);
  await page.context().close();
});

/** Ten seconds, then the service's next poll, on a machine that may be busy. */
const ENDED_MS = 90_000;

test('J26: silence beyond the threshold ends an inbound call, and its page says so', async () => {
  await assert.rejects(call('PATCH', '/v1/project', { stale: { callingMs: 9_000 } }), /10/);
  await call('PATCH', '/v1/project', { stale: { callingMs: 10_000 } });
  const boxes = JSON.stringify(await call('GET', '/v1/inbox/boxes'));
  await call('POST', '/v1/endpoints', {
    name: 'Reads logs',
    kind: 'custom',
    triggers: ['CALL_LOG_CREATED'],
    target: /http:\/\/[^"]*\/http\/default/.exec(boxes)?.[0],
    auth: { method: 'rsa-sha256' },
  });
  const report = { status: 'CALLING', direction: 'INBOUND' };
  await call('POST', '/v1/calls/call_stale/reports', report);
  const page = await open(path('/calls/call_stale'));
  await page.getByRole('heading', { level: 1, name: 'call_stale' }).waitFor();
  await page.getByText('A call log may not exist.').waitFor({ timeout: ENDED_MS });
  await page.getByText('ERROR').first().waitFor();
  await page.locator('.bar[data-kind="stale"]').first().waitFor();
  await assertAccessible(page, 'stale call');
  // The end fires the triggers of every end, however late; a receiver must not wait for a log.
  const late = 'trigger=CALL_LOG_CREATED&callId=call_stale&state=delivered';
  const [delivery = ''] = await deliveriesIn(setup, late, 1);
  await page.getByRole('link', { name: 'Deliveries' }).last().click();
  const row = page.locator('#content tr', { hasText: 'CALL_LOG_CREATED' });
  await row.getByText('Delivered').waitFor();
  await page.goto(path(`/deliveries/${delivery}`));
  await page.locator('.code').getByText('"ERROR"').first().waitFor();
  await page.goto(path('/calls?stale=1'));
  await page.locator('tr[data-row]').getByText('ended by staleness').waitFor();
  await page.context().close();
});
