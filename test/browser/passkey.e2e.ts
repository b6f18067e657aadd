/**
 * Passkeys in the browser, with Chromium's own virtual authenticator: added, used to sign in, asked
 * for after the password and to change rights, removed; by keyboard, in both themes, at 320 px.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { memberOf } from './member.ts';
import { type Look, pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, browser, path } = setup;
/** Browsers keep passkeys for a host name. */
const openAt = pagesOf(browser, { url: service.url.replace('127.0.0.1', 'localhost') });
const LOOKS: readonly Look[] = [
  { theme: 'light' },
  { theme: 'dark', language: 'ja' },
  { theme: 'light', width: 320 },
];

const EN = {
  add: 'Add a passkey',
  name: 'Name',
  goOn: 'Go on',
  kept: 'I have kept them',
  title: 'Passkeys',
  remove: 'Remove: Laptop',
  confirm: 'Remove',
  none: 'No passkeys yet',
  email: 'E-mail',
  signIn: 'Sign in',
  alone: 'Sign in with a passkey',
  use: 'Use a passkey',
  code: 'Recovery code',
  removed: 'The passkey is removed.',
  proof: 'Show that it is you',
} as const;
const JA: typeof EN | Record<keyof typeof EN, string> = {
  add: 'パスキーを追加',
  name: '名前',
  goOn: '続ける',
  kept: '保管しました',
  title: 'パスキー',
  remove: '削除: Laptop',
  confirm: '削除',
  none: 'パスキーはまだありません',
  email: 'メールアドレス',
  signIn: 'サインイン',
  alone: 'パスキーでサインイン',
  use: 'パスキーを使う',
  code: 'リカバリーコード',
  removed: 'パスキーを削除しました。',
  proof: 'ご本人の確認',
};

async function accessible(page: Page, what: string, look: Look): Promise<void> {
  await assertAccessible(page, what);
  await assertNoSidewaysScroll(page, what);
  const folder = process.env.PICTURES;
  if (folder === undefined) return;
  const name = `${what} ${look.theme} ${look.width ?? ''}`.trim().replaceAll(' ', '-');
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** A device with a PIN or a finger, which answers at once. */
async function withAuthenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

for (const [n, look] of LOOKS.entries()) {
  test(`a passkey is added, signs in, proves and is removed: ${JSON.stringify(look)}`, async () => {
    const words = look.language === 'ja' ? JA : EN;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const name = `kay${n}`;
    const kay = await memberOf(setup, 'operator', name);
    const page = await openAt('/account', look, kay);
    await withAuthenticator(page);
    await page.getByRole('heading', { name: words.title }).waitFor();
    await page.getByText(words.none).waitFor();
    await accessible(page, 'no passkeys', look);
    await button(words.add).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: words.add });
    await dialog.getByLabel(words.name).fill('Laptop');
    await accessible(page, 'a passkey gets a name', look);
    await page.keyboard.press('Enter');
    await button(words.kept).waitFor();
    await accessible(page, 'recovery codes of a passkey', look);
    await button(words.kept).click();
    await page.getByRole('cell', { name: 'Laptop' }).or(page.getByText('Laptop')).first().waitFor();
    await accessible(page, 'a passkey', look);

    await page.context().clearCookies();
    await page.goto(`/login?next=${path('/calls')}`);
    await button(words.alone).waitFor();
    await accessible(page, 'the sign-in with a passkey', look);
    await button(words.alone).click();
    await page.waitForURL(`**${path('/calls')}`);

    await page.context().clearCookies();
    await page.goto(`/login?next=/account`);
    await page.getByLabel(words.email).fill(`${name}@example.com`);
    await page.locator('input[type=password]').fill('a long enough password');
    await button(words.signIn).click();
    await page.getByLabel(words.code).waitFor();
    await accessible(page, 'a passkey after the password', look);
    await button(words.use).click();
    await page.waitForURL('**/account');

    // As if ten minutes had passed: the service refuses once.
    let refused = false;
    await page.route('**/v1/account/passkeys/psk_*', async (route) => {
      if (refused) return route.continue();
      refused = true;
      const problem = { code: 'REAUTHENTICATION_REQUIRED', title: 'Prove again who you are' };
      await route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ ...problem, status: 403, detail: problem.title }),
      });
    });
    await button(words.remove).click();
    await button(words.confirm).last().click();
    const proof = page.getByRole('dialog', { name: words.proof });
    await proof.getByRole('button', { name: words.use }).waitFor();
    await accessible(page, 'a passkey as proof', look);
    const proven = page.waitForResponse('**/v1/session/reauthentication/passkey');
    await proof.getByRole('button', { name: words.use }).click();
    assert.equal((await proven).status(), 200);
    await page.getByText(words.removed).waitFor();
    await page.getByText(words.none).waitFor();
    await page.context().close();
  });
}

test('a browser without passkeys says so, and a bare IP address offers none', async () => {
  const kay = await memberOf(setup, 'operator', 'kay9');
  const page = await openAt('/login', {}, null);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: false,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: EN.alone }).click();
  await page.getByRole('alert').filter({ hasText: 'The browser gave no passkey' }).waitFor();
  await page.context().close();
  const plain = await pagesOf(browser, service)('/account', {}, kay);
  await plain.getByText('Passkeys need https and a host name').waitFor();
  assert.equal(await plain.getByRole('button', { name: EN.add }).count(), 0);
  await plain.context().close();
});
