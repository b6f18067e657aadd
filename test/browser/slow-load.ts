/**
 * A page loaded as on a slow phone, with an empty cache, and the browser's measurements: the first
 * and the largest paint, blocked time, shift, bytes, requests. For `page-load.ts`, which prints
 * them, and for tests of what depends on the page and not on the machine.
 */
import type { CDPSession, Page } from 'playwright-core';
import type { SampleData } from './sample-data.ts';
import type { BrowserSetup, Look } from './setup.ts';

export interface LoadFigures {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly blockedMs: number;
  /** The sum of all layout shifts that no input caused. */
  readonly shift: number;
  /** The elements that moved, for the reader of a failure. */
  readonly moved: string;
  readonly kib: number;
  readonly requests: number;
  /** Files requested before the first data, except the tab's icon. */
  readonly requestsBefore: number;
}

export interface LoadConditions extends Look {
  /** How many times slower the processor is made. */
  readonly slowdown?: number;
  /** Bytes a second; if missing, unlimited. */
  readonly throughput?: number;
  /** Requests that go out only after another's answer. */
  readonly late?: { readonly request: string; readonly after: RegExp };
}

/** What Lighthouse calls mobile. */
export const PHONE: LoadConditions = {
  width: 412,
  height: 823,
  slowdown: 4,
  throughput: 1_638_400 / 8,
};
const LATENCY_MS = 150;

/** The pages that people open most, by name. */
export function loadedPages(sample: SampleData): Readonly<Record<string, string>> {
  return {
    overview: '/overview',
    calls: '/calls',
    deliveries: '/deliveries',
    delivery: `/deliveries/${sample.deliveryId}`,
    call: `/calls/${sample.callId}`,
    issues: '/issues',
    endpoint: `/endpoints/${sample.endpointId}`,
    'new endpoint': '/endpoints/new?kind=slack',
    'after-call work': '/acw/runs',
  };
}

const WATCHED = `(() => {
  const seen = { lcp: 0, shift: 0, blocked: 0, moved: [] };
  window.seen = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note))
      .observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const nameOf = (node) => node?.className || node?.parentElement?.className || node?.nodeName;
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    seen.shift += entry.value;
    for (const { node, previousRect, currentRect } of entry.sources) {
      seen.moved.push(nameOf(node) + ': ' + place(previousRect) + ' to ' + place(currentRect));
    }
  });
  watch('longtask', (entry) => { seen.blocked += Math.max(0, entry.duration - 50); });
})()`;
const READ = `(() => {
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const loaded = performance.getEntriesByType('resource');
  const [page] = performance.getEntriesByType('navigation');
  const bytes = loaded.reduce((sum, each) => sum + each.transferSize, page.transferSize);
  const isData = ({ name }) => /\\/v1\\/(?!session|stream)/.test(name);
  const data = loaded.find(isData)?.startTime ?? Infinity;
  const needed = loaded.filter(({ name }) => !name.endsWith('/icon.svg'));
  const before = needed.filter(({ startTime }) => startTime < data).length + 1;
  return [fcp, seen.lcp, seen.blocked, seen.shift, bytes / 1024, loaded.length + 1, before];
})()`;

/** `path`: below the project. */
export async function loadPage(
  setup: BrowserSetup,
  path: string,
  conditions: LoadConditions = PHONE,
): Promise<LoadFigures> {
  const page = await setup.open('/account', conditions);
  await page.addInitScript(WATCHED);
  await slowDown(await page.context().newCDPSession(page), conditions);
  if (conditions.late !== undefined) await holdBack(page, conditions.late);
  await page.goto(setup.path(path));
  await settled(page);
  const read: unknown = await page.evaluate(READ);
  const moved = String(await page.evaluate(`seen.moved.join('; ')`));
  await page.context().close();
  const numbers = Array.isArray(read) ? read.map(Number) : [];
  const [fcpMs = NaN, lcpMs = NaN, blockedMs = NaN, shift = NaN] = numbers;
  const [kib = NaN, requests = NaN, requestsBefore = NaN] = numbers.slice(4);
  return { fcpMs, lcpMs, blockedMs, shift, moved, kib, requests, requestsBefore };
}

async function holdBack(page: Page, late: NonNullable<LoadConditions['late']>): Promise<void> {
  const answered = page.waitForResponse(late.after);
  await page.route(late.request, async (route) => {
    await answered;
    await route.continue();
  });
}

async function slowDown(session: CDPSession, conditions: LoadConditions): Promise<void> {
  const { slowdown = 1, throughput = -1 } = conditions;
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/**
 * Waits until the page's regions have data or say that there is none, its charts are drawn, and it
 * is live.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1');
  await page.waitForSelector('[data-state="loading"]', { state: 'detached' });
  await page.waitForSelector('.chart-drawing:not(:has(canvas))', { state: 'detached' });
  await page.waitForSelector('.live[data-live="live"]');
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
}
