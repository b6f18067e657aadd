/** What axe finds on a page: WCAG 2.2 A and AA. A finding has its rule and the elements. */
import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export async function axeFindings(page: Page, within = 'html'): Promise<readonly string[]> {
  const builder = new AxeBuilder({ page }).withTags(RULES).include(within);
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n').slice(1, 3).join(' ').trim();
      return `${id}: ${target.join(' ')}: ${why}`;
    }),
  );
}

/** `within`: the dialog over the page, which covers parts of the page meanwhile. */
export async function assertAccessible(page: Page, where: string, within?: string): Promise<void> {
  // Waits until the page has been drawn.
  await page.locator('h1').first().waitFor();
  assert.deepEqual(await axeFindings(page, within), [], where);
}

/**
 * Changes the theme as the system does, and waits until the page follows. The page does so in its
 * next frame; until then it has the old colours, which would change while axe looks.
 */
export async function toTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForSelector(`html[data-mantine-color-scheme="${colorScheme}"]`);
}

/** No page scrolls sideways, at any width. */
export async function assertNoSidewaysScroll(page: Page, where: string): Promise<void> {
  assert.equal(await sidewaysPx(page), 0, `${where} is too wide`);
}

/** A component that depends on the window's width has changed by the next frame. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** How much wider than the window the page is, once it is drawn at that width. */
export async function sidewaysPx(page: Page): Promise<number> {
  await page.evaluate(DRAWN);
  return Number(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  );
}
