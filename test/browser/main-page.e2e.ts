/**
 * The main pages in one look each: axe finds nothing, nothing scrolls sideways. All pages in all
 * looks: `every-page.e2e.ts`.
 */
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { openListed } from './open-listed.ts';
import { PAGES } from './page-list.ts';
import { fillWithSamples } from './sample-data.ts';
import { type Look, setupBrowser } from './setup.ts';

const MAIN: Readonly<Record<string, Look>> = {
  overview: { theme: 'light' },
  calls: { theme: 'dark' },
  call: { theme: 'light', width: 320, height: 700 },
  delivery: { theme: 'dark' },
  endpoints: { theme: 'light', language: 'ja' },
  signing: { theme: 'dark', width: 320, height: 700 },
};

const setup = await setupBrowser();
const samples = await fillWithSamples(setup);

for (const [name, look] of Object.entries(MAIN)) {
  test(`${name}: accessible, not too wide`, async () => {
    const listed = PAGES.find((one) => one.name === name);
    if (listed === undefined) throw new Error(`page-list.ts has no ${name}`);
    const page = await openListed(setup, listed, samples, look);
    await assertAccessible(page, name);
    await assertNoSidewaysScroll(page, name);
    await page.context().close();
  });
}
