/**
 * The request of a preview is the one that is sent, and held deliveries are sent as the operator
 * chooses: J4, J8, J25.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const boxes = JSON.stringify(await setup.call('GET', '/v1/inbox/boxes'));

function boxOf(channel: string): string {
  const found = new RegExp(`"channel":"${channel}"[^}]*?"target":"([^"]+)"`).exec(boxes)?.[1];
  assert.ok(found !== undefined, boxes);
  return found;
}

async function endpointOf(kind: string, target: string, more: object = {}): Promise<string> {
  const body = { name: `To ${kind}`, kind, target, triggers: ['OUTBOUND_CALL_ERROR'], ...more };
  const made = JSON.stringify(await setup.call('POST', '/v1/endpoints', body));
  return /"id":"(ep_[^"]+)"/.exec(made)?.[1] ?? '';
}

/** The bytes that the page says are sent. */
async function rawOf(page: Page): Promise<string> {
  await page.locator('.endpoint-preview [data-state="ready"]').waitFor();
  const choice = page.getByRole('group', { name: 'Shown as' });
  if ((await choice.count()) > 0) await choice.getByRole('button', { name: 'Exact bytes' }).click();
  const body = page.locator('.endpoint-preview .code').last();
  const modes = body.getByRole('button', { name: 'Exact bytes' });
  if ((await modes.count()) > 0) await modes.click();
  return (await body.locator('pre').textContent()) ?? '';
}

async function newestIn(channel: string): Promise<string> {
  const list = JSON.stringify(await setup.call('GET', `/v1/inbox?channel=${channel}&limit=1`));
  const id = /"id":"(inb_[^"]+)"/.exec(list)?.[1] ?? '';
  const item: unknown = await setup.call('GET', `/v1/inbox/${id}`);
  assert.ok(typeof item === 'object' && item !== null && 'body' in item);
  return String(item.body);
}

const KINDS = [
  ['slack', 'slack', {}],
  ['teams', 'teams', {}],
  ['custom', 'http', { auth: { method: 'rsa-sha256' } }],
] as const;

for (const [kind, channel, more] of KINDS) {
  test(`J4: ${kind} gets the very bytes of its preview`, async () => {
    const id = await endpointOf(kind, boxOf(channel), more);
    const page = await setup.open(setup.path(`/endpoints/${id}/test`));
    const shown = await rawOf(page);
    await page.getByRole('button', { name: 'Send the test' }).click();
    await page.locator('[data-outcome="delivered"]').waitFor();
    assert.match(shown, /OUTBOUND.{1,3}CALL.{1,3}ERROR/);
    assert.equal(await newestIn(channel), shown);
    await page.getByText('What was sent').click();
    await page.getByText('Byte for byte the same as the preview.').waitFor();
  });
}

test('J4: a mail has the subject and the text of its preview', async () => {
  const id = await endpointOf('email', 'ops@example.com');
  const page = await setup.open(setup.path(`/endpoints/${id}/test`));
  const subject = page.getByText('[Ringpost test] OUTBOUND_CALL_ERROR call_sample (ERROR)');
  await subject.waitFor();
  const frame = page.frameLocator('iframe[title="HTML part"]');
  await frame.getByText('Outbound call: error').waitFor();
  await page.getByRole('button', { name: 'Text part' }).click();
  const text = (await page.getByLabel('Text part').locator('pre').textContent()) ?? '';
  await page.getByRole('button', { name: 'Send the test' }).click();
  await page.locator('[data-outcome="delivered"]').waitFor();
  const list = JSON.stringify(await setup.call('GET', '/v1/inbox?channel=email&limit=1'));
  const item = await setup.call('GET', `/v1/inbox/${/"id":"(inb_[^"]+)"/.exec(list)?.[1]}`);
  assert.ok(typeof item === 'object' && item !== null && 'mail' in item);
  const { mail } = item;
  assert.ok(typeof mail === 'object' && mail !== null && 'text' in mail && 'subject' in mail);
  assert.equal(mail.subject, '[Ringpost test] OUTBOUND_CALL_ERROR call_sample (ERROR)');
  assert.equal(String(mail.text).trim(), text.trim());
});

test('J8: a redirect is explained, with what to do', async () => {
  await setup.call('PUT', '/v1/inbox/boxes/http/moved', { status: 301 });
  const target = boxOf('http').replace('/default', '/moved');
  const id = await endpointOf('custom', target, { auth: { method: 'rsa-sha256' } });
  const page = await setup.open(setup.path(`/endpoints/${id}/test`));
  await page.getByRole('button', { name: 'Send the test' }).click();
  await page.locator('[data-outcome="rejected"]').waitFor();
  await page.getByText(/Redirects are never followed/).waitFor();
  await page.getByText(/Give the endpoint the final URL/).waitFor();
});

test('J25: what was held goes as chosen, the newest of each call', async () => {
  const id = await endpointOf('custom', boxOf('http'), {
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'],
  });
  const page = await setup.open(setup.path(`/endpoints/${id}`));
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText(/Its deliveries are held; nothing is lost/).waitFor();
  for (let number = 0; number < 5; number += 1) {
    for (const status of ['CALLING', 'COMPLETED']) {
      const report = { status, direction: 'OUTBOUND' };
      await setup.call('POST', `/v1/calls/held_${number}/reports`, report);
    }
  }
  await page.getByRole('button', { name: 'Enable', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('10 deliveries are held.').waitFor();
  await dialog.getByLabel('Only the newest of each call').check();
  await dialog.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('5 held deliveries were cancelled.').waitFor();
  const cancelled = `/v1/deliveries?endpointId=${id}&state=cancelled`;
  const list = JSON.stringify(await setup.call('GET', cancelled));
  assert.equal(list.match(/"id":"dlv_/g)?.length, 5);
});
