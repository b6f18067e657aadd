/** What counts as ambient in core and engine, and what counts as a sleep in a test. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ambient, sleeps } from './ambient.ts';

const ANYWHERE = [
  'const now = Date.now();',
  'const now = new Date();',
  'const now = new Date;',
  'const text = Date();',
  'const text = Date(1);',
  'setTimeout(run, 5);',
  'setInterval(run, 5);',
  'setImmediate(run);',
  'queueMicrotask(run);',
  'const { env } = process;',
  'const t = performance.now();',
  'const r = Math.random();',
  'const r = Math\n  .random();',
  'const id = crypto.randomUUID();',
  'await fetch(url);',
  'const signal = AbortSignal.timeout(5);',
  'const d = globalThis.Date;',
  'console.log(1);',
];

for (const text of ANYWHERE) {
  test(`ambient in core and engine: ${text.replace('\n', ' ')}`, () => {
    assert.equal(ambient([{ path: 'src/core/a.ts', text }]).length, 1);
    assert.equal(ambient([{ path: 'src/engine/a.ts', text }]).length, 1);
    assert.deepEqual(ambient([{ path: 'src/system/a.ts', text }]), []);
  });
}

test('core may make a given time readable; the engine leaves that to core', () => {
  for (const text of ['new Date(atMs).toISOString();', 'Date.parse(text);', 'Date.UTC(2026, 1);']) {
    assert.deepEqual(ambient([{ path: 'src/core/a.ts', text }]), [], text);
    assert.equal(ambient([{ path: 'src/engine/a.ts', text }]).length, 1, text);
  }
});

test('words, keys and properties of these names are not ambient', () => {
  const text = [
    '/** The Date header; process it. */',
    "const name = 'Date';",
    'const parts = { process: 1, fetch: 2 };',
    'clock.setTimeout(1); const updatedDate = 1; row.process = 2;',
    'const signal = AbortSignal.any([a]); const m = Math.max(1, 2);',
  ].join('\n');
  assert.deepEqual(ambient([{ path: 'src/engine/a.ts', text }]), []);
});

const SLEEPS = [
  'await new Promise((resolve) => setTimeout(resolve, 50));',
  'await new Promise((resolve) => {\n  setTimeout(() => resolve(1), 50);\n});',
  'await new Promise<void>((done) => setInterval(() => done(), 50));',
  'setTimeout(resolve, 50);',
  'setTimeout(deferred.resolve, 50);',
  "import { setTimeout as sleep } from 'node:timers/promises';",
  "import { scheduler } from 'timers/promises';",
  'const sleep = promisify(setTimeout);',
  'Atomics.wait(view, 0, 0, 50);',
];

for (const text of SLEEPS) {
  test(`a sleep: ${text.replaceAll('\n', ' ')}`, () => {
    assert.equal(sleeps({})([{ path: 'test/a.test.ts', text }]).length, 1);
    assert.deepEqual(sleeps({})([{ path: 'src/system/a.ts', text }]), []);
    assert.deepEqual(sleeps({ 'test/a.test.ts': 'why' })([{ path: 'test/a.test.ts', text }]), []);
  });
}

test('a slow server, a turn of the loop and a bound on waiting are no sleeps', () => {
  const text = [
    'server.on("request", (_, response) => setTimeout(() => response.end(), 50));',
    "import { setImmediate as turn } from 'node:timers/promises';",
    'if (slow) setTimeout(answer, SLOW_MS);',
    'await new Promise((resolve) => setImmediate(resolve));',
    'await once(socket, "close", { signal: AbortSignal.timeout(5_000) });',
    'clearTimeout(timer);',
  ].join('\n');
  assert.deepEqual(sleeps({})([{ path: 'test/a.test.ts', text }]), []);
});

test('an entry of the list of sleepers must exist', () => {
  assert.equal(sleeps({ 'test/gone.ts': 'why' })([]).length, 1);
});
