/**
 * Notices of the live stream as texts: complete, within PostgreSQL's limit, and ignored if
 * malformed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey } from '../../../../src/core/id.ts';
import { type LiveNote, liveEvent } from '../../../../src/engine/ports/live-event.ts';
import { liveTexts, readLive } from '../../../../src/store/postgres/notice/live-notice.ts';

const PROJECT = asKey<ProjectKey>(3);

function notes(count: number, callId: (index: number) => string): readonly LiveNote[] {
  return Array.from({ length: count }, (_, index) => ({
    project: PROJECT,
    news: liveEvent('calls', { callId: callId(index) }),
  }));
}

function told(texts: readonly string[]): readonly LiveNote[] {
  return texts.flatMap((text) => readLive(JSON.parse(text).live));
}

test('a notice is read as it was written', () => {
  const said = [
    ...notes(300, (index) => `call-${index}`),
    { project: PROJECT, news: 'resync' as const },
  ];
  const texts = liveTexts(9, said);
  assert.ok(texts.length > 1);
  for (const text of texts) assert.ok(Buffer.byteLength(text) < 8_000);
  assert.deepEqual(told(texts), said);
});

test('changes that do not fit become one notice for each project', () => {
  const said = notes(100, (index) => `${index}`.padEnd(256, 'ü'));
  assert.deepEqual(told(liveTexts(9, said)), [{ project: PROJECT, news: 'resync' }]);
});

test('a notice of an unknown form is ignored', () => {
  const odd = [
    null,
    [],
    ['1'],
    [1.5],
    [3, 'calls'],
    [3, 'secrets', '', '', '', ''],
    [3, 'calls', 1],
  ];
  assert.deepEqual(readLive(odd), []);
  assert.deepEqual(readLive('calls'), []);
  assert.deepEqual(readLive([[3]]), [{ project: PROJECT, news: 'resync' }]);
});
