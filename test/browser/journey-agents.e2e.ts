/**
 * After-call work that gets no answer: a busy call without a log (J21) and an agent that posts
 * nothing, each until its time is over; and a self-provided agent from its form to its result
 * (J22).
 */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { run } from '../docs/shell-block.ts';
import { assertAccessible } from './axe.ts';
import { deliveriesIn } from './failing-endpoint.ts';
import { setupBrowser } from './setup.ts';

/** A minute by the rules, then the service's next poll, on a machine that may be busy. */
const ENDED_MS = 240_000;

const setup = await setupBrowser();
const { open, path, call } = setup;
const boxes = JSON.stringify(await call('GET', '/v1/inbox/boxes'));
const target = /http:\/\/[^"]*\/http\/default/.exec(boxes)?.[0] ?? '';
const signed = { target, auth: { method: 'rsa-sha256' } };
const triggers = ['OUTBOUND_CALL_BUSY'];
for (const endpoint of [
  { name: 'Analyzer', kind: 'builtin-analyzer', triggers },
  { name: 'Silent', kind: 'self-provided-agent', triggers, agent: { deadlineMs: 60_000 } },
  { name: 'Announced', kind: 'custom', triggers: ['ACW_COMPLETED'] },
]) {
  const body = endpoint.kind === 'builtin-analyzer' ? endpoint : { ...endpoint, ...signed };
  await call('POST', '/v1/endpoints', body);
}

test('J21: a busy call has no log; its run waits a minute, then fails and says why', async () => {
  const page = await open(path('/simulator?scenario=busy&speed=instant&calls=1'));
  await page.getByRole('button', { name: 'Simulate 1 call' }).click();
  await page.locator('[data-run="done"]').waitFor();
  await page.goto(path('/acw/runs'));
  const row = page.locator('tr[data-row]', { hasText: 'Analyzer' });
  await row.getByText('Waiting for the call log').waitFor();
  await row.getByText(/Gives up in/).waitFor();
  await assertAccessible(page, 'a run that waits');
  await row.getByText('Failed', { exact: true }).waitFor({ timeout: ENDED_MS });
  await row.getByRole('link', { name: 'Analyzer' }).click();
  await page.getByText('This run failed').waitFor();
  await page.getByText('CALL_LOG_NOT_FOUND').first().waitFor();
  await assertAccessible(page, 'a run without a log');

  await deliveriesIn(setup, 'trigger=ACW_COMPLETED&state=delivered', 1);
  await page.goto(path('/inbox'));
  const told = page.locator('tr[data-row^="inb_"]', { hasText: 'ACW_COMPLETED' }).first();
  await told.getByRole('link').first().click();
  await page.getByText('"isError"').first().waitFor();
  const body = String(await page.locator('.code pre').first().textContent());
  assert.match(body, /"isError":\s*"true"/);
  await page.context().close();
});

test('J22: an agent that posts nothing fails at its deadline', async () => {
  const page = await open(path('/acw/runs'));
  const row = page.locator('tr[data-row]', { hasText: 'Silent' });
  await row.getByText('Failed', { exact: true }).waitFor({ timeout: ENDED_MS });
  await row.getByRole('link', { name: 'Silent' }).click();
  await page.getByText('DEADLINE_PASSED').first().waitFor();
  await page.context().close();
});

test('J22: the request of the form posts a result, once', async () => {
  const page = await open(path('/endpoints/new?kind=self-provided-agent'));
  await page.getByLabel('Name').first().fill('Ours');
  await page.getByRole('button', { name: 'Use the local inbox' }).click();
  await page.getByRole('button', { name: 'Create result key' }).click();
  const shown = page.getByLabel('The request of your agent');
  await shown.getByText(/Bearer rp_/).waitFor();
  const request = String(await shown.locator('pre').textContent());
  await page.getByRole('button', { name: 'Register the endpoint' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ours' }).waitFor();

  for (const status of ['CALLING', 'COMPLETED']) {
    await call('POST', '/v1/calls/ours/reports', { status, direction: 'OUTBOUND' });
  }
  await deliveriesIn(setup, 'callId=ours&state=delivered', 1);
  await page.goto(path('/inbox'));
  const launch = page.locator('tr[data-row^="inb_"]', { hasText: 'CALL_LOG_CREATED' });
  await launch.getByRole('link').first().click();
  await page.getByText('"projectId"').first().waitFor();
  await page.getByText(setup.owner.projectId).first().waitFor();

  const runs = JSON.stringify(await call('GET', '/v1/acw-runs?callId=ours'));
  const post = async (note: string) => {
    const command = request
      .replace('CALL_ID', 'ours')
      .replace('ACW_AGENT_ID', /"acwAgentId":"(.*?)"/.exec(runs)?.[1] ?? '')
      .replace('ACW_RUN_ID', /"acwRunId":"(.*?)"/.exec(runs)?.[1] ?? '')
      .replace('anything', note);
    const asked = `${command} -s -w ' %{http_code}'`;
    const answer = await run('bash', ['-c', asked], { directory: tmpdir(), variables: {} });
    return {
      status: Number(/\d+$/.exec(answer.trim())?.[0]),
      id: /acwr_[^"]+/.exec(answer)?.[0] ?? '',
    };
  };
  const made = await post('all that');
  assert.equal(made.status, 201);
  assert.deepEqual(await post('all that'), { ...made, status: 200 });
  assert.equal((await post('something else')).status, 409);
  await page.goto(path(`/acw/results/${made.id}`));
  await page.getByText('all that your agent found').first().waitFor();
  await assertAccessible(page, 'a result of one’s own');
  await page.context().close();
});
