/** First in, first out, with items that may leave at any moment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fifo, FifoNode } from '../../../src/engine/dispatch/ready-queue.ts';

const nodes = (...items: string[]) => items.map((item) => new FifoNode(item));

function takeAll(fifo: Fifo<string>): string[] {
  const taken: string[] = [];
  for (let item = fifo.takeFirst(); item !== null; item = fifo.takeFirst()) taken.push(item);
  return taken;
}

test('first in, first out', () => {
  const fifo = new Fifo<string>();
  for (const node of nodes('a', 'b', 'c')) fifo.add(node);
  assert.equal(fifo.size, 3);
  assert.deepEqual(takeAll(fifo), ['a', 'b', 'c']);
  assert.equal(fifo.size, 0);
});

test('a node that is added again keeps its place', () => {
  const fifo = new Fifo<string>();
  const [a, b] = nodes('a', 'b');
  assert.ok(a !== undefined && b !== undefined);
  fifo.add(a);
  fifo.add(b);
  fifo.add(a);
  assert.deepEqual(takeAll(fifo), ['a', 'b']);
});

test('any node may leave: the first, the last, one in the middle, an absent one', () => {
  for (const leaver of [0, 1, 2]) {
    const fifo = new Fifo<string>();
    const all = nodes('a', 'b', 'c');
    for (const node of all) fifo.add(node);
    const node = all[leaver];
    assert.ok(node !== undefined);
    fifo.remove(node);
    fifo.remove(node);
    assert.equal(fifo.size, 2);
    assert.deepEqual(
      takeAll(fifo),
      ['a', 'b', 'c'].filter((_, n) => n !== leaver),
    );
  }
});

test('a node that is added to another list leaves the first', () => {
  const [one, other] = [new Fifo<string>(), new Fifo<string>()];
  const [a] = nodes('a');
  assert.ok(a !== undefined);
  one.add(a);
  other.add(a);
  one.remove(a);
  assert.equal(one.size, 0);
  assert.deepEqual(takeAll(other), ['a']);
  assert.equal(a.list, null);
});
