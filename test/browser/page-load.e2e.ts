/**
 * What of a page's load belongs to the page and not to the machine: that nothing moves once it is
 * painted, at the width of a phone and of a desk. Answers take 150 ms each, so that what is painted
 * without them is seen first.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';
import { loadedPages, loadPage } from './slow-load.ts';

const SHIFT_MAX = 0.02;
const WIDTHS = [412, 1_280];

const setup = await setupBrowser();
const sample = await fillWithSamples(setup);

for (const [name, path] of Object.entries(loadedPages(sample))) {
  test(`${name}: nothing moves while it loads`, async () => {
    for (const width of WIDTHS) {
      const { shift } = await loadPage(setup, path, { width });
      assert.ok(shift <= SHIFT_MAX, `${shift} at ${width} px`);
    }
  });
}
