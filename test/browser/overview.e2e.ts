/** J1 and J2 from the overview: first steps by facts, figures, charts, endpoints, failures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;

test('a new project shows its first steps, and no empty axes', async () => {
  const page = await open(path('/overview'));
  await page.getByText('1 of 7').waitFor();
  await page.getByText('Charts appear here with the first call.').waitFor();
  assert.equal(await page.locator('.chart').count(), 0);
  for (const theme of ['light', 'dark'] as const) {
    await toTheme(page, theme);
    await assertAccessible(page, `new project, ${theme}`);
  }
  await page.context().close();
});

test('J2: one click makes an endpoint at the local inbox; a call ticks what it shows', async () => {
  const page = await open(path('/overview'));
  await page.getByRole('button', { name: 'Use the local inbox' }).click();
  await page.getByRole('link', { name: 'Local inbox' }).nth(1).waitFor();
  await page.getByRole('row', { name: /Local inbox.*No traffic yet/ }).waitFor();
  await page.getByText('2 of 7').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  for (const status of ['CALLING', 'COMPLETED']) {
    await call('POST', '/v1/calls/first/reports', { status, direction: 'OUTBOUND' });
  }
  await page.getByText('6 of 7').waitFor();
  const tile = page.locator('.stat', { hasText: 'Delivered' });
  // Both statuses, and that the call log has come.
  await tile.getByText('3', { exact: true }).waitFor();
  await page.getByRole('row', { name: /Local inbox.*Healthy/ }).waitFor();
  await page.context().close();
});

test('the first steps can be hidden, and shown again', async () => {
  const page = await open(path('/overview'));
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.getByText('6 of 7').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Show the first steps' }).click();
  await page.getByText('6 of 7').waitFor();
  await page.getByRole('button', { name: 'Hide the first steps' }).click();
  await page.goto(path('/settings'));
  await page.getByText('It is hidden in this browser.').waitFor();
  await assertAccessible(page, 'settings');
  await page.getByRole('button', { name: 'Show the first steps again' }).click();
  await page.waitForURL('**/overview');
  await page.getByText('6 of 7').waitFor();
  await page.context().close();
});

test('a chart shows its numbers as a table, by keys, and a drag sets the range', async () => {
  const page = await open(path('/overview?range=1h'));
  const chart = page.locator('.chart').first();
  await chart.locator('canvas').waitFor();
  await chart.getByRole('application').press('ArrowLeft');
  await chart.getByText(/At the first try \d/).waitFor();
  const box = await chart.locator('.u-over').boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.75, box.y + 40, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL(/range=\d{4}-\d\d-\d\dT\d\d:\d\dZ\.\./);
  await page.goBack();
  await page.waitForURL('**/overview?range=1h');
  await chart.getByRole('button', { name: 'Table' }).click();
  await chart.locator('tbody tr').first().waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await toTheme(page, theme);
    await assertAccessible(page, `charts, ${theme}`);
  }
  await page.context().close();
});

test('while deliveries fail and wait for their retries, no figure says 100 %', async () => {
  const page = await open(path('/overview'));
  const tile = page.locator('.stat', { hasText: 'Success' });
  await tile.getByText('100%', { exact: true }).waitFor();
  const retryScheduleMs = [3_600_000];
  const { id } = await failingEndpoint(setup, 'refuses', { status: 500, retryScheduleMs });
  for (const callId of ['one', 'two', 'three']) {
    const report = { status: 'CALLING', direction: 'OUTBOUND' };
    await call('POST', `/v1/calls/${callId}/reports`, report);
  }
  await deliveriesIn(setup, `endpointId=${id}&state=retrying`, 3);
  // Six of nine: three came to the local inbox before, three now, and three have failed.
  await tile.getByText('66.7%', { exact: true }).waitFor();
  await page.locator('.stat', { hasText: 'Delivered' }).getByText('3 failing now').waitFor();
  await page.getByRole('row', { name: /refuses.*Failing.*0%/ }).waitFor();
  await page.goto(path(`/endpoints/${id}`));
  const own = page.locator('.stat', { hasText: 'Success' });
  await own.getByText('0%', { exact: true }).waitFor();
  await own.getByText('first try 0%, attempts 0%').waitFor();
  await page.context().close();
});

test('J16: figures that cannot be asked for are said, never shown as zero', async () => {
  const page = await open('/account');
  const problem = { code: 'INTERNAL', detail: 'It has been logged.', requestId: 'req_78' };
  await page.route('**/v1/stats?*', (route) => route.fulfill({ status: 500, json: problem }));
  await page.goto(path('/overview'));
  await page.getByText('req_78').waitFor();
  assert.equal(await page.locator('.stat').count(), 0);
  await page.getByRole('row', { name: /Local inbox/ }).waitFor();
  await page.unroute('**/v1/stats?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.stat').first().waitFor();
  await page.context().close();
});

test('at 320 px and in Japanese the overview fits and is Japanese', async () => {
  const page = await open(path('/overview'), { width: 320, language: 'ja' });
  await page.getByRole('heading', { level: 1, name: '概要' }).waitFor();
  await page.locator('.chart canvas').first().waitFor();
  await assertNoSidewaysScroll(page, 'overview');
  await assertAccessible(page, '320 px');
  await page.context().close();
});
