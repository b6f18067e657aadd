/**
 * A copy of a delivery is sent to the local inbox, byte for byte; the delivery itself is unchanged.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
await failingEndpoint(setup, 'crm', { status: 503, retryScheduleMs: [21_600_000] });
const report = { status: 'CALLING', direction: 'OUTBOUND', clientId: 'Grüße ✓ "quoted"' };
await setup.call('POST', '/v1/calls/copied/reports', report);

function textOf(record: unknown, key: string): string {
  return String(Reflect.get(Object(record), key));
}

test('the copy has the bytes of the delivery, which gets no further attempt', async () => {
  const list = JSON.stringify(await setup.call('GET', '/v1/deliveries?callId=copied'));
  const id = /dlv_[0-9A-Z]+/.exec(list)?.[0] ?? '';
  const folder = process.env.PICTURES;
  for (const theme of ['light', 'dark'] as const) {
    const page = await setup.open(setup.path(`/deliveries/${id}`), { theme });
    await page.getByText('1 of 2 attempts failed', { exact: false }).first().waitFor();
    const before = textOf(await setup.call('GET', `/v1/deliveries/${id}`), 'attempts');
    const button = page.getByRole('button', { name: 'Send to local inbox' });
    await button.waitFor();
    await assertAccessible(page, `delivery ${theme}`);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/copy-${theme}.png` });
    await button.click();
    await page.waitForURL(/\/inbox\/inb_/);
    const itemId = /inb_[0-9A-Z]+/.exec(page.url())?.[0] ?? '';
    const item = await setup.call('GET', `/v1/inbox/${itemId}`);
    const delivery = await setup.call('GET', `/v1/deliveries/${id}`);
    assert.equal(textOf(item, 'body'), textOf(delivery, 'body'));
    assert.deepEqual([textOf(item, 'test'), textOf(item, 'box')], ['true', 'copies']);
    assert.equal(textOf(delivery, 'attempts'), before);
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(setup.path(`/deliveries/${id}`));
    await button.waitFor();
    await assertNoSidewaysScroll(page, `delivery ${theme}`);
    if (folder !== undefined) await page.screenshot({ path: `${folder}/copy-${theme}-320.png` });
    await page.context().close();
  }
});

test('without an inbox the button says why it is disabled', async () => {
  const off = await setupBrowser({ RINGPOST_INBOX: 'off' });
  await off.call('POST', '/v1/endpoints', {
    name: 'CRM',
    kind: 'custom',
    target: 'https://receiver.invalid/',
    triggers: ['OUTBOUND_CALL_CALLING'],
    auth: { method: 'rsa-sha256' },
  });
  await off.call('POST', '/v1/calls/copied/reports', report);
  const list = JSON.stringify(await off.call('GET', '/v1/deliveries?callId=copied'));
  const page = await off.open(off.path(`/deliveries/${/dlv_[0-9A-Z]+/.exec(list)?.[0]}`));
  const button = page.locator('button[title*="RINGPOST_INBOX=off"]');
  await button.waitFor();
  assert.ok(await button.isDisabled());
});
