/** The neighbours of a delivery in the list that it was opened from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  keepTrail,
  neighboursOf,
  readTrail,
  trailOf,
} from '../../../dashboard/src/page/delivery/came-from.ts';

test('a delivery knows its neighbours, its place, and the ends of the list', () => {
  const ids = ['dlv_a', 'dlv_b', 'dlv_c'];
  assert.deepEqual(neighboursOf(ids, 'dlv_b'), {
    ...{ before: 'dlv_a', after: 'dlv_c', place: 2, of: 3 },
  });
  assert.equal(neighboursOf(ids, 'dlv_a')?.before, null);
  assert.equal(neighboursOf(ids, 'dlv_c')?.after, null);
  assert.equal(neighboursOf(ids, 'dlv_z'), null);
});

test('the list of one project says nothing to another', () => {
  keepTrail({ project: 'prj_1', ids: ['dlv_a'], search: { state: ['waiting'] } });
  assert.deepEqual(trailOf('prj_1')?.search, { state: ['waiting'] });
  assert.equal(trailOf('prj_2'), null);
});

test('what is stored is read strictly', () => {
  const text = JSON.stringify({ project: 'p', ids: ['a'], search: { state: 'due', odd: 1 } });
  assert.deepEqual(readTrail(text), { project: 'p', ids: ['a'], search: { state: ['due'] } });
  assert.deepEqual(readTrail('{"project":"p","ids":[],"search":null}')?.search, null);
  const wrong = ['null', '{', '[]', '{"project":1,"ids":[]}', '{"project":"p","ids":[1]}'];
  for (const other of wrong) assert.equal(readTrail(other), null, other);
});
