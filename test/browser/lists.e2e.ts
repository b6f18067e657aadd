/** What every list has: saved views, columns and density, ranges, and the keys of the help. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path } = setup;
await fillWithSamples(setup);

const rows = (page: Page) => page.locator('#content tr[data-row]');
const selected = (page: Page) => page.locator('tr[data-selected="true"]').count();
const FOCUSED = 'document.activeElement.closest("tr")?.dataset.row ?? null';

async function openList(at: string): Promise<Page> {
  const page = await open(path(at));
  await rows(page).first().waitFor();
  return page;
}

test('ready views have counts; an own view is saved, renamed, deleted', async () => {
  const page = await openList('/deliveries');
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: /^Given up \d+$/ }).waitFor();
  await page.goto(path('/deliveries?trigger=OUTBOUND_CALL_BUSY'));
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Save view' }).click();
  await assertAccessible(page, 'save view');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Give it a name.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Busy');
  await page.keyboard.press('Enter');
  const busy = views.getByRole('link', { name: 'Busy' });
  await busy.waitFor();
  assert.equal(await busy.getAttribute('aria-current'), 'page');
  await views.getByRole('link', { name: 'All', exact: true }).click();
  await page.goto(path('/deliveries'));
  await busy.click();
  await page.waitForURL('**/deliveries?trigger=OUTBOUND_CALL_BUSY');
  await page.getByRole('button', { name: 'View "Busy"' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Engaged');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await views.getByRole('link', { name: 'Engaged' }).waitFor();
  await assertAccessible(page, 'own view');
  await page.getByRole('button', { name: 'View "Engaged"' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await views.getByRole('link', { name: 'Engaged' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await views.getByRole('link', { name: 'Engaged' }).waitFor();
  await page.goto(path('/calls'));
  await views.getByRole('link', { name: 'With errors' }).waitFor();
  assert.equal(await views.getByRole('link', { name: 'Engaged' }).count(), 0);
  await page.context().close();
});

test('exclusion and a least number of attempts are filters', async () => {
  const page = await openList('/deliveries');
  await page.keyboard.press('f');
  await page.keyboard.type('-trig');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('OUTBOUND_CALL_BUSY attempts:>=2 attempts:3 -call:x');
  await page.keyboard.press('Enter');
  await page.waitForURL(/notState=delivered/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get('notTrigger'), 'OUTBOUND_CALL_BUSY');
  assert.equal(searchParams.get('attempts'), '2');
  for (const chip of [
    'Not trigger: OUTBOUND_CALL_BUSY',
    'Attempts: 2 or more',
    'Not state: Delivered',
    '"-call:x" is not a known filter',
    'attempts has no value "3"',
  ]) {
    await page.getByText(chip).first().waitFor();
  }
  await assertAccessible(page, 'not');
  await page.getByRole('button', { name: 'Remove Attempts: 2 or more' }).click();
  await page.getByRole('button', { name: 'Remove Not state: Delivered' }).click();
  await rows(page).first().waitFor();
  assert.equal(new URL(page.url()).search, '?notTrigger=OUTBOUND_CALL_BUSY');
  assert.equal(await rows(page).filter({ hasText: 'OUTBOUND_CALL_BUSY' }).count(), 0);
  await page.context().close();
});

test('the audit log is filtered by action and by target', async () => {
  const page = await openList('/audit');
  await page.getByRole('combobox').fill('action:endpoint.created -action:session.created');
  await page.keyboard.press('Enter');
  await page.waitForURL(/action=endpoint\.created/);
  await page.getByText('Not action: session.created').waitFor();
  await rows(page).first().waitFor();
  // The rows of the list before stay until the answer is there.
  const others = rows(page).filter({ hasNotText: 'endpoint.created' });
  await others.first().waitFor({ state: 'detached' });
  const count = await rows(page).count();
  assert.ok(count > 0, 'the filter finds what was created');
  assert.equal(await rows(page).filter({ hasText: 'endpoint.created' }).count(), count);
  // Names are shown; the ids, by which it is filtered, are in their titles.
  const named = rows(page).first().locator('[title^="ep_"]');
  assert.doesNotMatch(await named.innerText(), /^ep_/);
  const target = await named.getAttribute('title');
  await page.getByRole('combobox').fill(`target:${target}`);
  await page.keyboard.press('Enter');
  await page.waitForURL(/target=ep_/);
  await rows(page).nth(1).waitFor({ state: 'detached' });
  assert.equal(await rows(page).count(), 1);
  await assertAccessible(page, 'audit');
  await page.getByRole('combobox').fill('-action:endpoint.created');
  await page.keyboard.press('Enter');
  await page.getByText('No change matches these filters').waitFor();
  await page.context().close();
});

test('columns and density are kept for each list', async () => {
  const page = await openList('/calls');
  const head = page.getByRole('columnheader', { name: 'callSid' });
  await head.waitFor();
  const high = (await rows(page).first().boundingBox())?.height ?? 0;
  await page.getByRole('button', { name: 'Columns and density' }).click();
  for (const theme of ['light', 'dark'] as const) {
    await toTheme(page, theme);
    await assertAccessible(page, `columns, ${theme}`);
  }
  await page.getByLabel('callSid').uncheck();
  await page.getByLabel('Compact').check();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await head.waitFor({ state: 'detached' });
  await page.reload();
  await rows(page).first().waitFor();
  assert.equal(await head.count(), 0);
  const low = (await rows(page).first().boundingBox())?.height ?? 0;
  assert.ok(low < high, `${low} px is less than ${high} px`);
  await assertAccessible(page, 'compact');
  await page.goto(path('/deliveries'));
  await rows(page).first().waitFor();
  assert.equal(await page.locator('.rows').getAttribute('data-density'), 'comfortable');
  await page.context().close();
});

test('Shift selects ranges, by keys and by clicks', async () => {
  const page = await openList('/deliveries');
  await page.keyboard.press('j');
  assert.equal(await page.evaluate(FOCUSED), await rows(page).first().getAttribute('data-row'));
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  assert.equal(await selected(page), 3);
  await page.keyboard.press('Shift+ArrowUp');
  assert.equal(await selected(page), 2);
  await page.keyboard.press('Escape');
  assert.equal(await selected(page), 0);
  const boxes = page.getByRole('checkbox', { name: /^Select OUT/ });
  await boxes.nth(0).click();
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  assert.equal(await selected(page), 4);
  await page.keyboard.press('r');
  await page
    .getByRole('dialog')
    .getByText(/Retry 4 deliveries/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.context().close();
});

test('r, c, y, e and f act on the list and on the current row', async () => {
  const page = await openList('/deliveries?state=rejected');
  await page.keyboard.press('j');
  const id = String(await page.evaluate(FOCUSED));
  await page.keyboard.press('y');
  await page.getByText(`Copied: ${id}`).waitFor();
  const asked = page.waitForRequest((request) => request.url().endsWith(`/${id}/retry`));
  await page.keyboard.press('r');
  await asked;
  let cancels = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/${id}/cancel`)) cancels += 1;
  });
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('receivers miss these events').waitFor();
  assert.equal(cancels, 0, 'it asks before the service is told');
  const cancelled = page.waitForRequest((request) => request.url().endsWith(`/${id}/cancel`));
  await dialog.getByRole('button', { name: 'Cancel 1 delivery' }).click();
  await cancelled;
  // The sample is closed, so the service refuses: the dialog closes, and the list says why.
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await page.getByRole('dialog').getByText('Export this list?').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  assert.equal(await page.evaluate('document.activeElement.role'), 'combobox');
  await page.context().close();
});

test('Enter opens; j and k go through the list from which a record was opened', async () => {
  const page = await openList('/deliveries');
  const first = await rows(page).nth(0).getAttribute('data-row');
  const second = await rows(page).nth(1).getAttribute('data-row');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await recordOf(page, first);
  await page.keyboard.press('j');
  await recordOf(page, second);
  await page.keyboard.press('k');
  await recordOf(page, first);
  await page.keyboard.press('y');
  await page.getByText(`Copied: ${first}`).waitFor();
  await page.goBack();
  await page.context().close();
});

async function recordOf(page: Page, id: string | null): Promise<void> {
  await page.waitForURL(`**/deliveries/${id}`);
  await page.locator('#content').getByText(String(id), { exact: true }).first().waitFor();
}

test('with the panel open j goes to the next record in it', async () => {
  const page = await openList('/deliveries');
  const second = await rows(page).nth(1).getAttribute('data-row');
  await page.keyboard.press('j');
  await page.keyboard.press('o');
  await page.locator('.side-panel [data-state="ready"]').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**peek=${second}`);
  await page.context().close();
});

test('[ ] p and t; the help lists every key, and one switch turns them off', async () => {
  const page = await openList('/deliveries?range=24h');
  await page.keyboard.press('[');
  await page.waitForURL(/range=\d{4}-/);
  const back = page.url();
  await page.keyboard.press('[');
  await page.waitForURL((url) => url.href !== back);
  await page.keyboard.press(']');
  await page.waitForURL(back);
  await page.keyboard.press('p');
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.keyboard.press('p');
  const theme = 'document.documentElement.dataset.mantineColorScheme';
  const before = await page.evaluate(theme);
  for (let press = 0; press < 2 && (await page.evaluate(theme)) === before; press += 1) {
    await page.keyboard.press('t');
  }
  assert.notEqual(await page.evaluate(theme), before);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog');
  await assertAccessible(page, 'help');
  const keys = await help.locator('kbd').allTextContents();
  for (const key of [...'jkoxrcyef[]pt?/', 'Enter', 'Shift']) {
    assert.ok(keys.includes(key), `the help lists ${key}`);
  }
  await help.getByRole('switch').uncheck();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  const paused = page.getByText('Paused', { exact: true });
  for (const key of ['j', 'p', 'f', 'e', '?', 't']) await page.keyboard.press(key);
  assert.equal(await page.getByRole('dialog').count(), 0);
  assert.equal(await paused.count(), 0);
  assert.equal(await page.evaluate(FOCUSED), null);
  await page.goto(path('/deliveries'));
  await page.locator('[data-row-link]').first().focus();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await page.evaluate(FOCUSED), null, 'arrows always work');
  await page.context().close();
});

test('at 320 px views, columns and lists fit', async () => {
  const page = await open(path('/deliveries?trigger=OUTBOUND_CALL_BUSY'), { width: 320 });
  await rows(page).first().waitFor();
  await assertNoSidewaysScroll(page, 'deliveries');
  await page.getByRole('button', { name: 'Columns and density' }).click();
  await assertAccessible(page, 'columns, 320 px');
  await assertNoSidewaysScroll(page, 'columns');
  await page.context().close();
});
