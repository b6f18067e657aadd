/**
 * J23: the page shows how the settings change the payload before they are saved, and then it is
 * sent so.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../journey/receiver.ts';
import { assertAccessible } from './axe.ts';
import { setupBrowser } from './setup.ts';

const { open, path, call } = await setupBrowser();

test('J23: contentKey and the service name change the next message, data is refused', async (t) => {
  const receiver = await startReceiver();
  t.after(receiver.close);
  const made = await call('POST', '/v1/endpoints', {
    name: 'Chat',
    kind: 'custom',
    target: `${receiver.url}/chat`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  const id = String(Object(made).id);

  const page = await open(path('/settings'));
  await page.getByLabel('Name of the service').fill('Acme Calls');
  await page.getByText('[Acme Calls] OUTBOUND_CALL_COMPLETED').waitFor();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The settings are saved.').waitFor();

  await page.goto(path(`/endpoints/${id}/settings`));
  const key = page.getByLabel('Key of the display text');
  await key.fill('data');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForSelector('[aria-invalid="true"]');
  await key.fill('content');
  await page.getByText('"content"').first().waitFor();
  // Scrolled to the end, where the bar with the button covers no half of a row.
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await assertAccessible(page, 'before saving');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForFunction('!document.querySelector(\'[aria-invalid="true"]\')');

  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  let body = '';
  for (let number = 0; number < 20 && !body.includes('"content"'); number += 1) {
    await call('POST', `/v1/calls/call_chat_${number}/reports`, report);
    await receiver.until((received) => received.length > number);
    body = receiver.received[number]?.body ?? '';
  }
  const sent: unknown = JSON.parse(body);
  assert.match(String(Object(sent).content), /^\[Acme Calls\] OUTBOUND_CALL_CALLING/);
  assert.equal(Object(sent).message, undefined);
  await page.context().close();
});
