/** The page of the system: what it shows can be taken along as a file, without a secret. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { setupBrowser } from './setup.ts';

const { open } = await setupBrowser();

test('diagnostics are what the page shows, and what the browser knows', async () => {
  const page = await open('/system');
  await page.getByText('the clocks agree').waitFor();
  await assertAccessible(page, 'system');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download diagnostics' }).click();
  const download = await coming;
  assert.match(download.suggestedFilename(), /^ringpost-.+-\d{4}-\d{2}-\d{2}\.json$/);
  const { system, browser } = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(system.store.engine, 'sqlite');
  assert.equal(system.dispatcher.alive, true);
  assert.equal(browser.serverAheadMs, 0);
  await page.context().close();
});
