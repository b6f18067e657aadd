/** The address of an endpoint is checked on request, and the result is put into words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { readPem } from '../channel/certificates/read.ts';
import { startReceiver } from '../channel/raw-receiver.ts';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { type Look, setupBrowser } from './setup.ts';

const setup = await setupBrowser({ RINGPOST_ALLOW_TARGETS: '127.0.0.0/8' });

async function formAt(target: string, look: Look = {}): Promise<Page> {
  const page = await setup.open(setup.path('/endpoints/new?kind=custom'), look);
  await page.locator('input[type="url"]').fill(target);
  return page;
}

const check = (page: Page) => page.getByRole('button', { name: 'Check the address' });

test('nothing connects before the button is pressed, and nothing is sent after it', async (t) => {
  const receiver = await startReceiver(t, () => {});
  const page = await formAt(`http://127.0.0.1:${receiver.port}/hooks`);
  await page.getByLabel('Name').first().fill('CRM');
  await page.getByRole('checkbox', { name: 'OUTBOUND_CALL_COMPLETED' }).check();
  assert.equal(receiver.reached, 0);
  await check(page).click();
  await page.locator('[data-outcome="reachable"]').getByText('Reachable.').waitFor();
  assert.equal(receiver.reached, 1);
  assert.deepEqual(receiver.requests, []);
  await page.locator('input[type="url"]').fill('https://127.0.0.1:1/');
  await page.locator('[data-outcome]').waitFor({ state: 'detached' });
  await check(page).click();
  await page
    .locator('[data-outcome="refused"]')
    .getByText(/nothing listens/)
    .waitFor();
  await page.locator('input[type="url"]').fill('');
  assert.ok(await check(page).isDisabled());
  await page.getByText('Type an address first.').waitFor();
});

test('an untrusted certificate is named as such', async (t) => {
  const receiver = await startReceiver(t, () => {}, { pem: readPem('self-signed') });
  const page = await formAt(`https://127.0.0.1:${receiver.port}/`);
  await check(page).click();
  await page
    .locator('[data-outcome="self-signed"]')
    .getByText(/self-signed/)
    .waitFor();
});

test('a name that leads into the private network is blocked, without further details', async () => {
  const page = await formAt('https://[::1]/');
  await check(page).click();
  await page
    .getByText(/only RINGPOST_ALLOW_TARGETS can permit/)
    .first()
    .waitFor();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the result is accessible and fits, ${theme}`, async (t) => {
    const receiver = await startReceiver(t, () => {}, { pem: readPem('expired') });
    const target = `https://127.0.0.1:${receiver.port}/`;
    for (const width of [1_280, 320]) {
      const page = await formAt(target, { theme, width });
      await check(page).click();
      await page.locator('[data-outcome="expired"]').waitFor();
      await assertAccessible(page, `${theme} ${width}`);
      await assertNoSidewaysScroll(page, `${theme} ${width}`);
      const folder = process.env.PICTURES;
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/probe-${theme}-${width}.png` });
    }
  });
}

test('the words exist in Japanese, too', async () => {
  const page = await formAt('https://127.0.0.1:1/', { language: 'ja' });
  await page.getByRole('button', { name: 'アドレスを確認' }).click();
  await page
    .locator('[data-outcome="refused"]')
    .getByText(/接続が拒否/)
    .waitFor();
});
