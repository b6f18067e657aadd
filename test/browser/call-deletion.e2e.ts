/**
 * A call is deleted from its page: the page says first what is lost, asks for the call's id and a
 * proof of identity, and says afterwards that the call was deleted.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { deliveriesIn, failingEndpoint } from './failing-endpoint.ts';
import { OWNER } from './first-owner.ts';
import { memberOf } from './member.ts';
import { type Look, pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
const RETRY = { status: 503, retryScheduleMs: [21_600_000, 21_600_000] };
const receiver = await failingEndpoint(setup, 'down', RETRY);

/** Two deliveries that stay open: one is retried in hours, one is held. */
async function callWithOpen(callId: string, clientId = 'client 7'): Promise<void> {
  for (const status of ['CALLING', 'COMPLETED']) {
    const body = { status, direction: 'OUTBOUND', clientId };
    await call('POST', `/v1/calls/${encodeURIComponent(callId)}/reports`, body);
  }
  const filter = `callId=${encodeURIComponent(callId)}`;
  await deliveriesIn(setup, `${filter}&endpointId=${receiver.id}`, 2);
}

async function openCall(callId: string, look: Look = {}): Promise<Page> {
  const page = await open(path(`/calls/${encodeURIComponent(callId)}`), look);
  await page.waitForSelector('[data-state="ready"], [data-state="refreshing"]');
  return page;
}

async function askToDelete(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete call…' }).click();
  return page.getByRole('dialog', { name: 'Delete this call?' });
}

/** Dates the owner's sign-in an hour back. */
function signedInLongAgo(): void {
  const database = new DatabaseSync(join(setup.directory, 'ringpost.db'));
  database.exec('pragma busy_timeout = 10000');
  database.exec('update sessions set authenticated_at = created_at - 3600000');
  database.close();
}

async function statusOf(callId: string): Promise<number> {
  const headers = { authorization: `Bearer ${setup.owner.apiKey}` };
  const url = `${setup.service.url}/v1/calls/${encodeURIComponent(callId)}`;
  return (await fetch(url, { headers })).status;
}

test('the page says what is lost, asks for id and password, then says it is gone', async () => {
  const callId = 'call/to forget 1';
  await callWithOpen(callId);
  signedInLongAgo();
  const page = await openCall(callId);
  const other = await openCall(callId);
  const dialog = await askToDelete(page);
  await dialog.getByText('2 open deliveries are cancelled.').waitFor();
  for (const part of [/reports/, /bodies/, /call log/, /results/, /provider/, /inbox/]) {
    await dialog.getByRole('listitem').filter({ hasText: part }).waitFor();
  }
  await dialog.getByText('This cannot be undone').waitFor();
  await dialog.getByText('refused with 410').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await toTheme(page, colorScheme);
    await assertAccessible(page, `to be deleted, ${colorScheme}`);
  }
  const act = dialog.getByRole('button', { name: 'Delete call' });
  assert.ok(await act.isDisabled());
  await dialog.getByRole('textbox').fill('call/to forget 2');
  assert.ok(await act.isDisabled());
  await dialog.getByRole('textbox').fill(callId);
  await act.click();
  const proof = page.getByRole('dialog', { name: 'Show that it is you' });
  await proof.locator('input[type=password]').fill(OWNER.password);
  assert.equal(await statusOf(callId), 200);
  await proof.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/calls'));
  await page.getByText('The call and everything kept about it were deleted.').waitFor();
  assert.equal(await statusOf(callId), 410);
  // A page that had it open stops showing it by itself.
  await other.getByText('This call was deleted by request').waitFor();
  assert.equal(await other.getByText('client 7').count(), 0);
  await other.reload();
  await other.locator('[data-state="expired"]').waitFor();
  await other.getByText(/^Deleted: .+/).waitFor();
  await assertAccessible(other, 'a deleted call');
  assert.equal(await other.getByRole('button', { name: 'More actions' }).count(), 0);
  await page.goBack();
  await page.getByText('This call was deleted by request').waitFor();
  await other.context().close();
  await page.context().close();
});

test('by keyboard alone; Esc leaves everything as it is and returns the focus', async () => {
  await callWithOpen('keys_1');
  const page = await openCall('keys_1');
  const more = page.getByRole('button', { name: 'More actions' });
  const focused = async () =>
    String(
      await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent'),
    );
  await more.focus();
  await page.keyboard.press('Enter');
  assert.match(await focused(), /Delete call…/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 open deliveries are cancelled.').waitFor();
  assert.equal(await focused(), 'Copy: Call id');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(), 'More actions');
  assert.equal(await statusOf('keys_1'), 200);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('keys_1');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Cancel');
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Delete call');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/calls'));
  await page.context().close();
  assert.equal(await statusOf('keys_1'), 410);
});

for (const role of ['viewer', 'operator'] as const) {
  test(`${role}: the action is disabled, and says which role it needs`, async () => {
    await callWithOpen(`role_${role}`);
    const member = await memberOf(setup, role);
    const visit = pagesOf(setup.browser, setup.service);
    const page = await visit(path(`/calls/role_${role}`), {}, member);
    await page.getByRole('button', { name: 'More actions' }).click();
    const act = page.getByRole('menuitem', { name: 'Delete call…' });
    await act.getByText('This needs the role Admin.').waitFor();
    assert.equal(await act.getAttribute('aria-disabled'), 'true');
    await act.click({ force: true });
    assert.equal(await page.getByRole('dialog').count(), 0);
    await assertAccessible(page, 'the act is off');
    await page.context().close();
  });
}

test('at 320 px a long id fits, in both languages', async () => {
  const callId = `long_${'0123456789abcdef'.repeat(12)}`;
  await callWithOpen(callId);
  for (const [language, more, title] of [
    ['en', 'More actions', 'Delete this call?'],
    ['ja', 'その他の操作', 'この通話を削除しますか'],
  ] as const) {
    const page = await openCall(callId, { width: 320, height: 700, language });
    await page.getByRole('button', { name: more }).click();
    await page.getByRole('menuitem').click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText(/410/).waitFor();
    await assertNoSidewaysScroll(page, `to be deleted, ${language}`);
    // It shows the beginning of its title, however long the title is.
    assert.equal(await dialog.evaluate((box) => box.scrollTop), 0);
    assert.equal(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth), 0);
    await page.context().close();
  }
});

test('all calls of a client are counted, and one job deletes these and no others', async () => {
  for (const callId of ['of_9_a', 'of_9_b', 'of_9_c']) await callWithOpen(callId, 'client 9');
  await callWithOpen('of_10', 'client 10');
  signedInLongAgo();
  const page = await open(path('/calls?clientId=client%209&direction=OUTBOUND'));
  await page.getByRole('button', { name: 'Delete all calls of this client…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete 3 calls of this client?' });
  await dialog.getByText('Their open deliveries at 1 endpoint are cancelled.').waitFor();
  await dialog.getByText('even those that the list does not show').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await toTheme(page, colorScheme);
    await assertAccessible(page, `a client to be deleted, ${colorScheme}`);
  }
  await page.setViewportSize({ width: 320, height: 700 });
  await assertNoSidewaysScroll(page, 'a client to be deleted');
  const act = dialog.getByRole('button', { name: 'Delete 3 calls' });
  assert.ok(await act.isDisabled());
  await dialog.getByRole('textbox').fill('client 9');
  await act.click();
  const proof = page.getByRole('dialog', { name: 'Show that it is you' });
  await proof.locator('input[type=password]').fill(OWNER.password);
  await proof.getByRole('button', { name: 'Go on' }).click();
  await page.waitForURL('**/bulk/blk_*');
  await page.getByText('3 of 3').waitFor();
  await page.getByRole('heading', { name: 'Delete 3 calls of a client' }).waitFor();
  await assertAccessible(page, 'the job of a client');
  await assertNoSidewaysScroll(page, 'the job of a client');
  for (const callId of ['of_9_a', 'of_9_b', 'of_9_c']) assert.equal(await statusOf(callId), 410);
  assert.equal(await statusOf('of_10'), 200);
  await page.locator('.page-back').getByRole('link', { name: 'Calls' }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/calls'));
  await page.context().close();
});

test('without a clientId there is no such action; an operator sees it disabled', async () => {
  const page = await open(path('/calls'));
  await page.waitForSelector('tr[data-row]');
  const act = page.getByRole('button', { name: 'Delete all calls of this client…' });
  assert.equal(await act.count(), 0);
  await page.context().close();
  const operator = await memberOf(setup, 'operator', 'second');
  const visit = pagesOf(setup.browser, setup.service);
  const theirs = await visit(path('/calls?clientId=client%2010'), {}, operator);
  const off = theirs.getByRole('button', { name: 'Delete all calls of this client…' });
  await off.waitFor();
  assert.equal(await off.isDisabled(), true);
  assert.equal(await off.getAttribute('title'), 'This needs the role Admin.');
  await theirs.context().close();
});
