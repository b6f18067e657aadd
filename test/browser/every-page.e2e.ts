/**
 * Every page of `page-list.ts`: axe finds nothing in light, in dark and at 320 px, where nothing
 * scrolls sideways either, in English and in Japanese (J28). One load serves all looks of a page.
 */
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { openListed } from './open-listed.ts';
import { PAGES } from './page-list.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const NARROW = { width: 320, height: 700 };

const setup = await setupBrowser();
const samples = await fillWithSamples(setup);

for (const listed of PAGES) {
  test(`${listed.name}: accessible in light, dark and at 320 px, and never too wide`, async () => {
    const page = await openListed(setup, listed, samples, { theme: 'light' });
    await assertAccessible(page, `${listed.name}, light`);
    await assertNoSidewaysScroll(page, `${listed.name}, 1,280 px`);
    await toTheme(page, 'dark');
    await assertAccessible(page, `${listed.name}, dark`);
    await page.setViewportSize(NARROW);
    await assertNoSidewaysScroll(page, `${listed.name}, 320 px`);
    await assertAccessible(page, `${listed.name}, 320 px`);
    await page.context().close();
    const japanese = await openListed(setup, listed, samples, { ...NARROW, language: 'ja' });
    await assertNoSidewaysScroll(japanese, `${listed.name}, 320 px, Japanese`);
    await japanese.context().close();
  });
}
