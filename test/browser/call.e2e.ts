/**
 * The calls in a real browser: J10 (why something waits), J11 (skip the head of a lane), J13 (find
 * by a business id), J27 (by keyboard only) and J28 (small screens), as far as calls go.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { fillWithSamples } from './sample-data.ts';
import { type Look, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
await fillWithSamples(setup);
const CALL = 'call_sample_0001';

async function openCall(rest = '', look: Look = {}): Promise<Page> {
  const page = await setup.open(setup.path(`/calls/${CALL}${rest}`), look);
  await page.waitForSelector('[data-state="ready"], [data-state="refreshing"]');
  return page;
}

test('J10: the lane says behind what the second delivery waits; its bar is hatched', async () => {
  const page = await openCall();
  const lane = page.locator('.timeline-lane', { hasText: 'CRM of the north-east' });
  assert.match(await lane.innerText(), /1 waiting behind\s+dlv_…\w{4}, attempt \d+ of 7/);
  const waiting = page.getByRole('button', {
    name: /^OUTBOUND_CALL_COMPLETED to CRM of the north-east: waiting behind dlv_/,
  });
  assert.equal(await waiting.getAttribute('data-kind'), 'waiting');
  const attempt = page.getByRole('button', { name: /^Attempt 1 to CRM of the north-east: 503 / });
  assert.equal(await attempt.getAttribute('data-kind'), 'bad');
  await page.context().close();
});

test('J27: by keyboard alone one reaches a bar, opens it, and comes back to it', async () => {
  const page = await openCall();
  await page.locator('.bar[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const focused = async () => String(await page.evaluate('document.activeElement.dataset.bar'));
  const bar = await focused();
  assert.match(bar, /^dlv_/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.side-panel [data-state="ready"]');
  assert.match(page.url(), /peek=dlv_/);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.side-panel', { state: 'detached' });
  assert.equal(await focused(), bar);
  await page.context().close();
});

test('zoom, folding and the marked moment are in the address', async () => {
  const page = await openCall();
  await page.getByRole('slider', { name: 'Beginning of what is shown' }).focus();
  await page.keyboard.press('PageDown');
  await page.waitForURL(/zoom=/);
  await page.getByRole('checkbox', { name: 'Fold idle time' }).uncheck();
  await page.waitForURL(/fold=no/);
  await page.getByRole('slider', { name: 'Moment' }).focus();
  await page.keyboard.press('End');
  await page.waitForURL(/at=/);
  // The moment; the text after it depends on the deliveries, and a retry may begin meanwhile.
  const marked = async () =>
    /^At \S+: COMPLETED/.exec(await page.locator('.timeline-instant').innerText())?.[0];
  const said = await marked();
  assert.ok(said !== undefined);
  await page.reload();
  assert.equal(await marked(), said);
  assert.equal(await page.getByRole('checkbox', { name: 'Fold idle time' }).isChecked(), false);
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await page.waitForURL((url) => !url.searchParams.has('zoom'));
  await page.context().close();
});

test('J11: skipping the head asks why, cancels it, and the next one goes on', async () => {
  const page = await openCall();
  const lane = page.locator('.timeline-lane', { hasText: 'CRM of the north-east' });
  const skip = lane.getByRole('button', { name: 'Skip head' });
  const head = await lane.locator('a.mono').innerText();
  await skip.click();
  const dialog = page.getByRole('dialog');
  // Its sentence wraps, though its lane is one line high.
  assert.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0);
  await dialog.getByRole('button', { name: 'Skip head' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Reason').fill('The receiver cannot take it');
  await dialog.getByRole('button', { name: 'Skip head' }).click();
  await dialog.waitFor({ state: 'detached' });
  await lane.filter({ hasText: head }).waitFor({ state: 'detached' });
  const behind = /^OUTBOUND_CALL_COMPLETED to CRM of the north-east: waiting behind/;
  await page.getByRole('button', { name: behind }).waitFor({ state: 'detached' });
  const audit = JSON.stringify(await setup.call('GET', '/v1/audit'));
  assert.match(audit, /The receiver cannot take it/);
  await page.context().close();
});

test('J13: a call id of any characters opens; its clientId leads to its calls', async () => {
  const callId = 'a/b ü?#%';
  const body = { status: 'CALLING', direction: 'INBOUND', callSid: 'CA-odd', clientId: 'client 9' };
  await setup.call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, body);
  const page = await setup.open(setup.path('/calls'));
  await page.getByRole('link', { name: callId }).click();
  const heading = page.getByRole('heading', { name: callId });
  await heading.waitFor();
  await page.reload();
  await heading.waitFor();
  await page.getByRole('link', { name: 'client 9' }).click();
  await page.waitForURL(/\/calls\?clientId=client/);
  await page.waitForSelector('tr[data-row]');
  assert.equal(await page.locator('tr[data-row]').count(), 1);
  await page.context().close();
});

test('filters that match nothing say so, and can be cleared', async () => {
  const page = await setup.open(setup.path('/calls?errors=1&direction=INBOUND'));
  await page.waitForSelector('[data-state="no-match"]');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForSelector('tr[data-row]');
  await page.context().close();
});

test('an unknown call is not found; a failing service is an error, not an empty list', async () => {
  const page = await setup.open(setup.path('/calls/never_reported'));
  await page.waitForSelector('[data-state="not-found"]');
  await page.route(/\/v1\/calls\?/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(setup.path('/calls'));
  await page.waitForSelector('[data-state="error"]');
  assert.equal(await page.getByText('No calls yet').count(), 0);
  await page.context().close();
});

test('the transcript opens at a turn; errors and refused reports are shown', async () => {
  const turns = Array.from({ length: 30 }, (_, index) => ({
    speaker: index % 2 === 0 ? 'AGENT' : 'CUSTOMER',
    text: `Sentence ${index + 1}`,
    startMs: index * 2_000,
  }));
  const log = { direction: 'OUTBOUND', startedAt: '2026-11-20T11:17:00.000Z', turns };
  await setup.call('POST', '/v1/call-logs/call_sample_0002', log);
  await setup.call('POST', '/v1/calls/call_sample_0002/reports', {
    status: 'CALLING',
    direction: 'OUTBOUND',
    errors: [{ code: 'CALL_INTERRUPTED', message: 'line <b>cut</b>' }],
  });
  const page = await setup.open(setup.path('/calls/call_sample_0002?tab=log#turn-27'));
  const turn = page.locator('#turn-27[data-targeted="true"]');
  await turn.waitFor();
  assert.match(await turn.innerText(), /0:52[\s\S]*Sentence 27/);
  assert.match(await page.locator('.call-errors').innerText(), /\[CALL_INTERRUPTED\] line <b>cut/);
  await page.getByRole('link', { name: 'Raw' }).click();
  await page.waitForSelector('[data-report="3"]');
  assert.match(await page.locator('[data-report="3"]').innerText(), /Refused|Ignored/);
  await page.context().close();
});

test('words tell why an endpoint did not get a firing', async () => {
  const page = await openCall('?tab=deliveries');
  await page.getByLabel('Endpoint', { exact: true }).selectOption({ label: 'Billing' });
  await page.waitForSelector('.explanations li');
  assert.match(
    await page.locator('.explanations').innerText(),
    /OUTBOUND_CALL_BUSY[\s\S]*Not sent/,
  );
  await page.context().close();
});

const TABS = ['timeline', 'deliveries', 'log', 'acw', 'raw'];

for (const look of [{ theme: 'light' }, { theme: 'dark' }, { width: 320 }] as const) {
  const where = JSON.stringify(look);
  test(`J28: no tab has a finding or scrolls sideways, with ${where}`, async () => {
    const page = await openCall('', look);
    for (const [index, tab] of TABS.entries()) {
      await page.locator(`[data-tab="tab-${index + 1}"]`).click();
      await page.waitForSelector(`[data-tab="tab-${index + 1}"][aria-current="page"]`);
      await assertAccessible(page, `${tab} ${where}`);
      await assertNoSidewaysScroll(page, `${tab} ${where}`);
      const list = await page.locator('.timeline-list').count();
      assert.equal(list, tab === 'timeline' && 'width' in look ? 1 : 0);
    }
    await page.context().close();
  });
}
