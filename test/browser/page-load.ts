/**
 * `node test/browser/page-load.ts`: how pages load on a slow phone with an empty cache (processor
 * four times slower, 1.6 Mbit/s, 150 ms a round trip: what Lighthouse calls mobile), the median of
 * several loads. Largest and first paint, blocked time, shift, bytes, requests. Prints, judges
 * nothing: times belong to the machine. Not a test.
 */
import type { CDPSession, Page } from 'playwright-core';
import { fillWithSamples } from './sample-data.ts';
import { openBrowserSetup } from './setup.ts';

const RUNS = 5;
const SLOWDOWN = 4;
const NETWORK = {
  ...{ offline: false, latency: 150 },
  ...{ downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 },
};
/** After the last request: what is painted later belongs to no load. */
const WATCHED = `(() => {
  const seen = { lcp: 0, cls: 0, blocked: 0 };
  window.seen = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note))
      .observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value; });
  watch('longtask', (entry) => { seen.blocked += Math.max(0, entry.duration - 50); });
})()`;
const READ = `(() => {
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const loaded = performance.getEntriesByType('resource');
  const [page] = performance.getEntriesByType('navigation');
  const bytes = loaded.reduce((sum, each) => sum + each.transferSize, page.transferSize);
  return [fcp, seen.lcp, seen.blocked, seen.cls, bytes / 1024, loaded.length + 1];
})()`;
const HEADS = ['FCP ms', 'LCP ms', 'blocked ms', 'shift', 'KiB', 'requests'] as const;

const setup = await openBrowserSetup();
const { callId, deliveryId } = await fillWithSamples(setup);
const pages: Readonly<Record<string, string>> = {
  overview: '/overview',
  calls: '/calls',
  deliveries: '/deliveries',
  delivery: `/deliveries/${deliveryId}`,
  call: `/calls/${callId}`,
  'new endpoint': '/endpoints/new?kind=slack',
};
process.stdout.write(`page | ${HEADS.join(' | ')}\n`);
for (const [name, path] of Object.entries(pages)) {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await load(path));
  const medians = HEADS.map((_, at) => median(runs.map((figures) => figures[at] ?? Number.NaN)));
  const shown = medians.map((value, at) => (at === 3 ? value.toFixed(3) : value.toFixed(0)));
  process.stdout.write(`${name} | ${shown.join(' | ')}\n`);
}
await setup.close();

async function load(path: string): Promise<number[]> {
  const page = await setup.open('/account', { width: 412, height: 823 });
  await page.addInitScript(WATCHED);
  const session = await page.context().newCDPSession(page);
  await slowDown(session);
  await page.goto(setup.path(path));
  await settled(page);
  const figures: unknown = await page.evaluate(READ);
  await page.context().close();
  return Array.isArray(figures) ? figures.map(Number) : [];
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Its first region has its data, or it has none. */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1');
  await page.waitForSelector('[data-state="loading"]', { state: 'detached' });
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
