/** Views that a reader saved: a name and a query each. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  queryOf,
  readViews,
  renamed,
  VIEWS_MAX,
  viewsOf,
  withoutView,
  withView,
} from '../../../dashboard/src/list/saved-view.ts';

const BUSY = { name: 'Busy', query: '?trigger=OUTBOUND_CALL_BUSY' };
const LATE = { name: 'Late', query: '?state=retrying' };

test('a view is the filter without page and panel, in any order', () => {
  const search = { trigger: 'X', state: ['a', 'b'], cursor: 'c', peek: 'dlv_1', range: '24h' };
  assert.equal(queryOf(search), '?range=24h&state=a&state=b&trigger=X');
  assert.equal(queryOf({ state: ['a', 'b'], range: '24h', trigger: 'X' }), queryOf(search));
  assert.equal(queryOf({ cursor: 'c' }), '');
});

test('stored text is read with care', () => {
  assert.deepEqual(readViews(null), []);
  assert.deepEqual(readViews('{"name":"x"}'), []);
  const text = JSON.stringify([BUSY, { name: '', query: '' }, { name: 'no query' }, 7]);
  assert.deepEqual(readViews(text), [BUSY]);
});

test('a view is saved, renamed in place, deleted', () => {
  const both = withView(withView([], BUSY), LATE);
  assert.deepEqual(renamed(both, 'Busy', 'Engaged'), [{ ...BUSY, name: 'Engaged' }, LATE]);
  assert.deepEqual(renamed(both, 'Busy', 'Late'), both, 'a name that is taken');
  assert.deepEqual(withoutView(both, 'Busy'), [LATE]);
  const again = { ...BUSY, query: '?state=waiting' };
  assert.deepEqual(withView(both, again), [again, LATE]);
});

test('there is a largest number of views', () => {
  const full = Array.from({ length: VIEWS_MAX }, (_, at) => ({ name: `${at}`, query: '?a=1' }));
  assert.equal(withView(full, BUSY).length, VIEWS_MAX);
});

test('views are stored for each person, project and list', () => {
  viewsOf('usr_1', 'prj_1', 'calls').set([BUSY]);
  assert.deepEqual(viewsOf('usr_1', 'prj_1', 'calls').get(), [BUSY]);
  for (const [person, project, list] of [
    ['usr_2', 'prj_1', 'calls'],
    ['usr_1', 'prj_2', 'calls'],
    ['usr_1', 'prj_1', 'deliveries'],
  ] as const) {
    assert.deepEqual(viewsOf(person, project, list).get(), []);
  }
});
