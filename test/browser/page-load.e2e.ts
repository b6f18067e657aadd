/**
 * The parts of a page's load that do not depend on the machine: nothing moves once it is painted,
 * at the width of a phone and of a desktop, and few files come before the first data. Answers take
 * 150 ms each, so that the page is painted without them first.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';
import { loadedPages, loadPage } from './slow-load.ts';

const SHIFT_MAX = 0.02;
/**
 * The page, the styles, the script of every page, one that many share, the area's, its own, and one
 * more: a script that two pages begin to share must not fail this at once.
 */
const REQUESTS_BEFORE_MAX = 7;
/** Two pages load nothing of an area; some share a form or a timeline with a few others. */
const REQUESTS_MAX: Readonly<Record<string, number>> = {
  overview: 6,
  deliveries: 6,
  call: 8,
  endpoint: 10,
  'new endpoint': 9,
};
const WIDTHS = [412, 1_280];

const setup = await setupBrowser();
const sample = await fillWithSamples(setup);

for (const [name, path] of Object.entries(loadedPages(sample))) {
  test(`${name}: nothing moves while it loads, and few files come before its data`, async () => {
    for (const width of WIDTHS) {
      const { shift, moved, requestsBefore } = await loadPage(setup, path, { width });
      assert.ok(shift <= SHIFT_MAX, `${shift} at ${width} px: ${moved}`);
      const most = REQUESTS_MAX[name] ?? REQUESTS_BEFORE_MAX;
      assert.ok(requestsBefore <= most, `${requestsBefore} requests before the first data`);
    }
  });
}

test('deliveries wait for the names of their endpoints, so no cell moves later', async () => {
  const { moved } = await loadPage(setup, '/deliveries', {
    width: 1_280,
    late: { request: '**/v1/endpoints?*', after: /v1\/deliveries/ },
  });
  // Cells of the table.
  assert.doesNotMatch(moved, /TD/);
});
