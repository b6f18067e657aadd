/** The page of the system: its content can be exported as a file, without a secret. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { setupBrowser } from './setup.ts';

const { open, call, directory } = await setupBrowser();

test('diagnostics are the content of the page, and what the browser knows', async () => {
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

test('a moved secret is shown with what to do, in both languages', async () => {
  const source = { adapter: 'twilio', publicUrl: 'https://calls.example.com/twilio' };
  for (const name of ['one', 'two']) {
    await call('POST', '/v1/sources', { ...source, name, secret: `synthetic-secret-of-${name}` });
  }
  const db = new DatabaseSync(join(directory, 'ringpost.db'));
  db.exec('update sources set secret = (select secret from sources order by key desc limit 1)');
  db.close();
  await call('GET', '/v1/sources');
  const page = await open('/system');
  await page.getByText('Secret of a source', { exact: true }).waitFor();
  await page.getByText(/enter the secret again/).waitFor();
  await assertAccessible(page, 'system with a refused seal');
  await page.context().close();
  const other = await open('/system', { language: 'ja' });
  await other.getByText('取込元のシークレット', { exact: true }).waitFor();
  await other.getByText(/秘密を入力し直す/).waitFor();
  await other.context().close();
});
