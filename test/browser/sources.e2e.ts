/**
 * A platform is connected in a real browser, by keyboard: choose it, take the address, enter the
 * secret; its signed requests then show without a reload, with their results.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  hangup,
  of,
  type TelnyxEvent,
  telnyxScript,
} from '../../examples/demo/platforms/telnyx/script.ts';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const folder = process.env.RINGPOST_SCREENSHOTS;
const [secret] = telnyxScript.secrets;
const [first] = telnyxScript.events;

async function picture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) {
    await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  }
}

async function send(url: string, event: TelnyxEvent): Promise<number> {
  const signing = { secret, atMs: Date.now(), publicUrl: url };
  const { headers, body, contentType } = telnyxScript.send(event, signing);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body,
  });
  return answer.status;
}

test('S12.27: a platform is connected in three steps, its requests show as they come', async () => {
  const page = await setup.open(setup.path('/sources'));
  await page.getByText('No sources').waitFor();
  await page.getByRole('button', { name: 'Connect a platform' }).first().press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Connect a platform' }).waitFor();
  await picture(page, 'source-1-choose');
  await page.getByRole('link', { name: /^Telnyx/ }).press('Enter');
  await page.getByLabel('Name').fill('Telnyx main');
  await assertAccessible(page, 'choose');
  await page.getByLabel('Name').press('Enter');

  await page.getByRole('heading', { level: 1, name: 'Telnyx main' }).waitFor();
  await page.getByText('Waiting for the first request…').waitFor();
  await page.getByText(/Webhook URL of the Voice API application/).waitFor();
  await page.getByText(/Mission Control Portal, Keys & Credentials/).waitFor();
  const line = page.getByRole('group', { name: 'Address for the platform' });
  const url = (await line.innerText()).trim();
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/v1\/ingest\/telnyx\/src_/);
  await assertAccessible(page, 'connect');
  await picture(page, 'source-2-connect');

  // Before the secret is entered, the page says what is wrong as it happens.
  assert.ok(first !== undefined);
  assert.equal(await send(url, first.event), 403);
  await page.getByText('The last request was refused:').waitFor();
  await page
    .getByText(/SIGNATURE_INVALID: /)
    .first()
    .waitFor();
  await picture(page, 'source-3-refused');

  await page.getByLabel('Secret', { exact: true }).fill('an-api-key-of-the-account');
  await page.getByRole('button', { name: 'Save the secret' }).click();
  await page.getByText('Send the public key of the platform: base64 of 32 bytes').waitFor();
  await page.getByLabel('Secret', { exact: true }).fill(secret);
  await page.getByLabel('Secret', { exact: true }).press('Enter');
  await page.getByText('The secret is saved.').waitFor();
  for (const { event } of telnyxScript.events) assert.equal(await send(url, event), 200);
  await page.getByText(/The platform is connected/).waitFor();
  await page
    .getByText(/^CALLING of 0f0c1a52-\S+: applied$/)
    .first()
    .waitFor();
  await page
    .getByText(/^MACHINE of 0f0c1a52-\S+: kept$/)
    .first()
    .waitFor();

  for (let count = 0; count < 3; count += 1) await send(url, of('call.teleported', {}));
  const row = page.getByRole('row', { name: /call\.teleported/ });
  await row.getByText('3', { exact: true }).waitFor();
  await page.context().close();
});

test('S12.27: a call shows which source reported what, and links to it', async () => {
  const callId = '0f0c1a52-1111-4a0e-9d5e-000000000003';
  const page = await setup.open(setup.path(`/calls/${callId}?tab=raw`));
  await page.locator('.call-reports').waitFor();
  await picture(page, 'source-5-call');
  await page
    .getByText(/said from/)
    .first()
    .waitFor();
  await assertAccessible(page, 'call');
  await page.getByRole('link', { name: 'Telnyx main' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Telnyx main' }).waitFor();
  await page.context().close();
});

test('S2.23: a pasted sample shows its report, a forged one why it is refused', async () => {
  const page = await setup.open(setup.path('/sources'));
  await page.getByRole('link', { name: 'Telnyx main' }).click();
  const sample = page.getByLabel('Body of the request');
  await sample.fill(JSON.stringify({ data: hangup('user_busy') }));
  await page.getByRole('button', { name: 'Try it' }).press('Enter');
  await page
    .getByText(/^BUSY of 0f0c1a52-\S+, direction of its call, and kept until that begins; /)
    .waitFor();
  await page.getByLabel('Headers, one a line').fill('telnyx-timestamp: 1');
  await page.getByRole('button', { name: 'Try it' }).press('Enter');
  await page.getByText(/^SIGNATURE_INVALID: The header telnyx-signature-ed25519 is/).waitFor();
  await page.context().close();
});

test('the page of a source fits 320 px, both themes and both languages', async () => {
  const listed = await setup.call('GET', '/v1/sources');
  const id = /"id":"(src_[^"]+)"/.exec(JSON.stringify(listed))?.[1] ?? '';
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1_280, 320]) {
      for (const language of ['en', 'ja'] as const) {
        const look = { theme, width, language };
        const page = await setup.open(setup.path(`/sources/${id}`), look);
        await page.locator('.source-request').first().waitFor();
        await assertNoSidewaysScroll(page, `${theme} ${width} ${language}`);
        await assertAccessible(page, `${theme} ${width} ${language}`);
        await picture(page, `source-4-${theme}-${width}-${language}`);
        await page.context().close();
      }
    }
  }
});

test('a generic source takes settings, and a secret is generated for its platform', async () => {
  const page = await setup.open(setup.path('/sources/new?platform=generic'));
  const settings = page.getByLabel('Settings');
  const example = await settings.inputValue();
  await settings.fill('{');
  await page.getByText('This is no JSON object.').first().waitFor();
  await settings.fill(example.replace('"CALLING"', '"LEVITATING"'));
  await page.getByLabel('Name').press('Enter');
  await page.getByText(/Use null, an object by direction/).waitFor();
  await settings.fill(example);
  await page.getByLabel('Name').press('Enter');
  await page.getByText('Waiting for the first request…').waitFor();
  await page.getByRole('button', { name: 'Make one up' }).click();
  await page.getByText('Copy it to the platform now').waitFor();
  await page.getByRole('button', { name: 'Save the secret' }).click();
  await page.getByText('The secret is saved.').waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove the source' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
  await page.context().close();
});
