/** The stored columns and density of a list. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  lookOf,
  readLook,
  shownColumns,
  USUAL_LOOK,
  withColumn,
} from '../../../dashboard/src/list/list-look.ts';

const COLUMNS = [
  { id: 'call', as: 'link' },
  { id: 'status', as: 'state' },
  { id: 'sid', as: 'minor' },
];

test('stored text is read with care', () => {
  assert.deepEqual(readLook(null), USUAL_LOOK);
  for (const text of ['{', '7', 'null', '[]', '{"density":"huge","hidden":"sid"}']) {
    assert.deepEqual(readLook(text), USUAL_LOOK, text);
  }
  const kept = '{"density":"compact","hidden":["sid",7]}';
  assert.deepEqual(readLook(kept), { density: 'compact', hidden: ['sid'] });
});

test('a column can be hidden and shown again; the column of the link stays', () => {
  const without = withColumn(withColumn(USUAL_LOOK, 'sid', false), 'call', false);
  assert.deepEqual(
    shownColumns(COLUMNS, without).map(({ id }) => id),
    ['call', 'status'],
  );
  assert.deepEqual(withColumn(without, 'sid', true).hidden, ['call']);
});

test('each list has its own look', () => {
  lookOf('calls').set({ density: 'compact', hidden: [] });
  assert.equal(lookOf('calls').get().density, 'compact');
  assert.equal(lookOf('deliveries').get().density, 'comfortable');
});
