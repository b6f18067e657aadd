/** The list from which a delivery was opened, as it is stored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepTrail, readTrail, trailOf } from '../../../dashboard/src/page/delivery/came-from.ts';

test('the list of one project does not count for another', () => {
  keepTrail({ project: 'prj_1', ids: ['dlv_a'], search: { state: ['waiting'] } });
  assert.deepEqual(trailOf('prj_1')?.search, { state: ['waiting'] });
  assert.equal(trailOf('prj_2'), null);
});

test('stored text is read strictly', () => {
  const text = JSON.stringify({ project: 'p', ids: ['a'], search: { state: 'due', odd: 1 } });
  assert.deepEqual(readTrail(text), { project: 'p', ids: ['a'], search: { state: ['due'] } });
  assert.deepEqual(readTrail('{"project":"p","ids":[],"search":null}')?.search, null);
  const wrong = ['null', '{', '[]', '{"project":1,"ids":[]}', '{"project":"p","ids":[1]}'];
  for (const other of wrong) assert.equal(readTrail(other), null, other);
});
