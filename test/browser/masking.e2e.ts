/**
 * A project that masks personal data: what a viewer sees of a call, a delivery, the inbox and the
 * list of calls, that a note says so, and that a clientId can neither be filtered by nor opened.
 * The control is the owner, who sees all of it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { memberOf } from './member.ts';
import { fillWithSamples } from './sample-data.ts';
import { type Look, pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, browser, path, call, open } = setup;
const openAs = pagesOf(browser, service);
await fillWithSamples(setup);

/** What identifies the caller, in each place where it can appear. */
const CLIENT = 'order_4712';
const SAID = 'My number is 030 901820';
const MASK = '•••••';
const NOTE = 'Names, numbers and words of callers are masked for your role.';
const LOOKS: readonly Look[] = [
  { theme: 'light' },
  { theme: 'dark' },
  { theme: 'light', width: 320, height: 700 },
];

const inbox = JSON.stringify(await call('GET', '/v1/inbox/boxes'));
await call('POST', '/v1/endpoints', {
  name: 'To the inbox',
  kind: 'custom',
  auth: { method: 'rsa-sha256' },
  target: /http:\/\/[^"]*\/http\/default/.exec(inbox)?.[0],
  triggers: ['OUTBOUND_CALL_ERROR'],
});
const CALL_ID = 'call_of_robin';
await call('POST', `/v1/calls/${CALL_ID}/reports`, {
  status: 'ERROR',
  direction: 'OUTBOUND',
  clientId: CLIENT,
  callSid: 'CA1',
  errors: [{ code: 'INTERNAL_ERROR', message: SAID }],
});
await call('POST', `/v1/call-logs/${CALL_ID}`, {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T00:00:00Z',
  language: 'en',
  participants: [{ id: 'guest', role: 'CUSTOMER', name: 'Robin Caller' }],
  turns: [{ speaker: 'CUSTOMER', text: SAID, startMs: 0, endMs: 900 }],
});
const item = await firstItem();
const viewer = await memberOf(setup, 'viewer');
await call('PATCH', '/v1/project', { maskForViewers: true });

/** Polls until it exists. */
async function firstItem(): Promise<string> {
  for (let asks = 0; asks < 3_000; asks += 1) {
    const id = /"id":"(inb_[^"]+)"/.exec(JSON.stringify(await call('GET', '/v1/inbox')))?.[1];
    if (id !== undefined) return id;
  }
  throw new Error('nothing came to the inbox');
}

async function delivered(): Promise<string> {
  const page = JSON.stringify(await call('GET', `/v1/deliveries?callId=${CALL_ID}`));
  return /"id":"(dlv_[^"]+)"/.exec(page)?.[1] ?? assert.fail(page);
}

const CALL = `/calls/${CALL_ID}`;
/** The pages where the owner sees something of a caller. */
const PLACES: readonly (readonly [string, string])[] = [
  [CALL, CLIENT],
  [`${CALL}?tab=log`, SAID],
  [`/deliveries/${await delivered()}`, CLIENT],
  [`/inbox/${item}`, CLIENT],
];

async function opened(place: string, look: Look = {}): Promise<Page> {
  const page = await openAs(path(place), look, viewer);
  await page.getByText(NOTE).waitFor();
  await page.locator('#content [data-state="ready"]').first().waitFor();
  return page;
}

test('a viewer sees dots where the owner sees a caller, and a note says why', async () => {
  for (const [place, text] of PLACES) {
    const seen = await open(path(place));
    await seen.locator('#content').getByText(text).first().waitFor();
    assert.equal(await seen.getByText(NOTE).count(), 0, `${place}: nothing is masked for an owner`);
    await seen.context().close();
    const page = await opened(place);
    await page.locator('#content').getByText(MASK).first().waitFor();
    const shown = await page.content();
    for (const each of [CLIENT, SAID, 'Robin Caller']) {
      assert.equal(shown.includes(each), false, `${place} shows ${each}`);
    }
    await page.context().close();
  }
});

test('masked pages are accessible in both themes and at 320 px', async () => {
  for (const look of LOOKS) {
    for (const [place] of PLACES) {
      const page = await opened(place, look);
      await assertAccessible(page, `${place} ${JSON.stringify(look)}`);
      await assertNoSidewaysScroll(page, `${place} ${JSON.stringify(look)}`);
      await page.context().close();
    }
  }
});

test('a viewer cannot filter by a clientId, and nothing leads there', async () => {
  const page = await opened(CALL);
  const facts = page.locator('.call-facts');
  await facts.locator('dl').getByText(MASK, { exact: true }).waitFor();
  assert.equal(await facts.getByRole('link', { name: MASK }).count(), 0);
  assert.equal(await facts.getByRole('link', { name: 'CA1' }).count(), 1, 'by callSid they can');

  await page.goto(path('/calls'));
  await page.waitForSelector('tr[data-row]');
  assert.equal((await page.content()).includes(CLIENT), false);
  const filter = page.getByPlaceholder(/^Filter:/);
  assert.doesNotMatch((await filter.getAttribute('placeholder')) ?? '', /clientId/);
  await filter.fill(`clientId:${CLIENT}`);
  await filter.press('Enter');
  await page.getByText(`clientId:${CLIENT}`).first().waitFor();
  assert.doesNotMatch(page.url(), /clientId/);

  // An address that another person sent them.
  await page.goto(path(`/calls?clientId=${CLIENT}`));
  await page.locator('#content [data-state="forbidden"]').waitFor();
  await page.getByText('clientId, number and tag of calls are masked for you').waitFor();
  assert.equal(await page.locator('tr[data-row]').count(), 0);
  await assertAccessible(page, 'a filter that is refused');
  await page.context().close();
});
