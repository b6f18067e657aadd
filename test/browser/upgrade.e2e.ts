/** J30: the service is upgraded under an open page: nothing typed is lost, no page is white. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { setupBrowser } from './setup.ts';

const { open } = await setupBrowser();

test('J30: a new version is told, the form is kept, a missing chunk asks to reload', async () => {
  const page = await open('/account');
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  const facts = '<script type="application/json" id="ringpost-facts">{"build":"another"}</script>';
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ contentType: 'text/html', body: facts }),
  );
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await page.getByText('A new version of this dashboard is available.').waitFor();
  await assertAccessible(page, 'version bar');
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half typed');

  await page.route('**/assets/audit-page*', (route) => route.abort());
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('dialog').getByText('Leave without saving?').waitFor();
  await assertAccessible(page, 'leave dialog');
  await page.getByRole('button', { name: 'Stay here' }).click();
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half typed');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'This dashboard was upgraded' }).waitFor();
  await page.getByRole('button', { name: 'Reload' }).last().waitFor();
  await page.context().close();
});

test('a session that ends is renewed over the page, and typed text stays', async () => {
  const page = await open('/account');
  await page.getByLabel('Name', { exact: true }).fill('Half typed');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('heading', { name: 'Sign in again' }).waitFor();
  await assertAccessible(page, 'sign in again');
  await dialog.locator('input[type=password]').fill('a long enough password');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half typed');
  await page.context().close();
});
