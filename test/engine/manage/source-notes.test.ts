/** Records of the requests that a source received: they never delay an answer and are bounded. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey, type SourceKey } from '../../../src/core/id.ts';
import { createSourceNotes, type NotedSource } from '../../../src/engine/manage/source-notes.ts';
import { manualClock } from './setup.ts';

const sourceOf = (key: number): NotedSource => ({
  key: asKey<SourceKey>(key),
  id: `src_${key}`,
  projectKey: asKey<ProjectKey>(1),
});
const SOURCE = sourceOf(1);

/** The pause between two writes of a source (S12.27). */
const PAUSE_MS = 250;

function setup() {
  const pending: PromiseWithResolvers<void>[] = [];
  const noted: string[] = [];
  const writes: number[] = [];
  const told: string[] = [];
  const masked: string[] = [];
  const clock = manualClock();
  const store = {
    noteSourceRequests({
      requests,
    }: {
      readonly requests: readonly { readonly result: string; readonly body: string }[];
    }) {
      noted.push(...requests.map(({ result }) => result));
      masked.push(...requests.map(({ body }) => body));
      writes.push(requests.length);
      const writing = Promise.withResolvers<void>();
      pending.push(writing);
      return writing.promise;
    },
  };
  const notes = createSourceNotes({ store, clock, written: ({ id }) => void told.push(id) });
  const asked: string[] = [];
  const note = (result: string, atMs = 0, proven = true, source = SOURCE): void => {
    const body = () => {
      asked.push(result);
      return `body of ${result}`;
    };
    notes.note(source, { atMs, result, body, proven });
  };
  /** Ends the writes under way and those that follow, with their pauses. */
  const write = async (): Promise<void> => {
    while (pending.length > 0) {
      pending.shift()?.resolve();
      await new Promise(setImmediate);
      clock.advance(PAUSE_MS);
    }
  };
  return { asked, clock, masked, note, noted, notes, pending, told, write, writes };
}

test('S12.27: notes made during a write are written together, only the newest 50', async () => {
  const { asked, masked, note, noted, write, writes } = setup();
  for (let count = 0; count < 70; count += 1) note(String(count));
  assert.deepEqual(noted, ['0']);
  await write();
  assert.deepEqual(writes, [1, 50]);
  assert.deepEqual([noted[1], noted.at(-1)], ['20', '69']);
  assert.equal(asked.length, 51, 'what is dropped is never masked');
  assert.equal(masked[0], 'body of 0');
});

test('S12.27: the first note of a source is written at once, others 250 ms apart', async () => {
  const { clock, note, noted, pending } = setup();
  note('a');
  pending.shift()?.resolve();
  await new Promise(setImmediate);
  note('b');
  clock.advance(PAUSE_MS - 1);
  note('c');
  assert.deepEqual(noted, ['a']);
  clock.advance(1);
  assert.deepEqual(noted, ['a', 'b', 'c']);
  pending.shift()?.resolve();
  await new Promise(setImmediate);
  clock.advance(PAUSE_MS);
  note('d');
  assert.deepEqual(noted.at(-1), 'd', 'after a pause without a note the next one is the first');
});

test('neither a read of the requests nor a stop waits for a pause', async () => {
  const { note, noted, notes, pending } = setup();
  const other = sourceOf(2);
  note('a');
  note('of another', 0, true, other);
  for (const each of pending.splice(0)) each.resolve();
  await new Promise(setImmediate);
  note('b');
  note('of another, later', 0, true, other);
  const read = Promise.all([notes.settled(SOURCE.key), notes.settled(SOURCE.key)]);
  await new Promise(setImmediate);
  assert.deepEqual(noted.slice(2), ['b']);
  pending.shift()?.resolve();
  await read;
  const end = notes.flush();
  await new Promise(setImmediate);
  assert.deepEqual(noted.slice(3), ['of another, later']);
  pending.shift()?.resolve();
  await end;
});

test('of many sources at once only some pause; the others write at once', async () => {
  const { note, noted, pending } = setup();
  for (let count = 1; count <= 40; count += 1) note('first', 0, true, sourceOf(count));
  for (const each of pending.splice(0)) each.resolve();
  await new Promise(setImmediate);
  for (let count = 1; count <= 40; count += 1) note('second', 0, true, sourceOf(count));
  assert.equal(noted.filter((each) => each === 'second').length, 40 - 32);
});

test('open pages are notified after each write that succeeds', async () => {
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

test('a failed write loses only its own notes, and the queue ends all the same', async () => {
  const { clock, note, noted, notes, pending } = setup();
  note('a');
  note('b');
  pending.shift()?.reject(new Error('disk full'));
  await new Promise(setImmediate);
  clock.advance(PAUSE_MS);
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

test('unproven requests are noted once a second', async () => {
  const { note, noted, write } = setup();
  note('a', 5_000, false);
  note('b', 5_999, false);
  note('proven', 5_999, true);
  note('c', 6_000, false);
  note('the clock was set back', 1_000, false);
  await write();
  assert.deepEqual(noted, ['a', 'proven', 'c', 'the clock was set back']);
});

test('a flooded source does not hide the requests of another', () => {
  const { note, noted } = setup();
  note('a', 5_000, false);
  note('b', 5_001, false, sourceOf(2));
  note('c', 5_002, false);
  note('d', 5_003, false, sourceOf(2));
  assert.deepEqual(noted, ['a', 'b']);
});
