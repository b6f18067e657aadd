/**
 * The local inbox and the simulator by hand: a call is simulated, received items are read as their
 * recipient sees them and verified, a box is told to fail (J2, J8, J9), and all items are removed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
const boxes = JSON.stringify(await call('GET', '/v1/inbox/boxes'));

function target(channel: string): string {
  return new RegExp(`http://[^"]*/${channel}/default`).exec(boxes)?.[0] ?? '';
}

test('an empty inbox says what to do, and leads to the simulator', async () => {
  const page = await open(path('/inbox'));
  await page.locator('[data-state="empty"]').first().waitFor();
  await assertAccessible(page, 'empty inbox');
  await page.getByRole('button', { name: 'Simulate a call' }).click();
  await page.getByRole('heading', { level: 1, name: 'Simulator' }).waitFor();
  await page.getByText('There is no endpoint yet').waitFor();
  await page.context().close();
});

test('J2, J9: a simulated call comes to a box that was told to fail once', async () => {
  await call('POST', '/v1/endpoints', {
    name: 'To the inbox',
    kind: 'custom',
    target: target('http'),
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_COMPLETED'],
    retryScheduleMs: [1_000],
  });
  const page = await open(path('/inbox?box=http/default'));
  await page.getByRole('button', { name: '429, Retry-After 60' }).click();
  await page.getByLabel('Retry-After').fill('1');
  await page.getByLabel('Only the first').fill('1');
  await assertAccessible(page, 'a box');
  await page.getByRole('button', { name: 'Save the behaviour' }).click();
  await page.getByText('Answers 429 with Retry-After 1, the first 1 times').waitFor();

  const other = await open(path('/simulator?scenario=completed&speed=instant&calls=1'));
  await other.getByRole('heading', { level: 1, name: 'Simulator' }).waitFor();
  await assertAccessible(other, 'simulator');
  await other.getByRole('button', { name: 'Simulate 1 call' }).click();
  await other.locator('[data-run="done"]').waitFor();
  await other.getByText('fired OUTBOUND_CALL_COMPLETED, CALL_LOG_CREATED').waitFor();
  await other.locator('.request summary').first().click();
  await other.getByText('authorization: Bearer $RINGPOST_KEY').first().waitFor();
  // The rail counts unopened items, in words too, as they come.
  const badge = other.locator('[data-rail="inbox"] .rail-badge');
  await badge.filter({ hasText: '2 unread' }).waitFor();
  await other.context().close();

  // Live: the first attempt and the second show without a reload.
  await page.locator('.pill, tr[data-row^="inb_"]').first().waitFor();
  await page.goto(path('/inbox'));
  await page.locator('tr[data-row^="inb_"]', { hasText: '429' }).first().waitFor();
  await assertAccessible(page, 'inbox');
  await page.context().close();
});

test('an item shows its payload, its checks in words, and that it is as sent', async () => {
  const page = await open(path('/inbox'));
  await page.locator('tr[data-row^="inb_"] a').first().click();
  await page.getByRole('heading', { level: 1, name: 'OUTBOUND_CALL_COMPLETED' }).waitFor();
  await page.getByText('"callStatus"').first().waitFor();
  await page.getByRole('link', { name: 'Verification' }).click();
  await page.getByText('A receiver would accept this.').waitFor();
  await assertAccessible(page, 'verification');
  await page.getByRole('link', { name: 'Compared' }).click();
  await page.getByText('byte for byte the one that the delivery shows').waitFor();
  await page.getByRole('link', { name: 'Headers' }).click();
  await page.getByRole('rowheader', { name: 'webhook-signature' }).waitFor();
  await page.locator('[data-rail="inbox"]', { hasText: '1 unread' }).waitFor();
  await page.context().close();
});

test('all items are marked as read, in the list and in the rail', async () => {
  const page = await open(path('/inbox?q=nothing-has-this'));
  await page.locator('[data-rail="inbox"] .rail-badge').waitFor();
  await page.goto(path('/inbox'));
  await page.locator('a.inbox-unseen').first().waitFor();
  await page.getByRole('button', { name: 'Mark all read' }).click();
  await page.getByText('All items are marked as read in this browser.').waitFor();
  await page.locator('[data-rail="inbox"] .rail-badge').waitFor({ state: 'detached' });
  assert.equal(await page.locator('a.inbox-unseen').count(), 0);
  await page.reload();
  await page.locator('a.inbox-seen').first().waitFor();
  assert.equal(await page.locator('a.inbox-unseen').count(), 0);
  await page.context().close();
});

test('J28: at 320 px neither page scrolls sideways', async () => {
  for (const where of ['/inbox', '/simulator']) {
    const page = await open(path(where), { width: 320, height: 700 });
    await page.locator('h1').waitFor();
    await assertNoSidewaysScroll(page, where);
    await page.context().close();
  }
});

test('items are removed only after a question', async () => {
  const page = await open(path('/inbox'));
  await page.locator('tr[data-row^="inb_"]').first().waitFor();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click();
  await page.locator('[data-state="empty"]').first().waitFor();
  const left = JSON.stringify(await call('GET', '/v1/inbox'));
  assert.match(left, /^\{"data":\[\]/);
  await page.context().close();
});
