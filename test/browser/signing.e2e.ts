/**
 * J18: the signing key is rotated, and each step says first what it does; a request is checked in
 * the browser.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReceiver } from '../journey/receiver.ts';
import { assertAccessible, assertNoSidewaysScroll } from './axe.ts';
import { setupBrowser } from './setup.ts';

const { open, path, call } = await setupBrowser();
const receiver = await startReceiver();

async function nextRequest(callId: string) {
  const before = receiver.received.length;
  await call('POST', `/v1/calls/${callId}/reports`, { status: 'CALLING', direction: 'OUTBOUND' });
  await receiver.until((received) => received.length > before);
  const request = receiver.received[before];
  assert.ok(request !== undefined);
  return request;
}

const kidsOf = async (): Promise<readonly string[]> => {
  const text = JSON.stringify(await call('GET', '/v1/signing-keys'));
  return [...text.matchAll(/"kid":"([^"]+)","state":"(\w+)"/g)].map(
    ([, kid, state]) => `${state} ${kid}`,
  );
};

test('J18: publish, sign with both, retire now; three entries in the audit log', async (t) => {
  t.after(receiver.close);
  await call('POST', '/v1/endpoints', {
    name: 'Signed',
    kind: 'custom',
    target: `${receiver.url}/hook`,
    auth: { method: 'rsa-sha256' },
    triggers: ['OUTBOUND_CALL_CALLING'],
  });
  const page = await open(path('/signing'));
  await page.locator('tr[data-row]').getByText('Active').waitFor();
  await page.getByText('1 endpoint', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Requests carry two signatures').waitFor();
  await assertAccessible(page, 'rotate');
  await dialog.getByRole('button', { name: 'Publish the next key' }).click();
  await dialog.getByText('Wait until every receiver has loaded the new one.').waitFor();
  await dialog.getByLabel('Both sign for').selectOption('1');
  await assertAccessible(page, 'rotate, published');
  await dialog.getByRole('button', { name: 'Sign with the next key' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('tr[data-row]').getByText('Retiring').waitFor();
  assert.equal((await kidsOf()).length, 2);
  const both = await nextRequest('call_both');
  assert.equal(String(both.headers['webhook-key-id']).split(' ').length, 2);

  const old = (await kidsOf()).find((each) => each.startsWith('retiring'))?.split(' ')[1] ?? '';
  await page.getByRole('button', { name: `Actions for ${old}` }).click();
  await page.getByRole('menuitem', { name: 'Retire now' }).click();
  const retire = dialog.getByRole('button', { name: 'Retire the key' });
  assert.equal(await retire.isDisabled(), true);
  await dialog.getByRole('textbox').fill(old);
  await assertAccessible(page, 'retire');
  await retire.click();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('tr[data-row]').getByText('Revoked').waitFor();
  const alone = await nextRequest('call_alone');
  assert.equal(String(alone.headers['webhook-key-id']).split(' ').length, 1);
  assert.notEqual(alone.headers['webhook-key-id'], old);
  const audit = JSON.stringify(await call('GET', '/v1/audit?limit=50'));
  for (const action of ['signing-key.created', 'signing-key.rotated', 'signing-key.revoked']) {
    assert.ok(audit.includes(`"${action}"`), action);
  }

  await page.getByRole('button', { name: old, exact: true }).click();
  await dialog.getByText('BEGIN PUBLIC KEY').waitFor();
  await assertAccessible(page, 'one key');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Check a request' }).click();
  const lines = Object.entries(alone.headers).map(([name, value]) => `${name}: ${String(value)}`);
  await page.getByLabel('Headers').fill(lines.join('\n'));
  await page.getByLabel('Body').fill(alone.body);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('This service signed it').waitFor();
  await assertAccessible(page, 'valid');
  await page.getByLabel('Body').fill(alone.body.replace('call_alone', 'call_other'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('The digest differs').waitFor();
  await assertAccessible(page, 'invalid');
  await page.context().close();
});

test('programs are in the address, with the endpoint filled in; all fit on a phone', async () => {
  const page = await open(path('/signing?tab=snippets'), { width: 320, theme: 'dark' });
  for (const language of ['Node.js', 'Python', 'Go', 'PHP', 'openssl']) {
    await page.getByRole('link', { name: language, exact: true }).click();
    const code = page.getByRole('group', { name: `Program in ${language}` });
    await code.getByText('ep_your_endpoint').waitFor();
    if (language !== 'openssl') {
      const lines = page.getByRole('group', { name: `Five lines in ${language}` });
      await lines.getByText('ep_your_endpoint').waitFor();
    }
    await assertNoSidewaysScroll(page, language);
  }
  assert.match(page.url(), /language=openssl/);
  for (const language of ['Java', 'C#', 'Ruby']) {
    await page.getByRole('link', { name: language, exact: true }).click();
    const lines = page.getByRole('group', { name: `Five lines in ${language}` });
    await lines.getByText('/.well-known/jwks.json').waitFor();
    await assertNoSidewaysScroll(page, language);
  }
  await page.getByRole('link', { name: 'openssl', exact: true }).click();
  await page.getByLabel('Your endpoint').selectOption({ index: 1 });
  const code = page.getByRole('group', { name: 'Program in openssl' });
  await code.getByText("ENDPOINT_ID='ep_").waitFor();
  assert.equal(await code.getByText('ep_your_endpoint').count(), 0);
  await assertAccessible(page, 'snippets');
  await page.context().close();
});

test('an unknown tab is dropped from the address, and the first one shows', async () => {
  const page = await open(path('/signing?tab=nonsense'));
  await page.locator('tr[data-row]').first().waitFor();
  assert.equal(new URL(page.url()).search, '');
  await page.context().close();
});
