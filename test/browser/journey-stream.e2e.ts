/**
 * J15: at 50 reports a second the rows of a list stay under their reader's hand, the page says how
 * many are new, and it is quiet for users of a screen reader.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { startReports } from './report-stream.ts';
import { setupBrowser } from './setup.ts';

const PER_SECOND = 50;
/** At most this often a person is told about the list. */
const QUIET_MS = 10_000;
/** Between a decision and its paint, on a machine that is busy. */
const PAINT_MS = 1_000;
/** How long to wait for an announcement: reports that fell behind come in a burst. */
const TOLD_MAX_MS = 120_000;

const setup = await setupBrowser();
const { open, path, call } = setup;
await failingEndpoint(setup, 'receiver', { status: 200, retryScheduleMs: [1_000] });
for (let number = 0; number < 20; number += 1) {
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await call('POST', `/v1/calls/before_${number}/reports`, report);
}
await deliveriesIn(setup, 'state=delivered', 20);

/** Notes each change of the text in a region that is read aloud. */
const LISTEN = `(() => {
  const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
  const before = new WeakMap();
  window.said = [];
  const look = (element) => {
    const text = element.textContent.trim();
    if (before.get(element) === text) return;
    before.set(element, text);
    if (text === '') return;
    const ofList = element.closest('.list-tools') !== null;
    window.said.push({ atMs: performance.now(), text, ofList });
  };
  for (const element of document.querySelectorAll(LIVE)) before.set(element, element.textContent);
  const seen = () => document.querySelectorAll(LIVE).forEach(look);
  const watched = { subtree: true, childList: true, characterData: true };
  new MutationObserver(seen).observe(document.body, watched);
})()`;

async function rowsOf(page: Page): Promise<readonly string[]> {
  const rows = await page.evaluate(
    `[...document.querySelectorAll('tr[data-row]')].map((row) => row.dataset.row)`,
  );
  return Array.isArray(rows) ? rows.map(String) : [];
}

test('J15: at 50 events a second rows stay, the pill counts, little is read aloud', async (t) => {
  const page = await open(path('/deliveries'));
  await page.waitForSelector('tr[data-row]');
  await page.getByText('Live', { exact: true }).waitFor();
  const rows = await rowsOf(page);
  assert.equal(rows.length, 20);
  await page.evaluate(LISTEN);
  const reports = startReports(setup, 'stream_', PER_SECOND);
  const pill = page.getByRole('button', { name: /^\d+\+? new$/ });
  await pill.waitFor();
  assert.deepEqual(await rowsOf(page), rows, 'what is new waits');

  await page
    .getByRole('checkbox', { name: /^Select OUT/ })
    .nth(3)
    .check();
  await page.locator('.pill', { hasText: 'Updates paused' }).waitFor();
  assert.equal(await pill.count(), 0, 'nothing to click that would take the row away');
  await reports.until(reports.accepted() + 4 * PER_SECOND);
  assert.deepEqual(await rowsOf(page), rows, 'rows are fixed');
  assert.equal(await page.locator('tr[data-selected="true"]').count(), 1);
  await assertAccessible(page, 'paused');

  await page.keyboard.press('Escape');
  await pill.waitFor();
  assert.equal(await page.locator('tr[data-selected="true"]').count(), 0);
  assert.deepEqual(await rowsOf(page), rows, 'and still are when the selection has gone');
  await page.getByText('50+ new').waitFor();
  await pill.click();
  await page
    .locator('tr[data-row]')
    .first()
    .getByText(/^stream_/)
    .first()
    .waitFor();
  assert.ok(!(await rowsOf(page)).slice(0, 5).some((row) => rows.includes(row)), 'on top');

  // New rows are announced; then, second, that this row stays where it is. On a busy machine the
  // first pause was announced before, and an unchanged text is not announced again.
  const heard = async (last: RegExp): Promise<readonly Said[]> => {
    const lateMs = performance.now() + TOLD_MAX_MS;
    while (performance.now() < lateMs) {
      const all = saidOf(await page.evaluate('window.said'));
      if (last.test(told(all).at(-1)?.text ?? '')) return all;
      await reports.until(reports.accepted() + PER_SECOND);
    }
    throw new Error(`${last} was not said of the list`);
  };
  await heard(/ new$/);
  await page
    .getByRole('checkbox', { name: /^Select OUT/ })
    .nth(2)
    .check();
  const all = await heard(/^Updates paused$/);
  reports.stop();
  const others = all.filter(({ ofList }) => !ofList).map(({ text }) => text);
  assert.deepEqual(others, ['1 selected', '1 selected'], 'the answer to what a person did');
  const said = told(all);
  t.diagnostic(`${Math.round(reports.rate())} reports a second; said: ${JSON.stringify(said)}`);
  for (const [index, { atMs, text }] of said.entries()) {
    const gapMs = atMs - (said[index - 1]?.atMs ?? -QUIET_MS);
    assert.ok(gapMs > QUIET_MS - PAINT_MS, `"${text}" came ${Math.round(gapMs)} ms after another`);
  }
  await page.context().close();
});

const told = (all: readonly Said[]) => all.filter(({ ofList }) => ofList);

interface Said {
  readonly atMs: number;
  readonly text: string;
  readonly ofList: boolean;
}

function saidOf(value: unknown): readonly Said[] {
  if (!Array.isArray(value)) throw new Error('nothing was noted');
  return value.map((each: unknown) => {
    const { atMs, text, ofList } = Object(each);
    return { atMs: Math.round(Number(atMs)), text: String(text), ofList: ofList === true };
  });
}
