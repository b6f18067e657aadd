/** J13: find by an id of your own business. J14: filter, share, export. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;

const report = (callId: string, more: Readonly<Record<string, string>>) =>
  call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, {
    status: 'CALLING',
    direction: 'OUTBOUND',
    ...more,
  });

test('J13: a callSid opens its call, a clientId lists its calls, else it says so', async () => {
  await report('call_sid', { callSid: 'CA_only_one' });
  for (const id of ['call_a', 'call_b', 'call_c']) await report(id, { clientId: 'order_77' });
  await report('a/b ü', { callSid: 'CA_odd' });
  const page = await open(path('/overview'));
  const search = page.getByRole('searchbox', { name: 'Search by id' });
  const find = async (text: string): Promise<void> => {
    await search.fill(text);
    await search.press('Enter');
  };
  await find('CA_only_one');
  await page.getByRole('heading', { level: 1, name: 'call_sid' }).waitFor();
  await find('order_77');
  await page.getByText('3 found').waitFor();
  await assertAccessible(page, 'three found', 'search');
  await page.locator('.search-hit', { hasText: 'call_b' }).click();
  await page.getByRole('heading', { level: 1, name: 'call_b' }).waitFor();
  await find('nowhere');
  await page.getByText('Nothing has the id "nowhere".').waitFor();
  await page.getByText(/^Searched in: .*callSid/).waitFor();
  await find('CA_odd');
  await page.getByRole('heading', { level: 1, name: 'a/b ü' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'a/b ü' }).waitFor();
  await page.context().close();
});

test('J14: an address shows the same rows elsewhere; the export has them too', async () => {
  await fillWithSamples(setup);
  const late = await failingEndpoint(setup, 'gives-up', { status: 500, retryScheduleMs: [] });
  for (const id of ['call_late_1', 'call_late_2']) await report(id, {});
  await deliveriesIn(setup, `state=exhausted&endpointId=${late.id}`, 2);
  await report('call_formula', { clientId: '=1+1', status: 'CALLING' });
  const page = await open(path('/deliveries'));
  await page.getByRole('combobox').fill('state:exhausted endpoint:gives-up');
  await page.keyboard.press('Enter');
  await page.waitForURL('**state=exhausted**');
  await page.goto(`${page.url()}&range=24h`);
  await page.waitForSelector('tr[data-row]');
  const idsOn = (one: typeof page) =>
    one.locator('tr[data-row]').evaluateAll((rows) => rows.map((row) => row.dataset.row ?? ''));
  const rows = await idsOn(page);
  const wanted = await deliveriesIn(setup, `state=exhausted&endpointId=${late.id}`, 2);
  assert.deepEqual(rows, wanted);
  const other = await open(new URL(page.url()).pathname + new URL(page.url()).search);
  await other.waitForSelector('tr[data-row]');
  assert.deepEqual(await idsOn(other), rows);
  await other.getByRole('combobox').fill('trigger:CALL_LOG_CREATED');
  await other.keyboard.press('Enter');
  await other.locator('[data-state="no-match"]').first().waitFor();
  await other.getByRole('button', { name: 'Clear filters' }).click();
  await other.waitForSelector('tr[data-row]');
  await other.context().close();

  const file = await exported(page);
  const lines = file.trim().split('\r\n');
  assert.equal(lines.length, rows.length + 1, 'a header line, then as many rows as are shown');
  assert.match(lines[0] ?? '', /\bid\b.*\btrigger\b/);
  assert.equal(lines.filter((line) => line.includes('exhausted')).length, rows.length);
  await page.goto(path('/calls'));
  await page.waitForSelector('tr[data-row]');
  assert.match(await exported(page), /'=1\+1/);
  const audit = JSON.stringify(await call('GET', '/v1/audit?limit=50'));
  assert.match(audit, /export/);
  await page.context().close();
});

async function exported(page: Awaited<ReturnType<typeof open>>): Promise<string> {
  await page.getByRole('button', { name: 'Export this list' }).click();
  await assertAccessible(page, 'export');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return readFile(await (await download).path(), 'utf8');
}
