/** Lookups use a bounded part of the thread pool, and share a running lookup of their name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameLookup, SLOW_MS } from '../../src/channel/name-lookup.ts';
import { createSteppedClock } from './stepped-clock.ts';

function setup() {
  const clock = createSteppedClock();
  const asked: string[] = [];
  const open = new Map<string, PromiseWithResolvers<readonly string[]>>();
  const lookup = createNameLookup(
    clock,
    (name) => {
      asked.push(name);
      const answer = Promise.withResolvers<readonly string[]>();
      open.set(name, answer);
      return answer.promise;
    },
    2,
  );
  return { clock, asked, open, lookup };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('concurrent lookups of a name share one, and a later lookup asks again', async () => {
  const { asked, open, lookup } = setup();
  const both = Promise.all([lookup('a'), lookup('a')]);
  await turn();
  open.get('a')?.resolve(['192.0.2.1']);
  assert.deepEqual(await both, [['192.0.2.1'], ['192.0.2.1']]);
  void lookup('a');
  await turn();
  assert.deepEqual(asked, ['a', 'a']);
});

test('names beyond the bound wait, and a failed lookup lets the next one start', async () => {
  const { asked, open, lookup } = setup();
  const first = lookup('a');
  void lookup('b');
  const third = lookup('c');
  await turn();
  assert.deepEqual(asked, ['a', 'b']);
  open.get('a')?.reject(new Error('gone'));
  await assert.rejects(first);
  await turn();
  assert.deepEqual(asked, ['a', 'b', 'c']);
  open.get('c')?.resolve(['192.0.2.3']);
  assert.deepEqual(await third, ['192.0.2.3']);
  void lookup('d');
  void lookup('e');
  await turn();
  assert.deepEqual(asked, ['a', 'b', 'c', 'd']);
});

test('a slow name does not take the last slot, until it has answered in time', async () => {
  const { clock, asked, open, lookup } = setup();
  const answer = async (name: string) => {
    open.get(name)?.resolve(['192.0.2.1']);
    await turn();
  };
  const slow = ['s1', 's2', 's3'];
  for (const name of slow) void lookup(name);
  await turn();
  clock.advance(SLOW_MS);
  for (const name of slow.slice(0, 2)) await answer(name);
  clock.advance(SLOW_MS);
  await answer('s3');
  asked.length = 0;
  for (const name of slow) void lookup(name);
  await turn();
  assert.deepEqual(asked, ['s1']);
  void lookup('quick');
  await turn();
  assert.deepEqual(asked, ['s1', 'quick']);
  await answer('quick');
  assert.deepEqual(asked, ['s1', 'quick'], 'the second slow name still waits for the first');
  await answer('s1');
  await answer('s2');
  await answer('s3');
  asked.length = 0;
  for (const name of slow) void lookup(name);
  await turn();
  assert.deepEqual(asked, ['s1', 's2'], 'quick again, like any other');
});

test('the system resolver knows localhost', async () => {
  const addresses = await createNameLookup(createSteppedClock())('localhost');
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'));
});
