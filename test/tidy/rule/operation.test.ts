/** Which calls of operations are found to do nothing, and which are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from './operation.ts';

const OPERATIONS = {
  path: 'src/store/operation/given.ts',
  text: `export function* touch(key: number): Operation<void> { yield* change(TOUCH, key); }
export function* isGone(
  key: number,
): Operation<boolean> { return yield* one(GONE, key); }
export function* numbers(): Generator<number> { yield 1; }
`,
};

function found(text: string, path = 'src/store/operation/other.ts') {
  const from = path.startsWith('src/') ? './given.ts' : '../../src/store/operation/given.ts';
  const head = `import { isGone, numbers, touch } from '${from}';\n`;
  return operations([OPERATIONS, { path, text: head + text }]).map(({ line, message }) => [
    line,
    message.split('(')[0],
  ]);
}

test('a call that stands alone, is a condition, or is stored does nothing', () => {
  assert.deepEqual(found('touch(1);'), [[2, 'touch']]);
  assert.deepEqual(found('await touch(1);'), [[2, 'touch']]);
  assert.deepEqual(found('void touch(1);'), [[2, 'touch']]);
  assert.deepEqual(found('if (isGone(1)) stop();'), [[2, 'isGone']]);
  assert.deepEqual(found('\nconst gone = isGone(1);'), [[3, 'isGone']]);
  assert.deepEqual(found('const ends = open && isGone(1);'), [[2, 'isGone']]);
  assert.deepEqual(found('keep({ key: touch(1) });'), [[2, 'touch']]);
  assert.deepEqual(found('yield* other(), touch(1);'), [[2, 'touch']]);
  assert.deepEqual(found('touch(1);', 'test/store/any.test.ts'), [[2, 'touch']]);
});

test('a performed or passed-on call is accepted', () => {
  assert.deepEqual(found('yield* touch(1);'), []);
  assert.deepEqual(found('if (yield* isGone(1)) return;'), []);
  assert.deepEqual(found('db.do(touch(1));'), []);
  assert.deepEqual(found('await perform(client, touch(size(1)));'), []);
  assert.deepEqual(found('pool.read(() => isGone(1));'), []);
  assert.deepEqual(found('function* both() { return touch(1); }'), []);
  assert.deepEqual(found('const writes = { touch: plain(touch) };'), []);
});

test('other generators, methods and the same name elsewhere are not meant', () => {
  assert.deepEqual(found('for (const one of numbers()) take(one);'), []);
  assert.deepEqual(found('store.touch(1); this.#touch(1); // touch(1)'), []);
  const text = "import { touch } from './touch.ts';\ntouch(1);";
  const elsewhere = { path: 'src/engine/any.ts', text };
  assert.deepEqual(operations([OPERATIONS, elsewhere]), []);
});
