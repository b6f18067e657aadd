/** The parameters of an address: texts stay texts, and unknown values are dropped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDeliverySearch } from '../../dashboard/src/page/delivery/delivery-search.ts';
import { isOwnPath } from '../../dashboard/src/page/login/login-search.ts';
import {
  boundsOf,
  pinnedRange,
  rangeQuery,
  shiftedRange,
} from '../../dashboard/src/range/range.ts';
import { readQueryText, writeQueryText } from '../../dashboard/src/search/query-text.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

test('an id in the address stays text, and a list stays a list', () => {
  const search = { call: '007', q: 'true & "so" on/ü', state: ['held', 'due'] };
  assert.deepEqual(readQueryText(writeQueryText(search)), search);
  assert.equal(writeQueryText({ a: undefined, b: '', c: [] }), '');
  assert.equal(writeQueryText({ range: '2026-11-19T10:00Z..x' }), '?range=2026-11-19T10:00Z..x');
});

test('the deliveries restore known parameters only', () => {
  const all = {
    state: ['held', 'exhausted'],
    endpoint: ['ep_01ABC', 'ep_01DEF'],
    trigger: ['OUTBOUND_CALL_BUSY'],
    call: 'a/b ü',
    range: '24h',
    cursor: 'c1a0',
    peek: 'dlv_01ABC',
  };
  assert.deepEqual(readDeliverySearch({ ...all, x: '1' }), all);
  const one = { ...all, endpoint: 'ep_01ABC', trigger: 'OUTBOUND_CALL_BUSY' };
  assert.deepEqual(readDeliverySearch(one), { ...all, endpoint: ['ep_01ABC'] });
  const wrong = {
    state: 'toString',
    endpoint: '../x',
    trigger: 'X',
    peek: 5,
    range: '5h',
    call: '',
  };
  assert.deepEqual(readDeliverySearch(wrong), {});
  assert.deepEqual(readDeliverySearch({ state: 'held' }), { state: ['held'] });
});

test('a relative range ends now, a pinned one has its own times', () => {
  assert.deepEqual(boundsOf('1h', NOW_MS), { fromMs: NOW_MS - 3_600_000, toMs: null });
  const pinned = pinnedRange(NOW_MS - 3_600_000, NOW_MS);
  assert.equal(pinned, '2026-11-20T11:00Z..2026-11-20T12:00Z');
  assert.deepEqual(boundsOf(pinned, 0), { fromMs: NOW_MS - 3_600_000, toMs: NOW_MS });
  assert.deepEqual(rangeQuery(pinned, 0), {
    from: '2026-11-20T11:00:00.000Z',
    to: '2026-11-20T12:00:00.000Z',
  });
  for (const wrong of ['', '2h', 'x..y', '2026-11-20..2026-11-19', 'a..b..c']) {
    assert.equal(boundsOf(wrong, NOW_MS), null, wrong);
  }
});

test('a range steps back by its length, and never forward beyond now', () => {
  assert.equal(shiftedRange('1h', -1, NOW_MS), '2026-11-20T10:00Z..2026-11-20T11:00Z');
  assert.equal(shiftedRange('1h', 1, NOW_MS), null);
});

test('the sign-in leads on only to a page of this site', () => {
  assert.ok(isOwnPath('/p/prj_1/calls?q=a'));
  for (const path of ['//evil.example', '/\\evil.example', 'https://x', 'javascript:x', '/ x']) {
    assert.ok(!isOwnPath(path), path);
  }
});

test('the sign-in never leads on to a page that asks for it again', () => {
  for (const path of ['/login', '/login?next=/login', '/setup#x', '/reset', '/invitation/x']) {
    assert.ok(!isOwnPath(path), path);
  }
  assert.ok(isOwnPath('/login-history'));
});
