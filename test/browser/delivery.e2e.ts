/** One delivery: J8, J9, J10 and J12, its tabs, and how it looks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
/** Past midnight, at any time of the day: a due time tomorrow is shown with its day. */
const LONG = Array.from({ length: 5 }, () => 21_600_000);
const FAILED = `1 of ${LONG.length + 1} attempts failed`;
const TABS = ['request', 'response', 'timing', 'signature', 'schedule'] as const;

const report = (callId: string, status: string): Promise<unknown> =>
  call('POST', `/v1/calls/${callId}/reports`, { status, direction: 'OUTBOUND' });

const receiver = await failingEndpoint(setup, 'crm', { status: 503, retryScheduleMs: LONG });
await report('lane', 'CALLING');
await report('lane', 'COMPLETED');
const [head = ''] = await deliveriesIn(setup, 'callId=lane&state=retrying', 1);
const [follower = ''] = await deliveriesIn(setup, 'callId=lane&state=waiting', 1);

test('every tab shows its data, is accessible in both themes, and fits 320 px', async () => {
  const page = await open(path(`/deliveries/${head}`));
  await page.getByText(`${FAILED}; the last one ended with: Status 503.`).waitFor();
  for (const tab of TABS) {
    await page.goto(path(`/deliveries/${head}?tab=${tab}`));
    await page.locator('.attempt-detail').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await toTheme(page, colorScheme);
      await assertAccessible(page, `${tab}, ${colorScheme}`);
    }
  }
  assert.equal(await page.locator('.schedule tbody tr').count(), LONG.length + 1);
  await page.setViewportSize({ width: 320, height: 700 });
  for (const tab of TABS) {
    await page.goto(path(`/deliveries/${head}?tab=${tab}`));
    await page.locator('.attempt-detail').waitFor();
    await assertNoSidewaysScroll(page, tab);
  }
  await page.context().close();
});

test('J10: a delivery that waits names the one before it, and what that one does', async () => {
  const page = await open(path(`/deliveries/${follower}`));
  const note = page.locator('.lane-note');
  await note.getByText('Waiting behind').waitFor();
  await note.getByText(FAILED).waitFor();
  const retry = page.getByRole('button', { name: 'Retry now' });
  assert.ok(await retry.isDisabled());
  assert.match(String(await retry.getAttribute('title')), /there is nothing to retry yet/);
  await note.getByRole('link').click();
  await page.waitForURL(`**/deliveries/${head}`);
  await page.context().close();
});

test('J12: retry by hand, cancel, and replay as new that is linked both ways', async () => {
  const page = await open(path(`/deliveries/${head}`));
  const replay = page.getByRole('button', { name: 'Replay as new' });
  assert.match(String(await replay.getAttribute('title')), /still open/);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await page.locator('.attempt-link').nth(1).getByText('by hand').waitFor();
  await receiver.answer(200);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Replay as new' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The receiver gets the same event once more').waitFor();
  await dialog.getByRole('button', { name: 'Replay as new' }).click();
  await page.waitForURL((url) => url.pathname.includes('/dlv_') && !url.href.endsWith(head));
  await page.getByRole('link', { name: head }).click();
  await page.waitForURL(`**/deliveries/${head}`);
  await page.getByText('Repeated by').waitFor();
  await receiver.answer(500);
  await report('other', 'CALLING');
  const [open1 = ''] = await deliveriesIn(setup, 'callId=other&state=retrying', 1);
  await page.goto(path(`/deliveries/${open1}`));
  // The key asks and says what is lost: nothing is sent to the service yet.
  const cancels: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/cancel')) cancels.push(request.url());
  });
  await page.getByText('Failed').first().waitFor();
  await page.keyboard.press('c');
  await dialog.getByText('The receiver misses one event.').waitFor();
  await assertAccessible(page, 'cancel asks');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(cancels, []);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel the delivery' }).click();
  await page.getByText('Cancelled after 1 attempt without success.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Cancel', exact: true }).isDisabled());
  await page.context().close();
});

test('J8 and J9: a redirect is explained; the schedule says what Retry-After asked', async () => {
  await receiver.answer(301);
  await report('moved', 'CALLING');
  const [moved = ''] = await deliveriesIn(setup, 'callId=moved&state=rejected', 1);
  const page = await open(path(`/deliveries/${moved}`));
  await page.getByText('Refused for good: Status 301.').waitFor();
  await page
    .getByText(/redirect/i)
    .first()
    .waitFor();
  const slow = await failingEndpoint(setup, 'slow', {
    status: 429,
    retryScheduleMs: [5_000, 600_000],
  });
  await slow.answer(429, '60');
  await report('asked', 'CALLING');
  const filter = `callId=asked&state=retrying&endpointId=${slow.id}`;
  const [asked = ''] = await deliveriesIn(setup, filter, 1);
  await page.goto(path(`/deliveries/${asked}?tab=schedule`));
  await page.getByText('The receiver asked for 1m (Retry-After).').waitFor();
  await page.context().close();
});

test('an unknown delivery says so, and offers no action', async () => {
  const page = await open(path('/deliveries/dlv_0000000000'));
  await page.locator('[data-state="not-found"]').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Retry now' }).count(), 0);
  await page.context().close();
});
