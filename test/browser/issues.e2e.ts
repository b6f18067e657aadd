/** J7: a failing endpoint is found, understood and mended from the dashboard alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
const CALLS = 20;

test('without failures there are no issues, and the page says what would be here', async () => {
  const page = await open(path('/issues'));
  await page.locator('[data-state="empty"]').waitFor();
  await page.getByText('No issues').waitFor();
  await assertAccessible(page, 'no issues');
  await page.context().close();
});

test('J7: overview, issue, delivery, retry all, bulk job, resolved', async () => {
  const receiver = await failingEndpoint(setup, 'billing', {
    status: 500,
    retryScheduleMs: [21_600_000, 21_600_000],
  });
  for (let number = 0; number < CALLS; number += 1) {
    const report = { status: 'CALLING', direction: 'OUTBOUND' };
    await call('POST', `/v1/calls/j7_${number}/reports`, report);
  }
  await deliveriesIn(setup, 'state=retrying', 1);
  const page = await open(path('/overview'));
  await page.getByRole('row', { name: /billing.*(Failing|On hold)/ }).waitFor();
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.waitForURL('**/issues?status=open');
  await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor();
  await assertAccessible(page, 'issues');
  await page.getByRole('link', { name: 'Answered 500' }).click();
  await page.getByRole('heading', { level: 1, name: 'Answered 500: billing' }).waitFor();
  await page.getByText('What to do:').waitFor();
  await assertAccessible(page, 'issue');

  await page.getByRole('button', { name: 'Write a note' }).click();
  await page.getByRole('textbox').last().fill('The database is being moved.');
  await page.getByRole('button', { name: 'Save the note' }).click();
  await page.getByText('The database is being moved.').waitFor();
  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText('Acknowledged', { exact: true }).waitFor();

  await receiver.answer(200);
  const all = (await deliveriesIn(setup, 'state=retrying', 1)).length;
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByText('Receivers that accepted one before see it twice').waitFor();
  await assertAccessible(page, 'retry all');
  await page.getByRole('button', { name: new RegExp(`^Retry ${all} deliver`) }).click();
  await page.waitForURL('**/bulk/blk_*');
  await page.getByText('Done', { exact: true }).first().waitFor();
  await page.getByText(`${all} of ${all}`).waitFor();
  await page
    .locator('tr[data-row]')
    .nth(all - 1)
    .getByText('Due again')
    .waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await toTheme(page, theme);
    await assertAccessible(page, `bulk job, ${theme}`);
  }
  await page.getByRole('link', { name: 'Back to the issue' }).click();
  await page.getByText('Resolved', { exact: true }).waitFor();
  await page.context().close();
});

test('views and filters are in the address; no match names them and offers to clear', async () => {
  const page = await open(path('/issues?status=muted'));
  await page.locator('[data-state="no-match"]').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(({ search }) => search === '');
  await page.context().close();
});

test('at 320 px the pages fit; an unknown issue says so', async () => {
  const page = await open(path('/issues'), { width: 320 });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await assertNoSidewaysScroll(page, 'issues');
  await page.goto(path('/issues/ep_0000000000-503'));
  await page.locator('[data-state="not-found"]').waitFor();
  await assertAccessible(page, 'no such issue');
  await page.goto(path('/bulk/blk_0000000000'));
  await page.locator('[data-state="not-found"]').waitFor();
  assert.equal(await page.locator('progress').count(), 0);
  await page.context().close();
});
