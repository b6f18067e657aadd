/** The list of issues does not move under its reader. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type IssueRecord,
  issueWord,
  steadyIssues,
} from '../../../dashboard/src/page/issue/issue-query.ts';
import { readIssue, readIssues } from '../../../dashboard/src/page/issue/issue-search.ts';
import { en } from '../../../dashboard/src/words/en.ts';
import { ja } from '../../../dashboard/src/words/ja.ts';
import { ISSUE_STATUSES } from '../../../src/engine/delivery/issue.ts';

const issueText = { en: en.issue, ja: ja.issue };

const issue = (fingerprint: string, count = 1): IssueRecord => ({
  ...({
    fingerprint,
    endpointId: 'ep_1',
    endpointName: 'CRM',
    endpointKind: 'custom',
    count,
  } as const),
  ...({ class: '503', resultClass: '5xx', status: 'open', firstAt: null, lastAt: null } as const),
  ...({ failing: 1, givenUp: 0, waiting: 0, calls: 1, mark: null } as const),
  diagnosis: { id: '', nextStepId: '', status: null, title: '', text: '', nextStep: '' },
  trend: { from: '2026-11-20T12:00:00.000Z', stepS: 60, counts: [] },
});
const page = (...data: IssueRecord[]) => ({
  ...({ data, nextCursor: null, complete: true, lookedAt: 9 } as const),
  counts: { open: data.length, acknowledged: 0, muted: 0, resolved: 0 },
});
const names = ({ data }: { readonly data: readonly IssueRecord[] }) =>
  data.map(({ fingerprint }) => fingerprint);

test('known issues keep their places and get new counts; new ones wait; gone ones leave', () => {
  const before = steadyIssues(undefined, page(issue('a'), issue('b'), issue('c')));
  const after = steadyIssues(before, page(issue('new'), issue('c', 5), issue('a')));
  assert.deepEqual(names(after), ['a', 'c']);
  assert.equal(after.data[1]?.count, 5);
  assert.equal(after.held, 1);
  assert.equal(after.counts.open, 3);
});

test('a list that was empty, or became empty, takes new issues at once', () => {
  assert.deepEqual(names(steadyIssues(steadyIssues(undefined, page()), page(issue('a')))), ['a']);
  const before = steadyIssues(undefined, page(issue('a')));
  assert.deepEqual(names(steadyIssues(before, page(issue('b')))), ['b']);
});

test('every status of the service has its word and its filter', () => {
  for (const t of Object.values(issueText)) {
    const words = ISSUE_STATUSES.map((status) => issueWord(status, t).word);
    assert.equal(new Set(words).size, ISSUE_STATUSES.length);
  }
  assert.deepEqual(readIssues({ status: [...ISSUE_STATUSES] }).status, [...ISSUE_STATUSES]);
  assert.deepEqual(readIssues({ status: 'unheard', endpoint: 'no id' }), {});
  assert.deepEqual(readIssue({ peek: 'dlv_1', cursor: 'x' }), { peek: 'dlv_1', cursor: 'x' });
});
