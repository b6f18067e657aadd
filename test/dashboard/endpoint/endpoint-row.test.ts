/** Rows of the list of endpoints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EndpointRecord } from '../../../dashboard/src/api/record.ts';
import { fileQuery, keptRows, rowsOf } from '../../../dashboard/src/page/endpoint/endpoint-row.ts';

function endpoint(name: string, more: Partial<EndpointRecord> = {}): EndpointRecord {
  return {
    id: `ep_${name}`,
    projectId: 'prj_1',
    name,
    kind: 'custom',
    warnings: [],
    target: `https://${name}.example/`,
    triggers: [],
    opsTriggers: [],
    enabled: true,
    filter: null,
    contentKey: 'message',
    payloadVersion: 1,
    disabledReason: null,
    disabledAt: null,
    retryOther4xx: false,
    auth: null,
    agent: null,
    health: {
      state: 'healthy',
      holdUntil: null,
      consecutiveFailures: 0,
      lastSuccessAt: null,
      attentionSince: null,
    },
    signatureFormat: 'webhook-signature',
    headers: [],
    timeoutMs: 1_000,
    retryScheduleMs: [],
    pacing: { ratePerS: null, burst: 1, concurrency: 1 },
    createdAt: '',
    updatedAt: '',
    revision: 1,
    ...more,
  };
}

const crm = endpoint('crm', {
  health: { ...endpoint('').health, lastSuccessAt: '2026-11-20T12:00:00.000Z' },
});
const ROWS = rowsOf(
  [crm, endpoint('ops', { kind: 'slack', enabled: false }), endpoint('bi')],
  undefined,
);
const namesOf = (search: Parameters<typeof keptRows>[1]): readonly string[] =>
  keptRows(ROWS, search).map((row) => row.endpoint.name);

test('a filter matches by name, destination, kind and state, all at once', () => {
  assert.deepEqual(namesOf({}), ['crm', 'ops', 'bi']);
  assert.deepEqual(namesOf({ q: 'BI.example' }), ['bi']);
  assert.deepEqual(namesOf({ kind: ['slack', 'teams'] }), ['ops']);
  assert.deepEqual(namesOf({ state: ['healthy'] }), ['crm']);
  assert.deepEqual(namesOf({ state: ['untried'] }), ['bi'], 'new: nothing was tried yet');
  assert.deepEqual(namesOf({ state: ['disabled'], kind: ['custom'] }), []);
});

test('a file has the rows that the list shows; if it shows none, the file has none', () => {
  assert.deepEqual(fileQuery(ROWS, 3), {});
  assert.deepEqual(fileQuery(ROWS.slice(1), 3), { id: ['ep_ops', 'ep_bi'] });
  assert.equal(fileQuery([], 3), null);
  assert.equal(
    fileQuery(
      Array.from({ length: 201 }, () => ROWS)
        .flat()
        .slice(0, 201),
      400,
    ),
    null,
  );
});

test('without figures a row has none', () => {
  assert.equal(ROWS[0]?.figures, null);
});
