/** The guide to after-call work: its commands do what it says, on a service by itself. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { askUntil } from '../support/ask-until.ts';
import { API_KEY, callApi, startService } from '../support/service-process.ts';
import { blocksOf, runBlock } from './shell-block.ts';

const GUIDE = 'docs/guides/after-call-work.md';

test('its commands lead to an analysis, an evaluation and a result of our own', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-docs-'));
  const service = await startService({ directory });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  const [agents, report, list, one, figures, own, byHand, runs, again, cards, trial, ...rest] =
    blocksOf(GUIDE);
  assert.deepEqual(rest, []);
  const run = (...blocks: readonly (string | undefined)[]) =>
    runBlock(blocks.join('\n'), {
      directory,
      variables: { URL: service.url, KEY: API_KEY, CALL: 'acw-1' },
    });
  const results = async () => {
    const { body } = await callApi(service, 'GET', '/v1/calls/acw-1/acw-results');
    const data: { agentKind: string; isError: boolean }[] = Object(body).data;
    return data.map(({ agentKind, isError }) => `${agentKind} ${isError}`).sort();
  };

  await run(agents, report);
  const two = await askUntil('two results', results, (all) => all.length >= 2);
  assert.deepEqual(two, ['ANALYZER false', 'EVALUATOR false']);
  assert.match(await run(list?.replace('sleep 2', '')), /"agentKind":"ANALYZER"/);
  assert.match(await run(one), /"result":\{"schemaVersion":"1"/);
  assert.match(await run(figures), /"engine":"METRICS","callLogWaitMs":120000/);

  // No process listens there, and the name needs no look-up.
  const nearby = own?.replace('https://agent.example.com/run', 'http://127.0.0.1:9/');
  assert.match(await run(nearby, byHand), /"acwResultId":"acwr_\w+".*"isError":false/);
  assert.deepEqual((await results()).at(-1), 'SELF_PROVIDED false');
  assert.match(await run(runs), /"agentKind":"SELF_PROVIDED"/);
  assert.match(await run(again), /"state":"QUEUED"/);
  await askUntil('the fourth result', results, (all) => all.length >= 4);
  assert.match(await run(cards), /"isDefault":true/);
  assert.match(await run(trial), /"result":"PASS"/);
});
