/** Lookups share a bounded part of the thread pool, and the same name is asked for once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNameLookup } from '../../src/channel/name-lookup.ts';

function setup() {
  const asked: string[] = [];
  const open = new Map<string, PromiseWithResolvers<readonly string[]>>();
  const lookup = createNameLookup((name) => {
    asked.push(name);
    const answer = Promise.withResolvers<readonly string[]>();
    open.set(name, answer);
    return answer.promise;
  }, 2);
  return { asked, open, lookup };
}

test('the same name is asked for once at a time, and again afterwards', async () => {
  const { asked, open, lookup } = setup();
  const both = Promise.all([lookup('a'), lookup('a')]);
  open.get('a')?.resolve(['192.0.2.1']);
  assert.deepEqual(await both, [['192.0.2.1'], ['192.0.2.1']]);
  void lookup('a');
  assert.deepEqual(asked, ['a', 'a']);
});

test('more names than the bound wait for their turn, a failure gives its turn on', async () => {
  const { asked, open, lookup } = setup();
  const first = lookup('a');
  void lookup('b');
  const third = lookup('c');
  assert.deepEqual(asked, ['a', 'b']);
  open.get('a')?.reject(new Error('gone'));
  await assert.rejects(first);
  assert.deepEqual(asked, ['a', 'b', 'c']);
  open.get('c')?.resolve(['192.0.2.3']);
  assert.deepEqual(await third, ['192.0.2.3']);
  void lookup('d');
  void lookup('e');
  assert.deepEqual(asked, ['a', 'b', 'c', 'd']);
});

test('the system resolver knows localhost', async () => {
  const addresses = await createNameLookup()('localhost');
  assert.ok(addresses.includes('127.0.0.1') || addresses.includes('::1'));
});
