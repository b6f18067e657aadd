/**
 * What `npm test` does in a real browser: the first run, the first delivery, a failure found and
 * read, an API that fails, and three pages in light, dark and at 320 px. Each test continues where
 * the one before ended, with one service and one browser. The proof `browser/every-page` has all
 * pages, `npm run proofs -- --only browser` the whole list.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { OWNER, ownerWith, setupTokenOf } from './first-owner.ts';
import { openListed } from './open-listed.ts';
import { PAGES } from './page-list.ts';
import { type BrowserSetup, pagesOf, setupAround, startBoth } from './setup.ts';

const both = await startBoth();
after(both.close);
const { service } = both;
const openFresh = pagesOf(both.browser, service);
let setup: BrowserSetup | null = null;

/** Signed in as the owner that the first test made. */
function signedIn(): BrowserSetup {
  assert.ok(setup !== null, 'the first run has made the owner');
  return setup;
}

test('the setup link of the start carries the token, and the address forgets it', async () => {
  const page = await openFresh('/setup#token=abc', {}, null);
  await page.waitForURL(({ hash }) => hash === '');
  assert.equal(await page.getByLabel('Setup token').inputValue(), 'abc');
  await page.context().close();
});

test('J1: the first start asks for the token, says what is wrong, lets the owner in', async () => {
  const page = await openFresh('/', {}, null);
  await page.waitForURL('**/setup');
  await page.getByRole('heading', { level: 1, name: 'Set up Ringpost' }).waitFor();
  await assertAccessible(page, 'setup');

  await page.getByLabel('Setup token').fill('not the token');
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  const token = page.getByLabel('Setup token');
  await page.waitForSelector('[aria-invalid="true"]');
  assert.equal(await token.getAttribute('aria-invalid'), 'true');
  const focused = await page.evaluate('document.activeElement.ariaInvalid');
  assert.equal(focused, 'true', 'the focus is on the field at fault');

  await token.fill(setupTokenOf(service));
  await page.locator('input[type=password]').fill('eleven char');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page
    .getByText(/at least 12|12 to 256|12 or more characters/i)
    .last()
    .waitFor();

  await page.locator('input[type=password]').fill(OWNER.password);
  await page.getByRole('button', { name: 'Create the account' }).click();
  await page.waitForURL('**/overview');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(await page.title(), 'Overview · Ringpost');

  await page.getByText('1 of 7').waitFor();
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1');
  const [session] = await page.context().cookies();
  setup = setupAround(both, await ownerWith(service, `${session?.name}=${session?.value}`));

  await page.goto('/setup');
  await page.getByRole('heading', { name: 'Already set up' }).waitFor();
  await page.getByRole('link', { name: 'Go to the sign-in' }).waitFor();
  await page.context().close();
});

test('J2: a simulated call comes to the local inbox and is verified there', async () => {
  const { open, path } = signedIn();
  const page = await open(path('/overview'));
  await page.getByRole('button', { name: 'Use the local inbox' }).click();
  await page.getByText('2 of 7').waitFor();
  await page.getByRole('row', { name: /Local inbox.*No traffic yet/ }).waitFor();
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await page.getByRole('heading', { level: 1, name: 'Simulator' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByLabel('Speed').selectOption('instant');
  await page.getByRole('button', { name: 'Simulate 1 call' }).click();
  await page.locator('[data-run="done"]').waitFor();
  await page.locator('[data-rail="inbox"] .rail-badge').waitFor();

  await page.locator('[data-rail="inbox"]').click();
  const item = page.locator('tr[data-row^="inb_"]', { hasText: 'OUTBOUND_CALL_COMPLETED' });
  await item.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'OUTBOUND_CALL_COMPLETED' }).waitFor();
  const payload = page.locator('.code').first();
  for (const key of ['"message"', '"data"']) await payload.getByText(key).first().waitFor();
  assert.equal(await payload.getByText('"errors"').count(), 0);
  await page.getByRole('link', { name: 'Verification' }).click();
  await page.getByText('A receiver would accept this.').waitFor();

  await page.goto(path('/calls'));
  await page.locator('tr[data-row]').getByText('COMPLETED', { exact: true }).waitFor();
  await page.goto(path('/overview'));
  await page.getByText(/[5-7] of 7/).waitFor();
  await page.getByRole('row', { name: /Local inbox.*Healthy/ }).waitFor();
  await page.context().close();
});

test('J7, shortened: from the overview to why a delivery waits', async () => {
  const { open, path, call } = signedIn();
  await failingEndpoint(signedIn(), 'billing', {
    status: 500,
    retryScheduleMs: [21_600_000, 21_600_000],
  });
  for (const status of ['CALLING', 'COMPLETED']) {
    await call('POST', '/v1/calls/failing/reports', { status, direction: 'OUTBOUND' });
  }
  const page = await open(path('/overview'));
  await page.getByRole('link', { name: 'Look at them' }).click();
  await page.getByRole('link', { name: 'Answered 500' }).click();
  await page.getByRole('heading', { level: 1, name: 'Answered 500: billing' }).waitFor();
  await page.getByText('What to do:').waitFor();
  const [waiting = ''] = await deliveriesIn(signedIn(), 'callId=failing&state=waiting', 1);
  await page.goto(path(`/deliveries/${waiting}`));
  const note = page.locator('.lane-note');
  await note.getByText('Waiting behind').waitFor();
  await note.getByRole('link').click();
  await page.getByText('1 of 3 attempts failed; the last one ended with: Status 500.').waitFor();
  await page.context().close();
});

test('J16: an error, no connection and a slow answer never look like an empty list', async () => {
  const { open, path } = signedIn();
  const page = await open(path('/deliveries'));
  await page.waitForSelector('tr[data-row]');
  const list = '**/v1/deliveries?*';
  const region = (state: string) => page.locator(`#content [data-state="${state}"]`).first();
  const problem = { code: 'INTERNAL', detail: 'It has been logged.', requestId: 'req_77' };
  await page.route(list, (route) => route.fulfill({ status: 500, json: problem }));
  await page.getByRole('link', { name: 'Delivered', exact: true }).click();
  await region('error').waitFor();
  await page.getByText('req_77').waitFor();
  await assertAccessible(page, 'error');
  await page.unroute(list);
  await page.route(list, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await region('offline').waitFor();
  await page.unroute(list);
  const slow = Promise.withResolvers<void>();
  await page.route(list, (route) => slow.promise.then(() => route.continue()));
  await page.reload();
  await region('loading').waitFor();
  assert.equal(await page.locator('[data-state="empty"]').count(), 0);
  slow.resolve();
  await page.waitForSelector('tr[data-row]');
  await page.context().close();
});

const NARROW = { width: 320, height: 700 };

for (const name of ['overview', 'deliveries', 'delivery']) {
  test(`${name}: accessible in light, dark and at 320 px, and never too wide`, async () => {
    const [delivery = ''] = await deliveriesIn(signedIn(), 'callId=failing&state=retrying', 1);
    const samples = { callId: 'failing', deliveryId: delivery, endpointId: '', sourceId: '' };
    const listed = PAGES.find((one) => one.name === name);
    assert.ok(listed !== undefined);
    const page = await openListed(signedIn(), listed, samples, { theme: 'light' });
    await assertAccessible(page, `${name}, light`);
    await toTheme(page, 'dark');
    await assertAccessible(page, `${name}, dark`);
    await page.setViewportSize(NARROW);
    await assertNoSidewaysScroll(page, `${name}, 320 px`);
    await page.context().close();
  });
}
