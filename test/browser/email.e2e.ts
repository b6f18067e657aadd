/**
 * A new e-mail without a mail server: a member asks for it on the page of their account, and an
 * owner confirms it on the page of members. Nothing changes before.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { memberOf } from './member.ts';
import { pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, browser, open, openSignedOut, path } = setup;
const openAs = pagesOf(browser, service);
const LOOKS = [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 320 }] as const;

test('a member asks for an e-mail, which counts once an owner has confirmed it', async () => {
  const lou = await memberOf(setup, 'operator', 'lou');
  const account = await openAs('/account', {}, lou);
  await account.getByLabel('E-mail', { exact: true }).fill('lou.lee@example.com');
  await account.getByText('when an owner of your project has confirmed it').waitFor();
  const password = account.locator('form', { hasText: 'Language of your mail' });
  await password.locator('input[type=password]').fill('a long enough password');
  await password.getByRole('button', { name: 'Save changes' }).click();
  const asked = account.getByText('An owner of your project is asked to confirm lou.lee@example');
  await asked.waitFor();
  assert.equal(await account.getByLabel('E-mail', { exact: true }).inputValue(), 'lou@example.com');
  await assertAccessible(account, 'an e-mail that is asked for');
  await account.context().close();
  for (const look of LOOKS) {
    const where = JSON.stringify(look);
    for (const [name, at, who] of [
      ['members', path('/members'), null],
      ['account', '/account', lou],
    ] as const) {
      const page = who === null ? await open(at, look) : await openAs(at, look, who);
      await page.getByText('lou.lee@example.com').waitFor();
      await assertAccessible(page, `${name} ${where}`);
      await assertNoSidewaysScroll(page, `${name} ${where}`);
      await page.context().close();
    }
  }
  const members = await open(path('/members'));
  await members.getByRole('button', { name: 'Confirm the e-mail' }).click();
  const dialog = members.getByRole('dialog', { name: 'Does lou.lee@example.com belong to them?' });
  await assertAccessible(members, 'confirm an e-mail', 'dialog');
  await dialog.getByRole('button', { name: 'Confirm the e-mail' }).click();
  await members.getByText('The e-mail of lou is changed.').waitFor();
  await members.locator('tr[data-row]', { hasText: 'lou.lee@example.com' }).waitFor();
  const old = { headers: { cookie: lou.cookie } };
  assert.equal((await fetch(`${service.url}/v1/session`, old)).status, 401);
  await members.context().close();
});

test('a link cut off at its end, and one opened while signed out, say what to do', async () => {
  const missing = await openSignedOut('/email');
  await missing.getByRole('heading', { level: 1, name: 'This link confirms nothing' }).waitFor();
  await missing.context().close();
  const page = await openSignedOut('/email#token=no-such-token');
  await page.getByText('Sign in to the account whose e-mail is to change').waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the token leaves the address');
  await page.context().close();
  const signedIn = await open('/email#token=no-such-token');
  await signedIn.getByRole('button', { name: 'Confirm the e-mail' }).click();
  await signedIn.getByText('unknown, confirmed, past its time').waitFor();
  await assertAccessible(signedIn, 'a link that has ended');
  await signedIn.context().close();
});
