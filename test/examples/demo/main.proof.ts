/** The demo ends when it is told to, and leaves nothing behind. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed, refuses, startDemo } from './started-demo.ts';

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
