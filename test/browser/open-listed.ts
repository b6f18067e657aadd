/** Opens a page of the list with ids from the sample data, and waits until it shows its content. */
import type { Page } from 'playwright-core';
import type { ListedPage } from './page-list.ts';
import type { SampleData } from './sample-data.ts';
import type { BrowserSetup, Look } from './setup.ts';

/** Long, for a machine that is busy with other tests. */
const SETTLED_MS = 60_000;

/** The page, once it shows its content. */
export async function openListed(
  { open, openSignedOut, path }: BrowserSetup,
  listed: ListedPage,
  samples: SampleData,
  look: Look,
): Promise<Page> {
  const text = listed.path
    .replace('{callId}', samples.callId)
    .replace('{deliveryId}', samples.deliveryId)
    .replace('{endpointId}', samples.endpointId)
    .replace('{sourceId}', samples.sourceId);
  const address = text.startsWith('//') ? text.slice(1) : path(text);
  const page = await (listed.signedOut === true ? openSignedOut : open)(address, look);
  await page.waitForSelector(listed.ready ?? 'h1', { timeout: SETTLED_MS });
  const settled = { state: 'detached', timeout: SETTLED_MS } as const;
  await page.waitForSelector('[data-state="loading"], .starting', settled);
  return page;
}
