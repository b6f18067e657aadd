/**
 * J17: nine tabs over plain HTTP under another name than localhost, where browsers offer neither
 * locks nor cryptography and at most six connections: all load, and the one in front is live.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { makeOwner } from './first-owner.ts';
import { pagesOf, startBoth } from './setup.ts';

const TABS = 9;
const LIVE_MS = 5_000;
/** A headless browser calls every tab visible; these say which one is, as a window would. */
const BEHIND = `window.shownNow = false;
Object.defineProperty(document, 'visibilityState', {
  get: () => (window.shownNow ? 'visible' : 'hidden'),
});`;
const show = (shown: boolean): string =>
  `(window.shownNow = ${shown}, document.dispatchEvent(new Event('visibilitychange')))`;

const { service, close } = await startBoth();
const browser = await launchChromium(['--host-resolver-rules=MAP lan-host 127.0.0.1']);
after(async () => {
  await browser.close();
  await close();
});

test('J17: nine tabs on plain http all load; a delivery shows in the front one', async () => {
  const owner = await makeOwner(service);
  const report = (callId: string) =>
    fetch(`${service.url}/v1/calls/${callId}/reports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'CALLING', direction: 'OUTBOUND' }),
    });
  await report('call_before');
  const url = service.url.replace('127.0.0.1', 'lan-host').replace('localhost', 'lan-host');
  const first = await pagesOf(browser, { url })(`/p/${owner.projectId}/calls`, {}, owner);
  const context = first.context();
  await first.waitForSelector('tr[data-row]');
  assert.equal(await first.evaluate('isSecureContext'), false, 'as on a local network');
  await context.addInitScript(BEHIND);
  const tabs: Page[] = [];
  await first.close();
  for (let number = 0; number < TABS; number += 1) {
    for (const tab of tabs) await tab.evaluate(show(false));
    const tab = await context.newPage();
    await tab.goto(`${url}/p/${owner.projectId}/calls`);
    await tab.evaluate(show(true));
    await tab.waitForSelector('tr[data-row]');
    tabs.push(tab);
  }
  const front = tabs.at(-1);
  assert.ok(front !== undefined);
  await front.getByText('Live', { exact: true }).waitFor();
  assert.equal((await report('call_after')).status, 202);
  await front
    .getByText(/^1 new|call_after/)
    .first()
    .waitFor({ timeout: LIVE_MS });

  const [behind] = tabs;
  assert.ok(behind !== undefined);
  await front.evaluate(show(false));
  await behind.evaluate(show(true));
  await behind
    .getByText(/^1 new|call_after/)
    .first()
    .waitFor({ timeout: LIVE_MS });
  await context.close();
});
