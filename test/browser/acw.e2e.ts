/**
 * After-call work by hand: an evaluation is read down to its evidence (J20), a run without a call
 * log says why (J21), a scorecard is edited, tried on a call, and two people edit it at once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAccessible, assertNoSidewaysScroll, toTheme } from './axe.ts';
import { setupBrowser } from './setup.ts';

const setup = await setupBrowser();
const { open, path, call } = setup;

for (const kind of ['builtin-analyzer', 'builtin-evaluator']) {
  await call('POST', '/v1/endpoints', { name: kind, kind, triggers: ['CALL_LOG_CREATED'] });
}

test('J20: a simulated call with a transcript is evaluated, read to its evidence', async () => {
  const page = await open(path('/simulator?scenario=transcript&speed=instant&prefix=j20'));
  await page.getByRole('button', { name: 'Simulate 1 call' }).click();
  await page.locator('[data-run="done"]').waitFor();
  await page.goto(path('/acw/runs'));
  const row = page.locator('tr[data-row]', { hasText: 'builtin-evaluator' });
  await row.getByText('Succeeded').waitFor();
  await assertAccessible(page, 'runs');
  await row.getByRole('link', { name: 'builtin-evaluator' }).click();
  await page.getByText('90 / 90 points').waitFor();
  await page.getByText('PASSED').waitFor();
  await page.getByText('N/A').waitFor();
  await assertAccessible(page, 'evaluation');
  await page
    .getByRole('link', { name: /Good morning, this is Mia/ })
    .first()
    .click();
  await page.waitForURL(/tab=log#turn-2$/);
  await page.locator('#turn-2').waitFor();
  await page.context().close();
});

test('an analysis shows its figures, and fields that need a model say so', async () => {
  const page = await open(path('/acw/runs?state=SUCCEEDED'));
  await page.getByRole('link', { name: 'builtin-analyzer' }).first().click();
  await page.getByRole('figure', { name: 'Talk and silence on the time of the call' }).waitFor();
  assert.equal(await page.getByText('Not computed without a model.').count(), 4);
  await assertAccessible(page, 'analysis');
  await toTheme(page, 'dark');
  await assertAccessible(page, 'analysis, dark');
  await page.context().close();
});

test('the trend of evaluations: scores and failed criteria, of all evaluators or one', async () => {
  await call('POST', '/v1/call-logs/j20_low', {
    direction: 'OUTBOUND',
    startedAt: '2026-11-20T11:17:00.000Z',
    language: 'en',
    turns: [
      { speaker: 'AGENT', text: 'What do you want?', startMs: 0, endMs: 1_500 },
      { speaker: 'CUSTOMER', text: 'I wait for my order.', startMs: 2_000, endMs: 4_000 },
    ],
  });
  for (const status of ['CALLING', 'COMPLETED']) {
    await call('POST', '/v1/calls/j20_low/reports', { status, direction: 'OUTBOUND' });
  }
  const page = await open(path('/acw/trends'));
  await page.locator('.stat', { hasText: 'Pass rate' }).getByText('1 of 2 passed').waitFor();
  const failed = page.getByRole('table', { name: /Criteria by how often they failed/ });
  await failed.getByText('1 of 2').first().waitFor();
  const chart = page.locator('.chart', { hasText: 'Average score and pass rate' });
  await chart.getByRole('button', { name: 'Table' }).click();
  await chart.locator('tbody tr').last().getByText('50%').first().waitFor();
  for (const theme of ['light', 'dark'] as const) {
    await toTheme(page, theme);
    await assertAccessible(page, `trends, ${theme}`);
  }
  await page.getByLabel('Evaluator').selectOption('builtin-evaluator');
  await page.waitForURL(/agent=ep_/);
  await page.locator('.stat', { hasText: 'Evaluations' }).getByText('2', { exact: true }).waitFor();
  await failed.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Service call' }).waitFor();
  await page.context().close();

  const overview = await open(path('/overview'));
  const runs = overview.locator('.chart', { hasText: 'Runs of agents' });
  await runs.getByRole('button', { name: 'Table' }).click();
  await runs.getByRole('columnheader', { name: 'Succeeded' }).waitFor();
  await overview.locator('.chart', { hasText: 'Duration of runs that succeeded' }).waitFor();
  await assertAccessible(overview, 'overview with runs');
  await overview.context().close();

  const narrow = await open(path('/acw/trends'), { width: 320, language: 'ja' });
  await narrow.getByRole('heading', { level: 1, name: '評価の推移' }).waitFor();
  await narrow.locator('.chart canvas').first().waitFor();
  await assertNoSidewaysScroll(narrow, 'trends');
  await narrow.context().close();
});

test('J21: a busy call has no log; the run says what it waits for', async () => {
  for (const status of ['CALLING', 'BUSY']) {
    await call('POST', '/v1/calls/j21/reports', { status, direction: 'OUTBOUND' });
  }
  const page = await open(path('/acw/runs?call=j21'));
  await page.getByText('Waiting for the call log').first().waitFor();
  await page
    .getByText(/Gives up in/)
    .first()
    .waitFor();
  await page.context().close();
});

test('J22: the first result of a self-provided agent is awaited and told', async () => {
  const target = /http:\/\/[^"]*\/http\/default/.exec(
    JSON.stringify(await call('GET', '/v1/inbox/boxes')),
  )?.[0];
  const made = JSON.stringify(
    await call('POST', '/v1/endpoints', {
      name: 'Mine',
      kind: 'self-provided-agent',
      target,
      triggers: ['OUTBOUND_CALL_ERROR'],
      auth: { method: 'rsa-sha256' },
    }),
  );
  const acwAgentId = /"(ep_[^"]+)"/.exec(made)?.[1];
  const form = await open(path(`/endpoints/${acwAgentId}/settings`));
  await form.getByText('Waiting for the first result…').waitFor();
  const waiting = await open(path(`/endpoints/${acwAgentId}`));
  await waiting.getByText('Waiting for the first result…').waitFor();
  await waiting.getByText('Live', { exact: true }).waitFor();
  await call('POST', '/v1/calls/j21/acw-runs', { acwAgentId });
  const curl = waiting.getByLabel('The request of your agent');
  await curl.getByText(/"callId":"j21".*"acwRunId":"run_/).waitFor();
  await assertAccessible(waiting, 'an agent that is waited for');
  const errors = [{ code: 'ANALYZER_FAILED', message: 'The disk of the agent is full.' }];
  const result = { callId: 'j21', acwAgentId, isError: true, errors, result: { mood: 'none' } };
  await call('POST', '/v1/acw-results', result);
  await form.getByText('The first result has come:').waitFor();
  await form.context().close();
  await waiting.getByText('The first result has come:').waitFor();
  await assertAccessible(waiting, 'the first result of an agent');
  await waiting.getByRole('link', { name: 'Result of call j21' }).click();
  const page = waiting;
  await page.getByText('This run failed').waitFor();
  await page.getByText('The disk of the agent is full.').waitFor();
  await page.getByText('"mood"').waitFor();
  await assertAccessible(page, 'failed run');
  await page.context().close();
});

test('a scorecard is tried on a call, and two edits at once lose nothing', async () => {
  const listed = JSON.stringify(await call('GET', '/v1/scorecards'));
  const id = /"(sc_[^"]+)"/.exec(listed)?.[1] ?? '';
  const page = await open(path('/acw/scorecards'));
  await page.getByRole('link', { name: 'Service call' }).waitFor();
  await assertAccessible(page, 'scorecards');
  await page.getByRole('link', { name: 'Service call' }).click();
  await page.getByLabel('Pass mark in percent').fill('101');
  await page.getByRole('button', { name: 'Save as a new revision' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  await page.getByLabel('Pass mark in percent').fill('95');

  const calls = JSON.stringify(await call('GET', '/v1/acw-runs?state=SUCCEEDED'));
  await page.getByLabel('Call id').fill(/"(j20[^"]*)"/.exec(calls)?.[1] ?? '');
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('pass mark 95%').waitFor();
  await assertAccessible(page, 'scorecard with a trial');

  // Another member saves meanwhile.
  const { name, criteria } = Object(await call('GET', `/v1/scorecards/${id}`));
  await call('PUT', `/v1/scorecards/${id}`, { name, criteria, passMark: 60, revision: 1 });
  await page.getByRole('button', { name: 'Save as a new revision' }).click();
  await page.getByText('Another person has saved in the meantime').waitFor();
  await page.getByText('The pass mark', { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Pass mark in percent').inputValue(), '95');
  await assertAccessible(page, 'conflict');
  await page.getByRole('button', { name: 'Save mine as the newest' }).click();
  await page.getByText('Saved as revision 3.').waitFor();
  await page.getByRole('link', { name: 'Revision 1', exact: true }).click();
  await page.getByText('This is revision 1 as it was.').waitFor();
  await page.context().close();
});
