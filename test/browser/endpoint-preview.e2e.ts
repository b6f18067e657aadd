/** The preview of a real call shows the exact bytes that its delivery had. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const TRIGGER = 'OUTBOUND_CALL_COMPLETED';

const boxes = JSON.stringify(await setup.call('GET', '/v1/inbox/boxes'));
const target = /"channel":"http"[^}]*?"target":"([^"]+)"/.exec(boxes)?.[1] ?? '';
await setup.call('POST', '/v1/endpoints', {
  name: 'CRM',
  kind: 'custom',
  target,
  triggers: [TRIGGER],
  auth: { method: 'rsa-sha256' },
});
for (const status of ['CALLING', 'COMPLETED']) {
  const report = { status, direction: 'OUTBOUND', clientId: 'Grüße ✓ "quoted"' };
  await setup.call('POST', '/v1/calls/call_real/reports', report);
}

/** The body that the receiver got. */
async function received(): Promise<string> {
  const page = await setup.open(setup.path('/inbox'));
  await page.getByText('call_real').first().waitFor();
  await page.context().close();
  const list = JSON.stringify(await setup.call('GET', '/v1/inbox?callId=call_real&limit=1'));
  const item: unknown = await setup.call('GET', `/v1/inbox/${/inb_[0-9A-Z]+/.exec(list)?.[0]}`);
  assert.ok(typeof item === 'object' && item !== null && 'body' in item);
  return String(item.body);
}

for (const theme of ['light', 'dark'] as const) {
  test(`a real call: the bytes that were sent, ${theme}`, async () => {
    const came = await received();
    for (const width of [1_280, 320]) {
      const look = { theme, width };
      const page = await setup.open(setup.path('/endpoints/new?kind=custom'), look);
      await page.getByRole('checkbox', { name: TRIGGER }).check();
      await page.getByRole('button', { name: 'A real call' }).click();
      await page.getByText('Name a call to see what it sends.').waitFor();
      const field = page.getByLabel('Call id');
      await page.locator('datalist option[value="call_real"]').waitFor({ state: 'attached' });
      await field.fill('call_real');
      await page.locator('.endpoint-preview [data-state="ready"]').waitFor();
      const body = page.locator('.endpoint-preview .code').last();
      await body.getByRole('button', { name: 'Exact bytes' }).click();
      assert.equal(await body.locator('pre').textContent(), came);
      await assertAccessible(page, `${theme} ${width}`);
      await assertNoSidewaysScroll(page, `${theme} ${width}`);
      const folder = process.env.PICTURES;
      if (folder !== undefined) {
        await page.locator('.endpoint-preview').scrollIntoViewIfNeeded();
        await page.screenshot({ path: `${folder}/preview-${theme}-${width}.png` });
      }
    }
  });
}

test('an unknown call, and one that has not fired the trigger, say so', async () => {
  const page = await setup.open(setup.path('/endpoints/new?kind=slack'));
  await page.getByRole('checkbox', { name: 'OUTBOUND_CALL_BUSY' }).check();
  await page.getByRole('button', { name: 'A real call' }).click();
  const field = page.getByLabel('Call id');
  await field.fill('nobody');
  await field.press('Enter');
  await page.locator('.endpoint-preview [data-state="not-found"]').waitFor();
  await page.getByText('There is no call with this id.').waitFor();
  await field.fill('call_real');
  await page.getByText('call_real has not fired OUTBOUND_CALL_BUSY.').waitFor();
  await page.getByRole('button', { name: 'Sample', exact: true }).click();
  await page.locator('.endpoint-preview [data-state="ready"]').waitFor();
});

test('the choice between a message and its bytes has its frame', async () => {
  const page = await setup.open(setup.path('/endpoints/new?kind=slack'));
  await page.getByRole('button', { name: 'Everything' }).click();
  const choice = page.locator('.endpoint-preview .view-choice');
  await choice.waitFor();
  const folder = process.env.PICTURES;
  if (folder !== undefined) await choice.screenshot({ path: `${folder}/preview-choice.png` });
  const frame = "getComputedStyle(document.querySelector('.view-choice')).borderTopWidth";
  assert.equal(await page.evaluate(frame), '1px');
  await page.context().close();
});
