/** A second factor in the browser: set up, asked for at the sign-in, required by a project. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { codeAt } from '../http/person/authenticator.ts';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { memberOf } from './member.ts';
import { pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, browser, openSignedOut, path, call } = setup;
const openAs = pagesOf(browser, service);
const LOOKS = [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 320 }] as const;

async function accessible(page: Page, what: string): Promise<void> {
  await assertAccessible(page, what);
  await assertNoSidewaysScroll(page, what);
}

for (const [n, look] of LOOKS.entries()) {
  test(`set up, a second factor is asked for at the sign-in: ${JSON.stringify(look)}`, async () => {
    const name = `lou${n}`;
    const lou = await memberOf(setup, 'operator', name);
    await call('PATCH', '/v1/project', { requireSecondFactor: true });
    const page = await openAs(path('/calls'), look, lou);
    const title = 'This project asks for a second factor';
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await accessible(page, 'a second factor is missing');
    await page.getByRole('link', { name: 'To your account' }).click();
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    const secret = /[A-Z2-7]{32}/.exec(await dialog.innerText())?.[0] ?? assert.fail('no key');
    await dialog.getByRole('img', { name: 'The key as a QR code' }).waitFor();
    await accessible(page, 'the key for the app');
    if (process.env.PICTURES !== undefined) {
      await page.screenshot({ path: `${process.env.PICTURES}/qr-${n}.png` });
    }
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
    await dialog.getByRole('button', { name: 'Turn it on' }).click();
    const shown = page.getByRole('dialog', { name: 'Recovery codes' });
    const [recovery = ''] = /[A-Z2-7]{4}(-[A-Z2-7]{4}){3}/.exec(await shown.innerText()) ?? [];
    await accessible(page, 'recovery codes');
    await shown.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Recovery codes left: 10').waitFor();
    await accessible(page, 'the account with a second factor');
    await page.goto(path('/calls'));
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    await page.context().close();

    const other = await openSignedOut(`/login?next=${path('/calls')}`, look);
    await other.getByLabel('E-mail').fill(`${name}@example.com`);
    await other.locator('input[type=password]').fill('a long enough password');
    await other.getByRole('button', { name: 'Sign in' }).click();
    const code = other.getByLabel('Code of your authenticator app');
    await code.fill('no code');
    await accessible(other, 'the code at the sign-in');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('alert').waitFor();
    await code.fill(recovery);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL(`**${path('/calls')}`);
    await other.getByRole('heading', { level: 1, name: 'Calls' }).waitFor();
    await other.context().close();
    // With the API key, which needs no second factor, so that the owner can invite the next member.
    await call('PATCH', '/v1/project', { requireSecondFactor: false });
  });
}

test('an owner removes the second factor of a member who lost the phone', async () => {
  const max = await memberOf(setup, 'operator', 'max');
  const headers = { 'content-type': 'application/json', origin: service.url, cookie: max.cookie };
  const own = (rest: string, body: object) =>
    fetch(`${service.url}/v1/account/second-factor${rest}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  const { secret } = Object(await (await own('', {})).json());
  const confirmed = await own('/confirm', { code: codeAt(secret, Date.now()) });
  assert.equal(confirmed.status, 200, await confirmed.text());
  const page = await setup.open(path('/members'));
  const row = page.locator('tr[data-row]', { hasText: 'max@example.com' });
  await row.getByRole('button', { name: 'Remove second factor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the second factor of max?' });
  await accessible(page, 'the removal of a second factor');
  await dialog.getByRole('button', { name: 'Remove the second factor' }).click();
  await page.getByText('The second factor of max is removed.').waitFor();
  await row.getByRole('button', { name: 'Remove second factor' }).waitFor({ state: 'detached' });
  await page.context().close();
  const ended = await fetch(`${service.url}/v1/session`, { headers: { cookie: max.cookie } });
  assert.equal(ended.status, 401);
});
