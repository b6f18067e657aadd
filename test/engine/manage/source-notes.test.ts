/** Notes about what a source received: never in the way of an answer, never without a bound. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type SourceKey } from '../../../src/core/id.ts';
import { createSourceNotes } from '../../../src/engine/manage/source-notes.ts';

const SOURCE = asKey<SourceKey>(1);

function setup() {
  const pending: PromiseWithResolvers<void>[] = [];
  const noted: string[] = [];
  const notes = createSourceNotes({
    noteSourceRequest({ key: _source, request }) {
      noted.push(request.result);
      const writing = Promise.withResolvers<void>();
      pending.push(writing);
      return writing.promise;
    },
  });
  const note = (result: string, atMs = 0, proven = true, source = SOURCE): void =>
    notes.note(source, { atMs, result, body: '' }, proven);
  return { note, noted, pending };
}

test('while too many notes are being written, more are dropped', async () => {
  const { note, noted, pending } = setup();
  for (let count = 0; count < 70; count += 1) note(String(count));
  assert.equal(noted.length, 64);
  pending[0]?.resolve();
  pending[1]?.reject(new Error('disk full'));
  await Promise.allSettled(pending.slice(0, 2).map(({ promise }) => promise));
  note('a');
  note('b');
  note('c');
  assert.deepEqual(noted.slice(64), ['a', 'b']);
});

test('requests that prove nothing are noted once a second', () => {
  const { note, noted } = setup();
  note('a', 5_000, false);
  note('b', 5_999, false);
  note('proven', 5_999, true);
  note('c', 6_000, false);
  note('the clock was set back', 1_000, false);
  assert.deepEqual(noted, ['a', 'proven', 'c', 'the clock was set back']);
});

test('one source that is flooded does not hide what another receives', () => {
  const { note, noted } = setup();
  note('a', 5_000, false);
  note('b', 5_001, false, asKey<SourceKey>(2));
  note('c', 5_002, false);
  note('d', 5_003, false, asKey<SourceKey>(2));
  assert.deepEqual(noted, ['a', 'b']);
});
