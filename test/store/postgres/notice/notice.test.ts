/** The notices of a commit fit into PostgreSQL's limit for one notice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noticeTexts } from '../../../../src/store/postgres/notice/notice.ts';
import { parseSignal } from '../../../../src/store/postgres/notice/signal.ts';

describe('notices', () => {
  test('a commit without news sends no notice', () => {
    assert.deepEqual(noticeTexts({ from: 1, heads: [], changed: [] }), []);
  });

  test('a key that occurs twice is sent once', () => {
    const texts = noticeTexts({ from: 1, heads: [7, 7, 8], changed: [7] });
    assert.deepEqual(
      texts.map((text) => JSON.parse(text)),
      [{ from: 1, heads: [7, 8], changed: [7] }],
    );
  });

  test('projects are named only if their keys changed', () => {
    const [text = ''] = noticeTexts({ from: 1, heads: [], changed: [], keys: [3, 3] });
    const said = { from: 1, heads: [], changed: [], keys: [3] };
    assert.deepEqual(JSON.parse(text), said);
    assert.deepEqual(parseSignal(text), { ...said, shards: false });
    assert.equal(parseSignal(JSON.stringify({ ...said, keys: ['3'] })), null);
  });

  test('many keys are split, each notice is below 8,000 bytes, and none is lost', () => {
    const keys = Array.from({ length: 3_000 }, (_, index) => Number.MAX_SAFE_INTEGER - index);
    const from = Number.MAX_SAFE_INTEGER;
    const texts = noticeTexts({ from, heads: keys, changed: keys.slice(0, 100) });
    assert.ok(texts.every((text) => Buffer.byteLength(text) < 8_000));
    const told = texts.map((text) => JSON.parse(text));
    assert.deepEqual(
      told.flatMap(({ heads }) => heads),
      keys,
    );
    assert.deepEqual(
      told.flatMap(({ changed }) => changed),
      keys.slice(0, 100),
    );
  });
});
