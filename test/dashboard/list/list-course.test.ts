/** The neighbours of a record in the list from which it was opened. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  besideInCourse,
  neighboursOf,
  setCourse,
} from '../../../dashboard/src/list/list-course.ts';

test('the next and the previous; none beyond the ends, none for a record of no list', () => {
  setCourse(['a', 'b', 'c']);
  assert.equal(besideInCourse('b', 1), 'c');
  assert.equal(besideInCourse('b', -1), 'a');
  assert.equal(besideInCourse('c', 1), null);
  assert.equal(besideInCourse('a', -1), null);
  assert.equal(besideInCourse('x', 1), null);
});

test('a record knows its neighbours, its place, and the ends of the list', () => {
  const ids = ['dlv_a', 'dlv_b', 'dlv_c'];
  assert.deepEqual(neighboursOf(ids, 'dlv_b'), {
    before: 'dlv_a',
    after: 'dlv_c',
    place: 2,
    of: 3,
  });
  assert.equal(neighboursOf(ids, 'dlv_a')?.before, null);
  assert.equal(neighboursOf(ids, 'dlv_c')?.after, null);
  assert.equal(neighboursOf(ids, 'dlv_z'), null);
});
