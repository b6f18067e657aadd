/** The API key of the environment is marked in the list, before and after it is revoked. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startService } from '../support/service-process.ts';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { makeOwner } from './first-owner.ts';
import { setupAround, startBoth } from './setup.ts';

const { service: first, directory, browser, close } = await startBoth();
after(close);
const owner = await makeOwner(first);
await first.stop();
const environment = { RINGPOST_API_KEY: owner.apiKey };
const service = await startService({ directory, keySet: false, environment });
after(() => service.stop());
const { open, path } = setupAround({ service, directory, browser, close }, owner);

test('revocation and list say that the key is still in the environment', async () => {
  const page = await open(path('/api-keys'));
  const row = page.locator('tr[data-row]', { hasText: owner.apiKey.slice(-4) });
  await row.getByText('In the environment').waitFor();
  const note = page.getByRole('status').filter({ hasText: 'RINGPOST_API_KEY' });
  assert.equal(await note.count(), 0, 'a key that works needs no note');
  await row.getByRole('button', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke First key?' });
  await dialog.getByText('It is RINGPOST_API_KEY of this service').waitFor();
  await assertAccessible(page, 'the key of the environment is revoked', 'dialog');
  await dialog.getByRole('button', { name: 'Revoke the key' }).click();
  await note.getByText('still in the environment of this service').waitFor();
  await row.getByText('Revoked', { exact: true }).waitFor();
  await row.getByText('In the environment').waitFor();
  await assertAccessible(page, 'a revoked key of the environment');
  await page.context().close();

  const small = await open(path('/api-keys'), { width: 320, theme: 'dark', language: 'ja' });
  await small.getByRole('status').filter({ hasText: '環境変数から削除する' }).waitFor();
  await assertAccessible(small, 'a revoked key of the environment, small');
  await assertNoSidewaysScroll(small, 'a revoked key of the environment, small');
  await small.context().close();
});
