/** What comes next in the list that a record was opened from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { besideInCourse, setCourse } from '../../../dashboard/src/list/list-course.ts';

test('the next and the one before; none beyond the ends, none from elsewhere', () => {
  setCourse(['a', 'b', 'c']);
  assert.equal(besideInCourse('b', 1), 'c');
  assert.equal(besideInCourse('b', -1), 'a');
  assert.equal(besideInCourse('c', 1), null);
  assert.equal(besideInCourse('a', -1), null);
  assert.equal(besideInCourse('x', 1), null);
});
