/** A change of rights asks for a new proof of identity, and then goes on: no typed text is lost. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { OWNER } from './first-owner.ts';
import { setupBrowser } from './setup.ts';

const { directory, open, path, call } = await setupBrowser();
const LOOKS = [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 320 }] as const;

/** Dates every sign-in an hour back. */
function longAgo(): void {
  const database = new DatabaseSync(join(directory, 'ringpost.db'));
  database.exec('pragma busy_timeout = 10000');
  database.exec('update sessions set authenticated_at = created_at - 3600000');
  database.close();
}

for (const look of LOOKS) {
  test(`an API key is made after the password was given: ${JSON.stringify(look)}`, async () => {
    longAgo();
    const page = await open(path('/api-keys'), look);
    const name = `key ${JSON.stringify(look)}`;
    await page.getByRole('button', { name: 'New API key' }).first().click();
    const form = page.getByRole('dialog').first();
    await form.getByLabel('Name').fill(name);
    await form.locator('button[type=submit]').click();
    const dialog = page.getByRole('dialog', { name: 'Show that it is you' });
    await dialog.locator('input[type=password]').fill('a wrong password');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.locator('input[aria-invalid="true"]').waitFor();
    await assertAccessible(page, 'who one is, asked again', 'dialog');
    await assertNoSidewaysScroll(page, 'who one is, asked again');
    await dialog.locator('input[type=password]').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByText(/rp_[\w-]{20}/)
      .first()
      .waitFor();
    const keys = JSON.stringify(await call('GET', '/v1/api-keys'));
    assert.ok(keys.includes(JSON.stringify(name).slice(1, -1)));
    await page.context().close();
  });
}
