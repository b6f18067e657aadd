/** The form of an endpoint: J3, J5, J6 and J22. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible } from './axe.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();

const form = (kind: string): string => setup.path(`/endpoints/new?kind=${kind}`);
const register = (page: Page) => page.getByRole('button', { name: 'Register the endpoint' });

test('J3: a custom endpoint with a token that is shown once', async () => {
  const page = await setup.open(form('custom'));
  await page.getByLabel('Name').first().fill('CRM');
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.fill('example.com/hooks');
  await url.blur();
  await page.getByText('Use a URL with https://').waitFor();
  assert.ok(await register(page).isDisabled());
  await page.getByRole('button', { name: 'Use the local inbox' }).click();
  await page.getByLabel('Bearer token').check();
  await page.getByRole('button', { name: 'Generate' }).click();
  const token = page.getByRole('textbox', { name: 'Token' });
  assert.match(await token.inputValue(), /^[\w-]{43}$/);
  await page.getByText('after saving it is never shown again').waitFor();
  await page.getByRole('button', { name: 'Only failures' }).click();
  await page.getByText('9 of 19 ticked').waitFor();
  await page.getByLabel('Body', { exact: true }).getByText('"errors"').waitFor();
  await register(page).click();
  await page.getByRole('heading', { level: 1, name: 'CRM' }).waitFor();
  await page.getByRole('link', { name: 'Authentication' }).click();
  await page.getByText(/Saved as ••••/).waitFor();
  assert.equal(await token.inputValue(), '');
});

test('J5: the URL of a Slack workflow is refused where it was typed', async () => {
  const page = await setup.open(form('slack'));
  const url = page.getByLabel('Incoming webhook URL');
  await url.fill('https://hooks.slack.com/workflows/T000/A000/1/secret');
  await url.blur();
  const reason = page.getByText(/this URL starts a workflow/);
  await reason.waitFor();
  const described = (await url.getAttribute('aria-describedby')) ?? '';
  assert.ok(described.includes((await reason.getAttribute('id')) ?? 'none'), described);
  assert.ok(await register(page).isDisabled());
  await url.fill('https://hooks.slack.com/services/T000/B000/secret');
  await reason.waitFor({ state: 'detached' });
  assert.ok(await register(page).isEnabled());
});

test('J6: two triggers of one end are a note, and for an agent a question', async () => {
  const page = await setup.open(form('custom'));
  await page.getByRole('checkbox', { name: 'OUTBOUND_CALL_COMPLETED' }).check();
  await page.getByRole('checkbox', { name: 'CALL_LOG_CREATED' }).check();
  await page.getByText('Two notifications for the same transition').waitFor();
  await page.getByRole('link', { name: /Built-in analyzer/ }).click();
  await page.getByText('The agent runs twice for one call').waitFor();
  await page.getByLabel('Name').first().fill('Twice');
  await register(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The agent runs twice').waitFor();
  await dialog.getByRole('button', { name: 'Register the endpoint' }).click();
  await page.getByRole('heading', { level: 1, name: 'Twice' }).waitFor();
  await page.goto(setup.path('/simulator?scenario=completed&speed=instant&calls=1'));
  await page.getByRole('button', { name: 'Simulate 1 call' }).click();
  await page.locator('[data-run="done"]').waitFor();
  await page.goto(setup.path('/acw/runs'));
  const runs = page.locator('tr[data-row]', { hasText: 'Twice' });
  await runs.nth(1).waitFor();
  assert.equal(await runs.count(), 2);
});

test('an agent gets all ticks except its own end; a fault takes the focus', async () => {
  const page = await setup.open(form('custom'));
  await page.getByRole('button', { name: 'Everything' }).click();
  await page.getByText('19 of 19 ticked').waitFor();
  await page.getByRole('link', { name: /Built-in evaluator/ }).click();
  await page.getByText('18 of 18 ticked').waitFor();
  await register(page).click();
  const asked = page.getByRole('dialog').getByRole('button', { name: 'Register the endpoint' });
  await asked.click();
  const faults = page.getByText('1 field needs a change');
  await faults.waitFor();
  await page.locator('input[aria-invalid="true"]:focus').fill('Scores');
  await faults.waitFor({ state: 'detached' });
  await register(page).click();
  await asked.click();
  await page.getByRole('heading', { level: 1, name: 'Scores' }).waitFor();
});

test('J22: a self-provided agent gets a key that may only write results', async () => {
  const page = await setup.open(form('self-provided-agent'));
  await page.getByRole('button', { name: 'Create result key' }).click();
  const curl = page.getByLabel('The request of your agent');
  await curl.getByText(/Bearer rp_/).waitFor();
  const keys = JSON.stringify(await setup.call('GET', '/v1/api-keys'));
  assert.match(keys, /"scopes":\["acw-results:write"\]/);
  await page.getByText('projectId', { exact: false }).first().waitFor();
});

test('typed text survives a reload, without its secrets', async () => {
  const page = await setup.open(form('custom'));
  await page.getByLabel('Name').first().fill('Half done');
  await page.getByLabel('Bearer token').check();
  await page.getByRole('textbox', { name: 'Token' }).fill('a-secret-token');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('What you typed before the reload is restored.').waitFor();
  assert.equal(await page.getByLabel('Name').first().inputValue(), 'Half done');
  assert.equal(await page.getByRole('textbox', { name: 'Token' }).inputValue(), '');
});

test('axe finds nothing in the form, in the dark as well', async () => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await setup.open(form('custom'), { theme });
    await page.getByRole('button', { name: 'Everything' }).click();
    await page.locator('.endpoint-preview [data-state="ready"]').waitFor();
    await assertAccessible(page, theme);
  }
});
