/** The model page: each state of the contract, keys, selection, live rows, both themes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path } = setup;
const LIST = '**/v1/deliveries?*';

const region = (page: Page, state: string) =>
  page.locator(`#content [data-state="${state}"]`).first();

test('without deliveries the page says what will be here, and what to do', async () => {
  const page = await open(path('/deliveries'));
  await region(page, 'empty').waitFor();
  await page.getByRole('button', { name: 'Simulate a call' }).waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await toTheme(page, theme);
    await assertAccessible(page, `empty, ${theme}`);
  }
  await page.context().close();
});

test('with deliveries it is accessible in both themes, and at 320 px', async () => {
  await fillWithSamples(setup);
  for (const theme of ['light', 'dark'] as const) {
    const page = await open(path('/deliveries'), { theme });
    await page.waitForSelector('tr[data-row]');
    await assertAccessible(page, `rows, ${theme}`);
    await page
      .getByRole('checkbox', { name: /^Select OUT/ })
      .first()
      .check();
    await page.getByText('Updates paused').first().waitFor();
    await assertAccessible(page, `selected, ${theme}`);
    await page.context().close();
  }
  const narrow = await open(path('/deliveries'), { width: 320 });
  await narrow.waitForSelector('tr[data-row]');
  await assertNoSidewaysScroll(narrow, 'deliveries');
  await assertAccessible(narrow, '320 px');
  await narrow.context().close();
});

test('filters are in the address; without a match the page offers to clear them', async () => {
  const page = await open(path('/deliveries'));
  await page.waitForSelector('tr[data-row]');
  await page.keyboard.press('f');
  await page.keyboard.type('state:rejec');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/deliveries?state=rejected');
  await page.getByRole('combobox').fill('call:nothing colour:red');
  await page.keyboard.press('Enter');
  await region(page, 'no-match').waitFor();
  await page.getByText('"colour:red" is not a known filter').waitFor();
  await assertAccessible(page, 'no match');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForSelector('tr[data-row]');
  assert.equal(new URL(page.url()).search, '');
  await page.context().close();
});

test('J16: an error, no connection and a refusal never look like an empty list', async () => {
  const page = await open(path('/deliveries'));
  await page.waitForSelector('tr[data-row]');
  const problem = { code: 'INTERNAL', detail: 'It has been logged.', requestId: 'req_77' };
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: problem }));
  await page.getByRole('link', { name: 'Delivered', exact: true }).click();
  await region(page, 'error').waitFor();
  await page.getByText('req_77').waitFor();
  await assertAccessible(page, 'error');
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await region(page, 'offline').waitFor();
  await page.unroute(LIST);
  await page.route(LIST, (route) => route.fulfill({ status: 403, json: { code: 'FORBIDDEN' } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await region(page, 'forbidden').waitFor();
  assert.equal(await page.locator('tr[data-row]').count(), 0, 'what may not be seen is not shown');
  await page.unroute(LIST);
  await page.reload();
  await page.waitForSelector('tr[data-row]');
  await page.context().close();
});

test('keys move, open the panel, select; Esc closes and returns the focus', async () => {
  const page = await open(path('/deliveries'));
  await page.waitForSelector('tr[data-row]');
  await page.locator('[data-row-link]').first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  assert.equal(await page.locator('tr[data-selected="true"]').count(), 1);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('tr[data-selected="true"]').count(), 0);
  const row = await page.locator('tr[data-row]').nth(1).getAttribute('data-row');
  await page.keyboard.press('o');
  await page.waitForURL(`**peek=${row}`);
  await page.locator('.side-panel [data-state="ready"]').waitFor();
  await assertAccessible(page, 'panel');
  await page.keyboard.press('Escape');
  await page.locator('.side-panel').waitFor({ state: 'detached' });
  const focused = 'document.activeElement.closest("tr")?.dataset.row';
  assert.equal(await page.evaluate(focused), row);
  await page.context().close();
});

test('J15: new deliveries wait in a pill; the list stays until it is clicked', async () => {
  const page = await open(path('/deliveries'));
  await page.waitForSelector('tr[data-row]');
  await page.getByText('Live', { exact: true }).waitFor();
  const first = await page.locator('tr[data-row]').first().getAttribute('data-row');
  await setup.call('POST', '/v1/calls/call_new/reports', {
    status: 'CALLING',
    direction: 'OUTBOUND',
  });
  const pill = page.getByRole('button', { name: /\d+ new/ });
  await pill.waitFor();
  assert.equal(await page.locator('tr[data-row]').first().getAttribute('data-row'), first);
  await pill.click();
  await page.getByRole('link', { name: 'call_new' }).first().waitFor();
  assert.notEqual(await page.locator('tr[data-row]').first().getAttribute('data-row'), first);
  await page.context().close();
});

test('in Japanese the page is Japanese', async () => {
  const page = await open(path('/deliveries'), { language: 'ja' });
  await page.getByRole('heading', { level: 1, name: '配信' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'ja');
  await page.context().close();
});
