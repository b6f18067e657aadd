/** Groups of failures, their status, and their fingerprints. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, type EndpointKey, formatId, type ProjectKey } from '../../../src/core/id.ts';
import { groupIssues, parseFingerprint } from '../../../src/engine/delivery/issue.ts';
import type { FailedDelivery, IssueMark } from '../../../src/engine/ports/issue-store.ts';
import { settingsOf } from '../../store/given.ts';

const HOUR_MS = 3_600_000;
const DAY = { fromMs: 0, toMs: 24 * HOUR_MS };

function endpoint(key: number, more: Partial<Endpoint> = {}): Endpoint {
  return {
    ...settingsOf(),
    key: asKey<EndpointKey>(key),
    id: formatId('ep', 0, key),
    projectId: 'prj_1',
    projectKey: asKey<ProjectKey>(1),
    enabled: true,
    disabledReason: null,
    disabledAtMs: null,
    deletedAtMs: null,
    createdAtMs: 0,
    updatedAtMs: 0,
    revision: 1,
    ...more,
  };
}

function failed(number: number, more: Partial<FailedDelivery> = {}): FailedDelivery {
  return {
    key: asKey(number),
    createdAtMs: 0,
    endpoint: asKey(1),
    callKey: asKey(number),
    state: 'exhausted',
    lastAttemptAtMs: HOUR_MS,
    lastStatus: 503,
    lastError: null,
    behind: 0,
    ...more,
  };
}

test('rows of one class at one endpoint are one issue, the latest first', () => {
  const rows = [
    failed(1),
    failed(2, { state: 'retrying', lastAttemptAtMs: 3 * HOUR_MS }),
    failed(3, { callKey: asKey(1) }),
    failed(4, { lastStatus: null, lastError: 'dns', lastAttemptAtMs: 2 * HOUR_MS }),
    failed(5, { endpoint: asKey(9) }),
    failed(6, { lastStatus: null }),
  ];
  const endpoints = [{ endpoint: endpoint(1), health: HEALTHY }];
  const issues = groupIssues({ rows, endpoints, marks: [], ...DAY });
  assert.deepEqual(
    issues.map((issue) => [issue.issueClass, issue.deliveries.length, issue.failing, issue.calls]),
    [
      ['503', 3, 1, 2],
      ['dns', 1, 0, 1],
    ],
  );
  const [first] = issues;
  assert.deepEqual([first?.firstAtMs, first?.lastAtMs], [HOUR_MS, 3 * HOUR_MS]);
  assert.deepEqual(first?.trend.counts.slice(0, 5), [0, 2, 0, 1, 0]);
});

test('deliveries that wait behind failing ones count once for each call', () => {
  const rows = [
    failed(1, { state: 'retrying', callKey: asKey(1), behind: 3 }),
    failed(2, { state: 'due', callKey: asKey(1), behind: 2 }),
    failed(3, { state: 'retrying', callKey: asKey(2), behind: 4 }),
    failed(4),
  ];
  const endpoints = [{ endpoint: endpoint(1), health: HEALTHY }];
  const [issue] = groupIssues({ rows, endpoints, marks: [], ...DAY });
  assert.equal(issue?.waiting, 7);
});

test('the status follows from the rows, the health and the mark of a member', () => {
  const mark = (status: IssueMark['status']): IssueMark => ({
    endpoint: asKey(1),
    issueClass: '503',
    status,
    note: null,
    by: 'usr_1',
    atMs: 0,
  });
  const recovered = { ...HEALTHY, lastSuccessAtMs: 2 * HOUR_MS };
  const of = (rows: FailedDelivery[], health = HEALTHY, marks: IssueMark[] = [], gone = false) => {
    const one = endpoint(1, { deletedAtMs: gone ? 1 : null });
    const endpoints = [{ endpoint: one, health }];
    return groupIssues({ rows, endpoints, marks, ...DAY })[0]?.status;
  };
  const retrying = failed(2, { state: 'retrying' });
  assert.equal(of([failed(1)]), 'open');
  assert.equal(of([failed(1)], recovered), 'resolved');
  assert.equal(of([failed(1), retrying], recovered), 'open');
  assert.equal(of([failed(1)], HEALTHY, [], true), 'resolved');
  assert.equal(of([failed(1)], HEALTHY, [mark('acknowledged')]), 'acknowledged');
  assert.equal(of([failed(1)], recovered, [mark('acknowledged')]), 'resolved');
  assert.equal(of([failed(1)], recovered, [mark('muted')]), 'muted');
  assert.equal(of([], HEALTHY, [mark('acknowledged')]), 'resolved');
});

test('a fingerprint is an endpoint and a class', () => {
  const endpointId = 'ep_01M7WRXSYE000000002';
  const parsed = parseFingerprint(`${endpointId}-connect-timeout`);
  assert.deepEqual(parsed, { endpointId, issueClass: 'connect-timeout' });
  for (const text of ['', '-503', 'x', `${endpointId}-`, `${endpointId}-5xx`]) {
    assert.equal(parseFingerprint(text), null, text);
  }
});
