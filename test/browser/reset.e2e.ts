/**
 * A lost password: an owner makes a link, by which its member chooses a new password and signs in.
 * Earlier sessions have ended, and the link works once. Must take the link from the page only.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { memberOf } from './member.ts';
import { pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, owner, browser, open, openSignedOut, path } = setup;
const openAs = pagesOf(browser, service);
const NEW = 'a brand new long password';
const LOOKS = [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 320 }] as const;

/** The link that the dialog shows, made by its buttons. */
async function linkFor(page: Page, name: string): Promise<string> {
  const row = page.locator('tr[data-row]', { hasText: name });
  await row.getByRole('button', { name: 'New password' }).click();
  const question = page.getByRole('dialog', { name: `A new password for ${name}?` });
  await question.getByRole('button', { name: 'Make the link' }).click();
  const made = page.getByRole('dialog', { name: 'The link is made' });
  await made.getByText(`Give it to ${name}@example.com`).waitFor();
  await assertAccessible(page, 'the link is made', 'dialog');
  await assertNoSidewaysScroll(page, 'the link is made');
  const link = /http\S+\/reset#token=[\w-]+/.exec(await made.innerText())?.[0];
  await made.getByRole('button', { name: 'Done' }).click();
  await made.waitFor({ state: 'detached' });
  return link ?? assert.fail('the dialog shows no link');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('a member chooses a new password by the link of an owner, once', async () => {
  const lou = await memberOf(setup, 'operator', 'lou');
  const before = await openAs(path('/calls'), {}, lou);
  await before.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
  const members = await open(path('/members'));
  const link = await linkFor(members, 'lou');
  await members.context().close();

  const page = await openSignedOut(link);
  await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the token leaves the address');
  const password = page.locator('input[autocomplete="new-password"]');
  await password.fill('short');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.locator('input[aria-invalid="true"]').waitFor();
  await assertAccessible(page, 'a password that is too short');
  await password.fill(NEW);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.waitForURL('**/login');
  await page.getByText('The password is changed. Sign in with it.').waitFor();

  // All their earlier sessions are signed out.
  const old = { headers: { cookie: lou.cookie } };
  assert.equal((await fetch(`${service.url}/v1/session`, old)).status, 401);
  await before.reload();
  await before.waitForURL('**/login**');
  await before.context().close();

  await signIn(page, 'lou@example.com', 'a long enough password');
  await page.getByRole('alert').waitFor();
  await signIn(page, 'lou@example.com', NEW);
  await page.waitForURL(`**/p/${owner.projectId}/**`);
  await page.context().close();

  const again = await openSignedOut(link);
  await again.getByRole('heading', { level: 1, name: 'This link no longer works' }).waitFor();
  // And from there the person can ask for another link.
  await again.getByRole('link', { name: 'To the sign-in' }).click();
  await again.getByRole('link', { name: 'Forgot the password?' }).click();
  await again.getByRole('heading', { level: 1, name: 'Forgot the password?' }).waitFor();
  await again.context().close();
});

test('the pages of a link are accessible in both themes and at 320 px', async () => {
  await memberOf(setup, 'viewer', 'kai');
  for (const look of LOOKS) {
    const where = JSON.stringify(look);
    const members = await open(path('/members'), look);
    // A newer link replaces the one before.
    const link = await linkFor(members, 'kai');
    await assertAccessible(members, `members ${where}`);
    await assertNoSidewaysScroll(members, `members ${where}`);
    await members.context().close();
    for (const [at, title] of [
      [link, 'Choose a new password'],
      ['/reset#token=no-such-link', 'This link no longer works'],
      ['/reset', 'Forgot the password?'],
    ] as const) {
      const page = await openSignedOut(at, look);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await assertAccessible(page, `${title} ${where}`);
      await assertNoSidewaysScroll(page, `${title} ${where}`);
      await page.context().close();
    }
  }
});

test('without a mail server the sign-in says whom to ask, and names the command', async () => {
  const page = await openSignedOut('/login');
  await page.getByRole('link', { name: 'Forgot the password?' }).click();
  await page.getByText('Ask an owner or an admin of your project').waitFor();
  await page.getByText('npx ringpost reset-password you@example.com').waitFor();
  assert.equal(await page.getByLabel('E-mail').count(), 0);
  await page.context().close();
});
