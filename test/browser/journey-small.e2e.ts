/**
 * J28: J2 and J7 played in a window of 320 by 640, which 400 % zoom leaves of 1280 by 2560, in the
 * dark and with forced colours: every step is done there, and no page scrolls sideways.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const SMALL = { width: 320, height: 640, theme: 'dark', forcedColors: true } as const;
const CALLS = 20;

const setup = await setupBrowser();
const { open, path } = setup;

/** Waits for the end of a step: its heading is there, and no request is under way. */
async function arrived(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForSelector('#content [data-state="loading"]', { state: 'detached' });
  await assertNoSidewaysScroll(page, heading);
  await assertAccessible(page, heading);
}

/** Through the menu, as there is no room for the rail. */
async function goBy(page: Page, rail: string): Promise<void> {
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await assertNoSidewaysScroll(page, 'the menu');
  await page.locator(`[data-rail="${rail}"]`).click();
}

async function simulate(page: Page, calls: number): Promise<void> {
  await page.getByLabel('Speed').selectOption('instant');
  await page.getByLabel('Calls', { exact: true }).fill(String(calls));
  await page.getByRole('button', { name: /^Simulate \d+ call/ }).click();
  await page.locator('[data-run="done"]').waitFor();
  await assertNoSidewaysScroll(page, 'simulated');
}

test('J28: the first delivery, played at 320 px, in the dark, with forced colours', async () => {
  const page = await open(path('/overview'), SMALL);
  await arrived(page, 'Overview');
  await page.getByRole('button', { name: 'Use the local inbox' }).click();
  await page.getByText('2 of 7').waitFor();
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await arrived(page, 'Simulator');
  await simulate(page, 1);

  await goBy(page, 'inbox');
  await arrived(page, 'Inbox');
  const item = page.locator('tr[data-row^="inb_"]', { hasText: 'OUTBOUND_CALL_COMPLETED' });
  await item.getByRole('link').first().click();
  await arrived(page, 'OUTBOUND_CALL_COMPLETED');
  await page.locator('.code').first().getByText('"message"').first().waitFor();
  await page.getByRole('link', { name: 'Verification' }).click();
  await page.getByText('A receiver would accept this.').waitFor();
  await assertNoSidewaysScroll(page, 'verification');

  await goBy(page, 'calls');
  await arrived(page, 'Calls');
  await page.locator('tr[data-row] a[data-row-link]').first().click();
  await page.locator('.timeline-list').waitFor();
  assert.equal(await page.locator('.timeline-rows').count(), 0, 'the timeline is a list');
  await assertNoSidewaysScroll(page, 'call');
  await assertAccessible(page, 'call');
  await goBy(page, 'overview');
  await page.getByText(/[5-7] of 7/).waitFor();
  await page.context().close();
});

test('J28: a failing endpoint, mended at 320 px, in the dark, with forced colours', async () => {
  const receiver = await failingEndpoint(setup, 'billing', {
    status: 500,
    retryScheduleMs: [21_600_000, 21_600_000],
  });
  const page = await open(path('/simulator'), SMALL);
  await arrived(page, 'Simulator');
  await simulate(page, CALLS);
  await deliveriesIn(setup, `endpointId=${receiver.id}&state=retrying`, 1);

  await goBy(page, 'overview');
  await arrived(page, 'Overview');
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.waitForURL('**/issues?status=open');
  await arrived(page, 'Issues');
  await page.getByRole('link', { name: 'Answered 500' }).click();
  await arrived(page, 'Answered 500: billing');
  await page.getByText('What to do:').waitFor();

  await page.locator('tr[data-row^="dlv_"] a').first().click();
  await page.getByText(/attempts? failed; the last one ended with: Status 500/).waitFor();
  await page.waitForSelector('#content [data-state="loading"]', { state: 'detached' });
  await assertNoSidewaysScroll(page, 'delivery');
  await assertAccessible(page, 'delivery');
  await page.goBack();
  await arrived(page, 'Answered 500: billing');

  await receiver.answer(200);
  await page.getByRole('button', { name: 'Retry all' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Receivers that accepted one before see it twice').waitFor();
  await assertNoSidewaysScroll(page, 'retry all');
  await assertAccessible(page, 'retry all');
  await dialog.getByRole('button', { name: /^Retry \d+ deliver/ }).click();
  await page.waitForURL('**/bulk/blk_*');
  await page.getByText('Done', { exact: true }).first().waitFor();
  await assertNoSidewaysScroll(page, 'bulk job');
  await assertAccessible(page, 'bulk job');
  await page.getByRole('link', { name: 'Back to the issue' }).click();
  await page.getByText('Resolved', { exact: true }).waitFor();
  await arrived(page, 'Answered 500: billing');
  await page.context().close();
});
