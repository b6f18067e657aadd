/** The demo as a reader runs it: it verifies itself, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { STEPS } from '../../../examples/demo/journal.ts';

const MAIN = fileURLToPath(new URL('../../../examples/demo/main.ts', import.meta.url));
const RUN_MS_MAX = 60_000;
const COLUMNS_MAX = 100;

function startDemo(t: TestContext, ...args: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'ringpost-demo-test-'));
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, TMPDIR: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: RUN_MS_MAX,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return {
    child,
    ended,
    output: () => output,
    left: () => readdirSync(directory).filter((name) => name.startsWith('ringpost-demo-')),
  };
}

async function printed(child: ChildProcess, output: () => string, text: string): Promise<void> {
  while (!output().includes(text)) {
    if (child.stdout === null) assert.fail('no output');
    await once(child.stdout, 'data');
  }
}

/** The lines in the frame of this title. */
function frameOf(output: string, title: string): string {
  const frame = new RegExp(`\\n {2}┌ ${title} ─+\\n((?: {2}│ .*\\n)+) {2}└─+\\n`).exec(output);
  return frame?.[1] ?? '';
}

/** Resolves once nobody listens there any more. */
async function refuses(url: string): Promise<void> {
  let listens = true;
  while (listens) {
    listens = await new Promise<boolean>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.once('error', () => resolve(false));
      // After one answer the connection is idle: the service closes it when it stops.
      socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
      socket.resume();
      socket.once('close', () => resolve(true));
    });
  }
}

test('the demo tells every step in order, verifies itself and ends within a minute', async (t) => {
  const { ended, output, left } = startDemo(t);
  assert.equal(await ended, 0, output());
  const lines = output().split('\n');
  for (const [at, { name }] of STEPS.entries()) {
    assert.match(output(), new RegExp(`\\d s  ${at + 1} ${name} `));
  }
  assert.deepEqual(
    lines.filter((line) => line.length > COLUMNS_MAX),
    [],
  );
  const times = lines.flatMap((line) => /^ *(\d+\.\d+) s {2}/.exec(line)?.[1] ?? []).map(Number);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(output().match(/ 503, attempt [23] in 1\.\d s\n/g)?.length, 2);
  assert.match(output(), / delivered at attempt 3, after \d\.\d s\n/);
  assert.match(output(), / the 20 other calls: 88 of 88 webhooks accepted within /);
  assert.match(output(), /\n {2}webhooks expected at "signed" +92 of 92 +ok\n/);
  assert.match(output(), /\n {2}duplicates +0 +ok\n/);
  for (const [kind, title] of [
    ['slack', 'Slack'],
    ['teams', 'Microsoft Teams'],
    ['email', 'Mail'],
  ] as const) {
    assert.match(output(), new RegExp(`\\n {2}messages seen in order at "${kind}" +4 of 4 +ok\\n`));
    const frame = frameOf(output(), title);
    assert.match(frame, /│ \[Ringpost\] OUTBOUND_CALL_ERROR\n/);
    assert.match(frame, /│ \[CALL_NOT_PERMITTED\] The call is not permitted\.\n/);
  }
  assert.match(output(), / s {2}run {2}evaluator SUCCEEDED, \d+\.\d s after the log, launched /);
  const analysis = frameOf(output(), 'Analysis');
  assert.match(analysis, /│ CUSTOMER: Hi, my parcel with order number NW-48213 /);
  assert.match(analysis, /│ Silence {6}21 % of the call, longest 8\.5 s at 0:15\n/);
  const evaluation = frameOf(output(), 'Evaluation');
  assert.match(evaluation, /│ 90 of 100 points, 90 %: passed \(from 70 % on\)\n/);
  assert.equal(evaluation.match(/│ PASS [1 ]\d\/1\d {2}/g)?.length, 8);
  assert.equal(evaluation.match(/│ FAIL {2}0\/10 {2}Was it said /g)?.length, 1);
  assert.match(output(), /\n {2}results announced and fetched +2 of 2 +ok\n/);
  assert.match(lines.at(-2) ?? '', /^ended; npm run demo -- --keep /);
  assert.doesNotMatch(output(), / FAIL\n|FAIL [a-z]/);
  assert.deepEqual(left(), []);
});

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${signal} stops everything and removes the directory`, async (t) => {
    const { child, ended, output, left } = startDemo(t);
    await printed(child, output, '1 reported  the platform posts');
    assert.equal(left().length, 1);
    child.kill(signal);
    assert.equal(await ended, code, output());
    assert.deepEqual(left(), []);
  });
}

test('with --keep the service runs on, and SIGTERM stops it', async (t) => {
  const { child, ended, output, left } = startDemo(t, '--keep');
  await printed(child, output, 'API key ');
  const url = /dashboard +(http\S+)\n {2}API key/.exec(output())?.[1] ?? '';
  assert.equal((await fetch(`${url}healthz`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await ended, 0, output());
  await refuses(url);
  assert.deepEqual(left(), []);
});

test('a demo that is killed takes its service with it', async (t) => {
  const { child, ended, output } = startDemo(t);
  await printed(child, output, '1 reported  the platform posts');
  child.kill('SIGKILL');
  await ended;
  await refuses(/dashboard +(http\S+)\n/.exec(output())?.[1] ?? '');
});
