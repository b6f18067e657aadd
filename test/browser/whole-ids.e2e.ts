/**
 * An id can be read whole or is cut in its middle: its end distinguishes it from others. An
 * underline is below its low lines, so that `_` shows. A field at fault is red.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openListed } from './open-listed.ts';
import { PAGES } from './page-list.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const samples = await fillWithSamples(setup);

/** Visible texts with an id that are cut off by their box, or underlined too closely. */
const FAULTS = `(() => {
  const ID = /\\b(?:call|dlv|ep|msg|att|prj|key|run|acwr|blk|usr|inb|src|scd)_[0-9A-Za-z]{8,}/;
  const faults = [];
  for (const element of document.querySelectorAll('main *')) {
    const own = [...element.childNodes].filter((node) => node.nodeType === 3);
    const text = own.map((node) => node.textContent).join('');
    if (!ID.test(text) || element.getClientRects().length === 0) continue;
    for (let box = element; box.tagName !== 'MAIN'; box = box.parentElement) {
      const style = getComputedStyle(box);
      const hides = style.overflowX !== 'visible' && style.textOverflow === 'ellipsis';
      if (hides && box.scrollWidth > box.clientWidth + 1) faults.push('cut: ' + text);
      const offset = Number.parseFloat(style.textUnderlineOffset);
      const isUnderlined = style.textDecorationLine.includes('underline');
      if (isUnderlined && !(offset >= 0.25 * Number.parseFloat(style.fontSize))) {
        faults.push('underlined: ' + text);
      }
    }
  }
  return faults;
})()`;

for (const listed of PAGES.filter(({ signedOut }) => signedOut !== true)) {
  test(`${listed.name}: no id is cut at its end or struck by an underline`, async () => {
    const page = await openListed(setup, listed, samples, { theme: 'light' });
    assert.deepEqual(await page.evaluate(FAULTS), [], 'at 1,280 px');
    await page.setViewportSize({ width: 320, height: 700 });
    assert.deepEqual(await page.evaluate(FAULTS), [], 'at 320 px');
    await page.context().close();
  });
}

/** The border of the first field of the form: the name. */
const COLOUR = `getComputedStyle(document.querySelector('main form input')).borderTopColor`;
/** Its border becomes red gradually. */
const SETTLED = `Promise.all(
  document.querySelector('main form input').getAnimations().map((each) => each.finished),
)`;

test('a field that the service refused is red', async () => {
  const page = await setup.open('/account');
  const field = page.getByLabel('Name', { exact: true });
  const colour = () => page.evaluate(COLOUR).then(String);
  await field.waitFor();
  const before = await colour();
  await page.route('**/v1/account', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 422,
          json: { code: 'INVALID_INPUT', errors: [{ field: '/name', message: 'Too long.' }] },
        })
      : route.continue(),
  );
  await field.fill('x');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Too long.').waitFor();
  await page.evaluate(SETTLED);
  const after = await colour();
  const [r = 0, g = 0, b = 0] = [...after.matchAll(/\d+/g)].map(Number);
  assert.ok(after !== before && r > 150 && g < 120 && b < 120, `${before} became ${after}`);
  await page.context().close();
});
