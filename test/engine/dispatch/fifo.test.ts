/**
 * The line in which endpoints stand for their turns.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fifo, FifoNode } from '../../../src/engine/dispatch/fifo.ts';

const places = (...items: string[]) => items.map((item) => new FifoNode(item));

function serveAll(turns: Fifo<string>): string[] {
  const served: string[] = [];
  for (let item = turns.serve(); item !== null; item = turns.serve()) served.push(item);
  return served;
}

test('first come, first served', () => {
  const turns = new Fifo<string>();
  for (const place of places('a', 'b', 'c')) turns.join(place);
  assert.equal(turns.size, 3);
  assert.deepEqual(serveAll(turns), ['a', 'b', 'c']);
  assert.equal(turns.size, 0);
});

test('who joins again keeps the place', () => {
  const turns = new Fifo<string>();
  const [a, b] = places('a', 'b');
  assert.ok(a !== undefined && b !== undefined);
  turns.join(a);
  turns.join(b);
  turns.join(a);
  assert.deepEqual(serveAll(turns), ['a', 'b']);
});

test('anyone may leave: the first, the last, one in the middle, one who is not there', () => {
  for (const leaver of [0, 1, 2]) {
    const turns = new Fifo<string>();
    const line = places('a', 'b', 'c');
    for (const place of line) turns.join(place);
    const place = line[leaver];
    assert.ok(place !== undefined);
    turns.leave(place);
    turns.leave(place);
    assert.equal(turns.size, 2);
    assert.deepEqual(
      serveAll(turns),
      ['a', 'b', 'c'].filter((_, n) => n !== leaver),
    );
  }
});

test('who joins another line leaves the first', () => {
  const [one, other] = [new Fifo<string>(), new Fifo<string>()];
  const [a] = places('a');
  assert.ok(a !== undefined);
  one.join(a);
  other.join(a);
  one.leave(a);
  assert.equal(one.size, 0);
  assert.deepEqual(serveAll(other), ['a']);
  assert.equal(a.line, null);
});
