/**
 * `node test/browser/live-heap.ts [--rate 50] [--minutes 60] [--every 60]`: how the memory of open
 * pages grows while `rate` reports a second each make a delivery, with the list of deliveries and
 * the overview open. Every so many seconds it collects garbage and prints the heap of both. Judges
 * nothing. Not a test.
 */
import { parseArgs } from 'node:util';
import type { CDPSession } from 'playwright-core';
import { startReports } from './report-stream.ts';
import { fillWithSamples } from './sample-data.ts';
import { openBrowserSetup } from './setup.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '50' },
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '60' },
  },
});
const rate = Number(values.rate);
const seconds = Number(values.minutes) * 60;
const every = Number(values.every);
const PAGES = ['/deliveries', '/overview'];

const setup = await openBrowserSetup({ RINGPOST_LOG_LEVEL: 'warn' });
await fillWithSamples(setup);
const sessions: CDPSession[] = [];
for (const path of PAGES) {
  const page = await setup.open(setup.path(path));
  await page.waitForSelector('.live[data-live="live"]');
  sessions.push(await page.context().newCDPSession(page));
}
process.stdout.write(`reports | a second | ${PAGES.join(' MB | ')} MB\n`);

const reports = startReports(setup, 'call_heap_', rate);
for (let at = 0; at <= seconds * rate; at += every * rate) {
  await reports.until(at);
  await show(at);
}
reports.stop();
await setup.close();

async function show(accepted: number): Promise<void> {
  const heaps: string[] = [];
  for (const session of sessions) {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    heaps.push((usedSize / 1_000_000).toFixed(1));
  }
  const perSecond = reports.rate().toFixed(0);
  process.stdout.write(`${accepted} | ${perSecond} | ${heaps.join(' | ')}\n`);
}
