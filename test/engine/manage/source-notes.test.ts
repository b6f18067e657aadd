/** Notes about what a source received: never in the way of an answer, never without a bound. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey, type SourceKey } from '../../../src/core/id.ts';
import { createSourceNotes, type NotedSource } from '../../../src/engine/manage/source-notes.ts';

const sourceOf = (key: number): NotedSource => ({
  key: asKey<SourceKey>(key),
  id: `src_${key}`,
  projectKey: asKey<ProjectKey>(1),
});
const SOURCE = sourceOf(1);

function setup() {
  const pending: PromiseWithResolvers<void>[] = [];
  const noted: string[] = [];
  const writes: number[] = [];
  const told: string[] = [];
  const store = {
    noteSourceRequests({
      requests,
    }: {
      readonly requests: readonly { readonly result: string }[];
    }) {
      noted.push(...requests.map(({ result }) => result));
      writes.push(requests.length);
      const writing = Promise.withResolvers<void>();
      pending.push(writing);
      return writing.promise;
    },
  };
  const notes = createSourceNotes(store, ({ id }) => void told.push(id));
  const note = (result: string, atMs = 0, proven = true, source = SOURCE): void =>
    notes.note(source, { atMs, result, body: '', proven });
  /** Lets the writes that are under way end, and those that follow from them. */
  const write = async (): Promise<void> => {
    while (pending.length > 0) {
      pending.shift()?.resolve();
      await new Promise(setImmediate);
    }
  };
  return { note, noted, notes, pending, told, write, writes };
}

test('notes that come during a write go together, the oldest dropped beyond 50', async () => {
  const { note, noted, write, writes } = setup();
  for (let count = 0; count < 70; count += 1) note(String(count));
  assert.deepEqual(noted, ['0']);
  await write();
  assert.deepEqual(writes, [1, 50]);
  assert.deepEqual([noted[1], noted.at(-1)], ['20', '69']);
});

test('open pages are told after each write, and not of one that failed', async () => {
  const { note, notes, pending, told, write } = setup();
  note('a');
  assert.deepEqual(told, []);
  await write();
  assert.deepEqual(told, ['src_1']);
  note('b', 0, true, sourceOf(2));
  pending.shift()?.reject(new Error('disk full'));
  await notes.settled(sourceOf(2).key);
  assert.deepEqual(told, ['src_1']);
});

test('a write that fails loses its notes only, and all is settled after it', async () => {
  const { note, noted, notes, pending } = setup();
  note('a');
  note('b');
  pending.shift()?.reject(new Error('disk full'));
  await new Promise(setImmediate);
  assert.deepEqual(noted, ['a', 'b']);
  pending.shift()?.resolve();
  await notes.settled(SOURCE.key);
  note('c');
  assert.deepEqual(noted, ['a', 'b', 'c']);
});

test('while notes of too many sources are being written, those of others are dropped', () => {
  const { note, noted } = setup();
  for (let count = 0; count < 70; count += 1) note('a', 0, true, sourceOf(count + 1));
  assert.equal(noted.length, 64);
});

test('requests that prove nothing are noted once a second', async () => {
  const { note, noted, write } = setup();
  note('a', 5_000, false);
  note('b', 5_999, false);
  note('proven', 5_999, true);
  note('c', 6_000, false);
  note('the clock was set back', 1_000, false);
  await write();
  assert.deepEqual(noted, ['a', 'proven', 'c', 'the clock was set back']);
});

test('one source that is flooded does not hide what another receives', () => {
  const { note, noted } = setup();
  note('a', 5_000, false);
  note('b', 5_001, false, sourceOf(2));
  note('c', 5_002, false);
  note('d', 5_003, false, sourceOf(2));
  assert.deepEqual(noted, ['a', 'b']);
});
