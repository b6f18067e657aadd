/**
 * A telephone number is erased from the settings: the number is typed again, the page shows the job
 * until it is done, and the call is gone. Only an owner can use the button.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { memberOf } from './member.ts';
import { pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;
const NUMBER = '+4915123456789';

test('a number is erased from the settings, and the job says how many calls went', async () => {
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await call('POST', '/v1/calls/named/reports', { ...report, clientId: NUMBER });
  await call('POST', '/v1/calls/other/reports', report);
  const page = await open(path('/settings/retention'));
  await page.getByRole('textbox', { name: 'Telephone number' }).fill(NUMBER);
  await assertAccessible(page, 'erase');
  await page.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase' });
  await dialog.getByText('Every call that names this number').waitFor();
  const act = dialog.getByRole('button', { name: 'Erase' });
  assert.ok(await act.isDisabled());
  await dialog.getByRole('textbox').fill(NUMBER);
  await act.click();
  await page.waitForURL(/\/bulk\/blk_/);
  await page.getByText('Calls that name the number').waitFor();
  // Once the job has ended, a hash replaces the number.
  await page.getByText(/sha256:/).waitFor();
  const { data } = (await call('GET', '/v1/calls')) as { data: { callId: string }[] };
  assert.deepEqual(
    data.map(({ callId }) => callId),
    ['other'],
  );
});

test('an admin is told that an owner is needed', async () => {
  const admin = await memberOf(setup, 'admin');
  const page = await pagesOf(setup.browser, setup.service)(path('/settings/retention'), {}, admin);
  const off = page.getByRole('button', { name: 'Erase…' });
  await off.waitFor();
  assert.equal(await off.getAttribute('title'), 'This needs the role Owner.');
});
