/** Removing a member shows the API keys that they made, and revokes them if that is ticked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { memberOf } from './member.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { service, open, path, call, owner } = setup;
const LOOKS = [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 320 }] as const;

/** An admin who has made one key. */
async function admin(name: string): Promise<void> {
  const made = await memberOf(setup, 'operator', name);
  const headers = { 'content-type': 'application/json', origin: service.url };
  const asked = { ...headers, 'ringpost-project': owner.projectId };
  const ask = async (method: string, at: string, cookie: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${service.url}${at}`, {
      method,
      headers: { ...asked, cookie },
      ...sent,
    });
    assert.ok(answer.ok, await answer.clone().text());
    return Object(await answer.json());
  };
  const { data } = await ask('GET', '/v1/members', owner.cookie);
  const { id } = Object(data).find(({ email }: { email: string }) => email.startsWith(name));
  await ask('PATCH', `/v1/members/${id}`, owner.cookie, { role: 'admin' });
  const key = { name: `deploys of ${name}`, scopes: ['calls:read'] };
  await ask('POST', '/v1/api-keys', made.cookie, key);
}

for (const [n, look] of LOOKS.entries()) {
  test(`a removal shows and revokes keys: ${JSON.stringify(look)}`, async () => {
    const name = `max${n}`;
    await admin(name);
    const page = await open(path('/members'), look);
    const row = page.locator('tr[data-row]', { hasText: `${name}@example.com` });
    await row.getByLabel(`Role of ${name}`).selectOption('viewer');
    const asked = page.getByRole('dialog', { name: `Change the role of ${name}?` });
    await asked.getByText(`deploys of ${name}`).waitFor();
    await assertAccessible(page, 'a lesser role', 'dialog');
    await asked.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText(`The role of ${name} is changed.`).waitFor();
    await page.goto(path('/api-keys'));
    const keyRow = page.locator('tr[data-row]', { hasText: `deploys of ${name}` });
    await keyRow.getByText('Lesser role').waitFor();
    await assertAccessible(page, 'a key whose maker may make none');
    await assertNoSidewaysScroll(page, 'a key whose maker may make none');
    await page.goto(path('/members'));
    await row.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Remove ${name}?` });
    await dialog.getByText(`deploys of ${name}`).waitFor();
    await dialog.getByLabel('Revoke it too').check();
    await assertAccessible(page, 'keys of a member who is removed', 'dialog');
    await assertNoSidewaysScroll(page, 'keys of a member who is removed');
    await dialog.getByRole('button', { name: 'Remove the member' }).click();
    await page.getByText(`${name} is removed.`).waitFor();
    await page.context().close();
    const keys: { name: string; revokedAt: string | null; madeBy: { state: string } }[] = Object(
      Object(await call('GET', '/v1/api-keys')).data,
    );
    const key = keys.find((each) => each.name === `deploys of ${name}`);
    assert.equal(key?.madeBy.state, 'removed');
    assert.notEqual(key?.revokedAt, null);
  });
}
