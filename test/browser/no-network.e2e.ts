/**
 * The network goes away, another program answers in place of the service, or a part of the page is
 * missing: rail and header stay, the region says what failed, no live light is on, and all is back
 * within 5 s, without a click.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { assertAccessible } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
await failingEndpoint(setup, 'receiver', { status: 200, retryScheduleMs: [1_000] });
await call('POST', '/v1/calls/one/reports', { status: 'CALLING', direction: 'OUTBOUND' });
await deliveriesIn(setup, 'state=delivered', 1);

/** The promise is 5 s; the machine of the tests may be busy with others. */
const BACK_MS = 20_000;
const API = /\/v1\//;

async function assertFrame(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.getByPlaceholder('Search by id').waitFor();
}

async function liveIs(page: Page, state: string): Promise<void> {
  await page.locator(`.live[data-live="${state}"]`).waitFor({ timeout: BACK_MS });
}

const ANSWERS: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'no network': (route) => route.abort(),
  'a page of a proxy': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<html>Sign in to the network</html>' }),
  'a gateway without its service': (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
};

for (const [name, answer] of Object.entries(ANSWERS)) {
  test(`${name}: the frame stays, the region says so, all is back by itself`, async () => {
    const page = await open(path('/overview'));
    await page.locator('.stat').first().waitFor();
    await liveIs(page, 'live');
    await page.route(API, answer);
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await page.locator('[data-state="offline"], [data-state="error"]').first().waitFor();
    await assertFrame(page);
    await liveIs(page, 'reconnecting');
    await assertAccessible(page, name);
    await page.unroute(API, answer);
    await page.locator('tr[data-row]').first().waitFor({ timeout: BACK_MS });
    assert.equal(await page.locator('[data-state="offline"], [data-state="error"]').count(), 0);
    await liveIs(page, 'live');
    await page.context().close();
  });
}

test('the browser is offline: the page says so at once, and recovers by itself', async () => {
  const page = await open(path('/deliveries'));
  await page.locator('tr[data-row]').first().waitFor();
  await liveIs(page, 'live');
  await page.context().setOffline(true);
  await liveIs(page, 'reconnecting');
  await page.getByText('Offline: what you see may be old').waitFor();
  await assertFrame(page);
  await page.context().setOffline(false);
  await liveIs(page, 'live');
  await page.locator('tr[data-row]').first().waitFor();
  await page.context().close();
});

test('a part of the page is missing: the frame stays, the page comes with the part', async () => {
  const page = await open(path('/overview'));
  await page.locator('.stat').first().waitFor();
  const part = /\/assets\/audit-page/;
  await page.route(part, (route) => route.abort());
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('heading', { level: 1, name: 'This page could not be loaded' }).waitFor();
  await assertFrame(page);
  await assertAccessible(page, 'missing part');
  await page.unroute(part);
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor({ timeout: BACK_MS });
  await page.context().close();
});

/**
 * Valid JSON, but a wrong answer: an error while a page computes with it must not remove the frame.
 */
const SHAPES: readonly unknown[] = [{}, [], null, { data: null }, { data: [null] }, 'text', 7];
const PAGES = [
  '/overview',
  '/calls',
  '/deliveries',
  '/issues',
  '/endpoints',
  '/acw/runs',
  '/members',
];

for (const shape of SHAPES) {
  test(`answers of the shape ${JSON.stringify(shape)}: the frame stays, all is back`, async () => {
    const page = await open('/account');
    const spoil = (route: Route): Promise<void> =>
      /\/v1\/stream/.test(route.request().url())
        ? route.continue()
        : route.fulfill({ json: shape });
    for (const place of PAGES) {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.route(API, spoil);
      await page.goto(path(place));
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await page.locator('h1').first().waitFor();
      await assertFrame(page);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor({ timeout: BACK_MS });
    await page.locator('[data-state="ready"]').first().waitFor({ timeout: BACK_MS });
    await page.context().close();
  });
}
