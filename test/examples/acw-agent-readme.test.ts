/** The commands of examples/acw-agent/README.md, as they stand, against the real service. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, runBlock } from '../docs/shell-block.ts';
import { API_KEY, callApi, startService } from '../support/service-process.ts';
import { ROOT } from '../tidy/tree.ts';

test('README of the agent: the agent starts, is launched, and its result is listed', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-agent-readme-'));
  const [start = '', begin = '', post = '', list = ''] = blocksOf('examples/acw-agent/README.md');
  assert.match(start, /npm start -- --data-dir \.\/quick-start --allow-targets 127\.0\.0\.0\/8/);
  const service = await startService({ directory: join(directory, 'data') });
  const project = Object((await callApi(service, 'GET', '/v1/project')).body);
  const variables = { URL: service.url, KEY: API_KEY, PROJECT: String(project.id) };
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, ...variables };
  const agent = spawn(
    'bash',
    // Any free port; `npx node` would start npm first, the node of the tests is the same.
    ['-c', begin.replace('PORT=9100', 'PORT=0').replace('npx node', `exec "${process.execPath}"`)],
    { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  t.after(async () => {
    agent.kill('SIGKILL');
    await service.kill();
    await rm(directory, { recursive: true, force: true });
  });
  let said = '';
  for (const stream of [agent.stdout, agent.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const ended = once(agent, 'exit').then(() => assert.fail(`the agent ended:\n${said}`));
  // Killed at the end of the test, without a wait for its exit.
  ended.catch(() => {});
  const until = async (words: string) => {
    while (!said.includes(words)) await Promise.race([once(agent.stdout, 'data'), ended]);
  };
  await until('agent ready on ');
  const url = /agent ready on (\S+)/.exec(said)?.[1] ?? '';
  const bundle = { directory, variables };
  await runBlock(post.replaceAll('http://127.0.0.1:9100', url), bundle);
  await until('judged: recorded');
  const listed = JSON.parse(await runBlock(list, bundle));
  assert.equal(listed.data.length, 1);
  const path = `/v1/acw-results?acwResultId=${listed.data[0].acwResultId}`;
  const result = Object((await callApi(service, 'GET', path)).body);
  assert.deepEqual(result.result, {
    questions: 1,
    leftOpen: [{ turn: 1, text: 'Where is my order?' }],
  });
});
