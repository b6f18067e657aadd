/** The limits of a customer's project in its settings, read by an owner whom the platform named. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible } from './axe.ts';
import { OWNER } from './first-owner.ts';
import { setupBrowser } from './setup.ts';

const INSTANCE_KEY = `rpi_${'set'.padEnd(43, '0')}`;
const { open, path, service } = await setupBrowser({ RINGPOST_INSTANCE_KEY: INSTANCE_KEY });

async function platform(method: string, address: string, body: object) {
  const response = await fetch(`${service.url}/v1/instance/projects${address}`, {
    method,
    headers: { authorization: `Bearer ${INSTANCE_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${response.status}`);
  return Object(await response.json());
}

test('S12.40: limits, use and a suspension are shown, and no limits if none are set', async () => {
  const plain = await open(path('/settings'));
  await plain.getByText('First steps', { exact: true }).waitFor();
  assert.equal(await plain.getByText('Calls that are kept').count(), 0);
  await plain.context().close();

  const { id } = await platform('POST', '', {
    name: 'Acme Ltd',
    externalId: 'customer-4711',
    ownerEmail: OWNER.email,
    limits: { endpointsMax: 5, callsMax: 1_000_000 },
  });
  await platform('PATCH', `/${id}`, { suspended: true });
  const page = await open(`/p/${id}/settings`);
  await page.getByText('customer-4711').waitFor();
  await page.getByText('no limit').waitFor();
  await page.getByText('Suspended', { exact: true }).waitFor();
  await assertAccessible(page, 'settings with limits');
  await page.context().close();

  const other = await open(`/p/${id}/settings`, { language: 'ja', theme: 'dark', width: 390 });
  await other.getByText('停止中', { exact: true }).waitFor();
  await assertAccessible(other, 'settings with limits, small and dark');
  await other.context().close();
});

test('S12.38: the audit log names the instance key', async () => {
  const { id } = await platform('POST', '', { name: 'Bell', ownerEmail: OWNER.email });
  const page = await open(`/p/${id}/audit`);
  await page.getByText('RINGPOST_INSTANCE_KEY').first().waitFor();
  await page.context().close();
});
