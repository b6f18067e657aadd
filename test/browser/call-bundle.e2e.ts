/** A call is exported as a file, and the file is opened: the same content, and read-only. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { fillWithSamples } from './sample-data.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
await fillWithSamples(setup);
const CALL = 'call_sample_0001';

async function takeAlong(callId = CALL): Promise<Buffer> {
  const page = await setup.open(setup.path(`/calls/${callId}`));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  const file = await readFile(await (await coming).path());
  await page.context().close();
  return file;
}

async function openFile(page: Page, buffer: Buffer, name = 'call.json'): Promise<void> {
  const field = page.locator('input[type="file"]');
  await field.setInputFiles({ name, mimeType: 'application/json', buffer });
}

/** Made in the page: 32 MiB need not be sent. */
const CHOOSE_LARGE = `(() => {
  const field = document.querySelector('input[type="file"]');
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(32 * 1024 * 1024 + 1)], 'large.json'));
  field.files = chosen.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
})()`;

const file = await takeAlong();

test('a bundle shows the timeline and its deliveries, marked, without actions', async () => {
  const page = await setup.open(setup.path('/bundle'));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`));
  await openFile(page, file);
  await page.getByRole('heading', { level: 1, name: CALL }).waitFor();
  await page.getByText('It is read-only. Nothing of it is sent or stored').waitFor();
  await page.getByRole('button', { name: /^Attempt 1 to CRM of the north-east: 503 / }).waitFor();
  for (const action of ['Skip head', 'Retry head now', 'Run again', 'Replay triggers…']) {
    assert.equal(await page.getByRole('button', { name: action }).count(), 0, action);
  }
  const parts = page.getByRole('navigation', { name: 'Parts of the call' });
  for (const tab of ['Timeline', 'Deliveries', 'Call log', 'After-call work', 'Raw']) {
    await parts.getByRole('link', { name: tab }).click();
    // Each part says "ready": only its link tells which one it is.
    await parts.locator('[aria-current="page"]', { hasText: tab }).waitFor();
    await page.locator('[data-state="ready"]').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await toTheme(page, colorScheme);
      await assertAccessible(page, `${tab}, ${colorScheme}`);
    }
  }
  await parts.getByText('Deliveries').click();
  await page.getByRole('link', { name: 'OUTBOUND_CALL_CALLING' }).first().click();
  await page.locator('.side-panel').getByText('Attempts').waitFor();
  await page.setViewportSize({ width: 320, height: 700 });
  await page.keyboard.press('Escape');
  await assertNoSidewaysScroll(page, 'bundle');
  const told = asked.filter((one) => /POST|PUT|PATCH|DELETE/.test(one) || one.includes(CALL));
  assert.deepEqual(told, [], 'nothing of the bundle is sent');
  await page.context().close();
});

test('a file that is no bundle gives a sentence that says what to do', async () => {
  const page = await setup.open(setup.path('/bundle'));
  const alert = page.getByRole('alert');
  await openFile(page, Buffer.from('{"ringpost":'));
  await alert.getByText('This is not JSON, or it is cut off').waitFor();
  await openFile(page, Buffer.from('{"log":{"version":"1.2"}}'), 'page.har');
  await alert.getByText('This is JSON, but not a bundle of a call').waitFor();
  await alert.getByText('page.har cannot be shown').waitFor();
  const edited = file.toString().replace('"direction": "OUTBOUND"', '"direction": "SIDEWAYS"');
  await openFile(page, Buffer.from(edited));
  await alert.getByText('call.direction is missing or has the wrong type').waitFor();
  await page.evaluate(CHOOSE_LARGE);
  await alert.getByText(/a bundle has at most/).waitFor();
  await assertAccessible(page, 'refused');
  await openFile(page, file);
  await page.getByRole('heading', { level: 1, name: CALL }).waitFor();
  assert.equal(await alert.count(), 0);
  await page.context().close();
});

test('a bundle has the result of each run', async () => {
  const { call, open, path } = setup;
  const kind = 'builtin-analyzer';
  await call('POST', '/v1/endpoints', { name: kind, kind, triggers: ['CALL_LOG_CREATED'] });
  await call('POST', '/v1/call-logs/judged', {
    direction: 'OUTBOUND',
    startedAt: '2026-11-20T11:17:00.000Z',
    turns: [{ speaker: 'AGENT', text: 'Good morning', startMs: 0, endMs: 1_500 }],
  });
  for (const status of ['CALLING', 'COMPLETED']) {
    await call('POST', '/v1/calls/judged/reports', { direction: 'OUTBOUND', status });
  }
  const page = await open(path('/acw/runs?state=SUCCEEDED'));
  await page.getByRole('link', { name: kind }).first().waitFor();
  await page.context().close();
  const { call: taken, acwResults } = JSON.parse((await takeAlong('judged')).toString());
  const [run] = taken.acwRuns;
  assert.equal(acwResults.length, 1);
  assert.equal(acwResults[0].acwResultId, run.acwResultId);
  assert.ok(acwResults[0].result !== null);
});
