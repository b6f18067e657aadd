/** J24: what a viewer and an operator may do; other actions are shown, disabled, and say why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import type { Owner } from './first-owner.ts';
import { memberOf } from './member.ts';
import { fillWithSamples } from './sample-data.ts';
import { pagesOf, setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, owner, browser, path } = setup;
const openAs = pagesOf(browser, service);

const member = (role: 'viewer' | 'operator') => memberOf(setup, role);
const samples = await fillWithSamples(setup);

function askAs({ cookie }: Owner, method: string, at: string): Promise<Response> {
  const headers = { cookie, origin: service.url, 'ringpost-project': owner.projectId };
  return fetch(`${service.url}${at}`, { method, headers });
}

test('J24: a viewer sees retry disabled and the role it needs; the API says 403', async () => {
  const viewer = await member('viewer');
  const page = await openAs(path('/deliveries'), {}, viewer);
  await page.waitForSelector('tr[data-row]');
  await page
    .getByRole('checkbox', { name: /^Select OUT/ })
    .first()
    .check();
  const retry = page.getByRole('button', { name: 'Retry 1 delivery' });
  assert.equal(await retry.isDisabled(), true);
  assert.match((await retry.getAttribute('title')) ?? '', /needs the role Operator/);
  await assertAccessible(page, 'viewer, deliveries');

  await page.goto(path('/signing'));
  const rotate = page.getByRole('button', { name: 'Rotate', exact: true });
  await rotate.waitFor();
  assert.equal(await rotate.isDisabled(), true);
  assert.match((await rotate.getAttribute('title')) ?? '', /role Admin or Owner/);
  await page.goto(path(`/endpoints/${samples.endpointId}`));
  await page.getByRole('heading', { level: 1, name: 'Billing' }).waitFor();
  assert.doesNotMatch(await page.content(), /PRIVATE KEY/);
  await page.goto(path('/api-keys'));
  await page.locator('#content [data-state="forbidden"]').waitFor();
  await assertAccessible(page, 'viewer, API keys');
  await page.context().close();

  const answer = await askAs(viewer, 'POST', `/v1/deliveries/${samples.deliveryId}/retry`);
  assert.equal(answer.status, 403);
  const problem: unknown = await answer.json();
  assert.match(String(Object(problem).requestId), /^\S{8,}$/);
});

test('J24: an operator retries, and may neither rotate keys nor see API keys', async () => {
  const operator = await member('operator');
  const page = await openAs(path('/deliveries?state=rejected'), {}, operator);
  await page.waitForSelector('tr[data-row]');
  await page
    .getByRole('checkbox', { name: /^Select OUT/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Retry 1 delivery' }).click();
  await page.getByText('Asked for one more attempt of 1 delivery.').waitFor();
  await page.goto(path('/api-keys'));
  await page.locator('#content [data-state="forbidden"]').waitFor();
  await page.context().close();
  assert.equal((await askAs(operator, 'POST', '/v1/signing-keys/rotate')).status, 403);
});

test('J24: the last owner cannot leave', async () => {
  const session: unknown = await (await askAs(owner, 'GET', '/v1/session')).json();
  const id = /"id":"(usr_[^"]+)"/.exec(JSON.stringify(session))?.[1] ?? '';
  const answer = await askAs(owner, 'DELETE', `/v1/members/${id}`);
  assert.equal(answer.status, 409, await answer.clone().text());
});
