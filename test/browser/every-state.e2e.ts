/**
 * Every page of `page-list.ts` that asks for data, in every state that data can be in: late,
 * broken, refused, out of reach, and of a project where nothing has happened yet. The page says
 * which, never shows unknown data as an empty list, and axe finds nothing in either theme.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { type ListedPage, PAGES } from './page-list.ts';
import { setupBrowser } from './setup.ts';

/** The frame's own requests: the session and the stream. */
const FRAME = /\/v1\/(session|setup|stream)\b/;

const problem = (status: number, code: string) => ({
  status,
  json: { code, detail: 'It has been logged.', requestId: 'req_77' },
});

/** How each state is caused, between the page and the service. */
const STATES: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  loading: () => new Promise(() => {}),
  error: (route) => route.fulfill(problem(500, 'INTERNAL')),
  forbidden: (route) => route.fulfill(problem(403, 'FORBIDDEN')),
  offline: (route) => route.abort(),
};

const setup = await setupBrowser();
const asking = PAGES.filter(({ still, signedOut }) => still !== true && signedOut !== true);

for (const [state, answer] of Object.entries(STATES)) {
  for (const listed of asking) {
    test(`${listed.name}, ${state}: says so, looks like nothing else, is accessible`, async () => {
      // Signed in, and no part of the dashboard is loaded yet.
      const page = await setup.open('/icon.svg');
      await page.route(/\/v1\//, (route) =>
        FRAME.test(route.request().url()) ? route.continue() : answer(route),
      );
      await page.goto(addressOf(listed));
      await page.locator(`[data-state="${state}"]`).first().waitFor();
      assert.equal(await page.locator('[data-state="empty"]').count(), 0);
      await assertSound(page, `${listed.name}, ${state}`);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.context().close();
    });
  }
}

/** A page about one record has none in a project where nothing has happened. */
const ofNobody = asking.filter(({ path }) => !path.includes('{') && !path.includes('box='));

for (const listed of ofNobody) {
  test(`${listed.name}, before anything has happened: no fault, is accessible`, async () => {
    const page = await setup.open(addressOf(listed));
    await page.waitForSelector('h1');
    await page.waitForSelector('[data-state="loading"], .starting', { state: 'detached' });
    assert.equal(await page.locator('[data-state="error"]').count(), 0);
    await assertSound(page, `${listed.name}, fresh`);
    await page.context().close();
  });
}

async function assertSound(page: Page, where: string): Promise<void> {
  await assertAccessible(page, `${where}, light`);
  await toTheme(page, 'dark');
  await assertAccessible(page, `${where}, dark`);
  await assertNoSidewaysScroll(page, where);
}

function addressOf({ path }: ListedPage): string {
  const text = path
    .replace('{callId}', 'call_none')
    .replace('{deliveryId}', 'dlv_01k9zzzzzzzzzzzzzzzzzzzzzz')
    .replace('{endpointId}', 'ep_01k9zzzzzzzzzzzzzzzzzzzzzz')
    .replace('{sourceId}', 'src_01k9zzzzzzzzzzzzzzzzzzzzzz');
  return path.startsWith('//') ? text.slice(1) : setup.path(text);
}
