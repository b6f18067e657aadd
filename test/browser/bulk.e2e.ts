/**
 * Bulk jobs from pages: all deliveries that match a filter with a negation, and all that are open
 * for a call.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
const CALLS = 3;

test('all that match the filter are retried as one job, and no other', async () => {
  const refusing = { status: 404, retryScheduleMs: [21_600_000] };
  const taken = await failingEndpoint(setup, 'taken', refusing);
  const spared = await failingEndpoint(setup, 'spared', refusing);
  for (let number = 0; number < CALLS; number += 1) {
    const report = { status: 'CALLING', direction: 'OUTBOUND' };
    await call('POST', `/v1/calls/bulk_${number}/reports`, report);
  }
  await deliveriesIn(setup, 'state=rejected', 2 * CALLS);
  await taken.answer(200);
  await spared.answer(200);
  const page = await open(path('/deliveries'));
  await page.locator('tr[data-row]').first().waitFor();
  await page.getByRole('combobox').fill('state:rejected -endpoint:spared took:>2s');
  await page.keyboard.press('Enter');
  await page.getByText('Deliveries cannot be filtered by duration').waitFor();
  await page.getByText('Not endpoint: spared').waitFor();
  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.check();
  await page.getByRole('button', { name: `Retry ${CALLS} deliveries` }).waitFor();
  await page.getByRole('button', { name: 'Select all that match the filter' }).click();
  await assertAccessible(page, 'all that match');
  await page.getByRole('button', { name: 'Retry all…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Receivers that accepted them before see duplicates').waitFor();
  await assertAccessible(page, 'asked');
  await dialog.getByRole('button', { name: `Retry ${CALLS} deliveries` }).click();
  await page.waitForURL('**/bulk/blk_*');
  await page.getByText(`${CALLS} of ${CALLS}`).waitFor();
  await page.getByText('Not endpoint: spared').waitFor();
  await deliveriesIn(setup, `state=delivered&endpointId=${taken.id}`, CALLS);
  const left = await deliveriesIn(setup, `state=rejected&endpointId=${spared.id}`, CALLS);
  assert.equal(left.length, CALLS);
  await page.context().close();
});

test('one request cancels what a call has open, after the count was shown', async () => {
  const receiver = await failingEndpoint(setup, 'down', {
    status: 503,
    retryScheduleMs: [21_600_000, 21_600_000],
  });
  for (const status of ['CALLING', 'COMPLETED']) {
    await call('POST', '/v1/calls/open_1/reports', { status, direction: 'OUTBOUND' });
  }
  await deliveriesIn(setup, `state=retrying&endpointId=${receiver.id}`, 1);
  const page = await open(path('/calls/open_1'));
  const cancels: string[] = [];
  page.on('request', (request) => {
    if (/\/cancel$|\/v1\/bulk$/.test(request.url())) cancels.push(request.method());
  });
  await page.getByRole('button', { name: /^Cancel 2 open/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('They are not sent').waitFor();
  await dialog.getByRole('button', { name: 'Cancel 2 deliveries' }).click();
  await page.waitForURL('**/bulk/blk_*');
  await page.getByText('2 of 2').waitFor();
  assert.deepEqual(cancels, ['POST']);
  await deliveriesIn(setup, 'state=cancelled&callId=open_1', 2);
  await page.context().close();
});

test('at 320 px the bar of the selected rows fits', async () => {
  const page = await open(path('/deliveries'), { width: 320 });
  await page.locator('tr[data-row]').first().waitFor();
  for (const box of await page.getByRole('checkbox', { name: /^Select OUT/ }).all()) {
    await box.check();
  }
  await page.getByRole('button', { name: 'Select all that match the filter' }).click();
  await assertNoSidewaysScroll(page, 'bulk bar');
  await page.getByText('All that match the filter', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  for (const box of await page.getByRole('checkbox', { name: /^Select OUT/ }).all()) {
    await box.check();
  }
  await page.getByRole('button', { name: /^Retry \d/ }).waitFor();
  const stale = page.getByText('All that match the filter', { exact: true });
  assert.equal(await stale.count(), 0, 'what is selected next is only that');
  await page.context().close();
});
