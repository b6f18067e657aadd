/**
 * A failing endpoint is found, understood and mended by keys alone, the focus always visible (J27),
 * and read on a narrow screen, as at 400 % zoom, in the dark with forced colours (J28).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
const receiver = await failingEndpoint(setup, 'billing', {
  status: 500,
  retryScheduleMs: [21_600_000, 21_600_000],
});
for (const callId of ['keys_1', 'keys_2', 'keys_3']) {
  await call('POST', `/v1/calls/${callId}/reports`, { status: 'CALLING', direction: 'OUTBOUND' });
}
const [failing = ''] = await deliveriesIn(setup, 'state=retrying', 1);

/** More than any page has between two focusable elements. */
const TABS_MAX = 150;
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    text: (element.getAttribute('aria-label') || element.innerText || '').trim(),
    visible: element === document.body ||
      element.matches('input, textarea, h1, dialog, [tabindex="-1"]') ||
      (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0),
  };
})()`;

async function focused(page: Page): Promise<{ readonly text: string; readonly visible: boolean }> {
  const { text, visible } = Object(await page.evaluate(FOCUSED));
  return { text: String(text), visible: visible === true };
}

/**
 * Presses Tab until the focus is on the element with this name; on the way it is always visible.
 */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    await page.keyboard.press('Tab');
    const { text, visible } = await focused(page);
    assert.ok(visible, `the focus cannot be seen on "${text}"`);
    if (name.test(text)) return;
  }
  throw new Error(`no Tab leads to ${name}`);
}

test('J27: from the overview to the mended issue by keys alone', async () => {
  const page = await open(path('/overview'));
  await page.getByRole('row', { name: /billing/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL('**/issues**');
  await page.getByRole('link', { name: 'Answered 500' }).waitFor();
  await tabTo(page, /^Answered 500/);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Answered 500: billing' }).waitFor();
  assert.match((await focused(page)).text, /Answered 500/, 'the heading has the focus');

  await receiver.answer(200);
  await tabTo(page, /^Retry all/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.match((await focused(page)).text, /^Retry all/, 'the focus returns after a dialog');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Retry \d+ deliver/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bulk/blk_*');
  await page.getByText('Done', { exact: true }).first().waitFor();
  await tabTo(page, /^Back to the issue/);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/issues/**');
  await page.getByText('Resolved', { exact: true }).waitFor();
  await page.context().close();
});

test('J27: single keys can be turned off', async () => {
  const page = await open(path('/overview'));
  await page.getByRole('row', { name: /billing/ }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await tabTo(page, /^Single-key shortcuts are on|^$/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.context().close();
});

test('J28: a failing endpoint is read at 320 px, in the dark, with forced colours', async () => {
  const look = { width: 320, height: 700, theme: 'dark', forcedColors: true } as const;
  for (const where of ['/overview', '/issues', `/deliveries/${failing}`, '/calls/keys_1']) {
    const page = await open(path(where), look);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForSelector('[data-state="loading"], .starting', { state: 'detached' });
    await assertNoSidewaysScroll(page, where);
    await assertAccessible(page, where);
    await page.context().close();
  }
});
