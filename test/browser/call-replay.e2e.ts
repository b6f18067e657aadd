/** A call's triggers are sent again; and j and k lead from delivery to delivery of a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
await fillWithSamples(setup);
const CALL = 'call_sample_0001';

test('a replay says what it will make before it runs, and links what it made', async () => {
  const page = await setup.open(setup.path(`/calls/${CALL}`));
  await page.getByRole('button', { name: 'Replay triggers…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('6 new deliveries to 3 endpoints.').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await toTheme(page, colorScheme);
    await assertAccessible(page, `replay, ${colorScheme}`);
  }
  await dialog.getByRole('checkbox', { name: 'OUTBOUND_CALL_CALLING' }).uncheck();
  await dialog.getByText('3 new deliveries to 3 endpoints.').waitFor();
  await dialog.getByRole('checkbox', { name: 'CALL_LOG_CREATED' }).uncheck();
  await dialog.getByRole('radio', { name: /that I choose/ }).check();
  await dialog.getByText('Nothing would be sent').waitFor();
  assert.ok(await dialog.getByRole('button', { name: /Send 0/ }).isDisabled());
  await dialog.getByRole('checkbox', { name: 'Billing' }).check();
  await page.setViewportSize({ width: 320, height: 700 });
  await assertNoSidewaysScroll(page, 'replay');
  await dialog.getByRole('button', { name: 'Send 1 delivery again' }).click();
  await dialog.getByText('1 delivery was made').waitFor();
  await dialog.getByRole('link', { name: 'OUTBOUND_CALL_COMPLETED' }).click();
  await page.waitForURL('**/deliveries/dlv_*');
  await page.getByText('Repeats').first().waitFor();
  await page.context().close();
});

test('j and k lead through the list that a delivery was opened from', async () => {
  const page = await setup.open(setup.path('/deliveries?state=rejected'));
  const links = page.locator('tr[data-row] a[data-row-link]');
  await links.first().click();
  await page.waitForURL('**/deliveries/dlv_*');
  const first = page.url();
  const place = page.getByRole('navigation', { name: 'Other deliveries of the list' });
  assert.match(await place.innerText(), /1 of \d+/);
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.href !== first);
  assert.match(await place.innerText(), /2 of \d+/);
  await page.keyboard.press('k');
  await page.waitForURL(first);
  await page.keyboard.press('k');
  await place.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL((url) => url.href !== first);
  await page.reload();
  await place.getByText(/2 of \d+/).waitFor();
  await page.getByRole('link', { name: 'Deliveries', exact: true }).last().click();
  await page.waitForURL('**/deliveries?state=rejected');
  await page.context().close();
});
