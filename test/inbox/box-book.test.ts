/** How many boxes are remembered, and which are forgotten first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOXES_MAX, BoxBook, PROGRAMMED_MAX } from '../../src/inbox/box-book.ts';
import { ONE, TWO, told } from './given.ts';

const http = (name: string) => ({ channel: 'http', name }) as const;
const FAILS = told({ status: 500 });

test('a box is remembered from its first use; looking at it makes none', () => {
  const book = new BoxBook(() => 0);
  assert.equal(book.look(ONE, http('a')).received, 0);
  assert.deepEqual(book.of(ONE), []);
  book.use(ONE, http('a'));
  book.use(ONE, http('a'));
  assert.equal(book.look(ONE, http('a')).received, 2);
  assert.equal(book.look(ONE, { channel: 'slack', name: 'a' }).received, 0);
  assert.equal(book.look(TWO, http('a')).received, 0);
});

test('the boxes unused for longest are forgotten, never one with a behaviour', () => {
  const book = new BoxBook(() => 0);
  book.program(ONE, http('told'), FAILS);
  book.use(ONE, http('first'));
  for (let count = 0; count < 2 * BOXES_MAX; count += 1) book.use(TWO, http(`n${count}`));
  assert.equal(book.of(ONE).length + book.of(TWO).length, BOXES_MAX);
  assert.deepEqual(book.look(ONE, http('told')).programme?.behaviour, FAILS);
  assert.equal(book.look(ONE, http('first')).received, 0);
  assert.equal(book.look(TWO, http(`n${2 * BOXES_MAX - 1}`)).received, 1);
});

test('setting a behaviour resets its count, deleting it makes room for another', () => {
  const book = new BoxBook(() => 0);
  for (let count = 0; count < PROGRAMMED_MAX; count += 1) {
    book.program(ONE, http(`n${count}`), FAILS);
  }
  const { programme } = book.look(ONE, http('n0'));
  if (programme !== null) programme.applied = 5;
  assert.equal(book.program(ONE, http('n0'), FAILS).programme?.applied, 0);
  assert.throws(() => book.program(ONE, http('more'), FAILS), { code: 'LIMIT_REACHED' });
  assert.equal(book.look(ONE, http('more')).programme, null);
  book.program(ONE, http('n0'), null);
  assert.ok(book.program(ONE, http('more'), FAILS).programme !== null);
  assert.ok(book.program(TWO, http('theirs'), FAILS).programme !== null);
});
