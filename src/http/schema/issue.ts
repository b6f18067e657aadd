/**
 * Issues on the wire: the failures of one class at one endpoint. They are derived from a bounded
 * number of the newest failed deliveries; `complete` says whether these were all.
 */
import type { Static } from 'typebox';
import { RESULT_CLASSES, resultClassOf } from '../../core/delivery/result-class.ts';
import { ENDPOINT_KINDS } from '../../core/endpoint/endpoint.ts';
import { isoTime } from '../../core/time.ts';
import { type Issue as GroupedIssue, ISSUE_STATUSES } from '../../engine/delivery/issue.ts';
import { MARK_STATUSES } from '../../engine/ports/issue-store.ts';
import { Delivery } from './delivery.ts';
import { Diagnosis } from './diagnosis.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const IssueStatus = oneOf(ISSUE_STATUSES, {
  title: 'IssueStatus',
  description:
    'resolved: the endpoint has delivered since the last failure, and nothing of it still fails',
});

const IssueMarkShown = strictObject(
  {
    status: oneOf(MARK_STATUSES),
    note: nullable(Type.String()),
    by: Type.String({ description: 'The API key (key_...) or the person (usr_...)' }),
    at: Timestamp,
  },
  { title: 'IssueMark' },
);

const Trend = strictObject(
  {
    from: Timestamp,
    stepS: Type.Integer({ minimum: 1 }),
    counts: Type.Array(Type.Integer({ minimum: 0 })),
  },
  { title: 'IssueTrend', description: 'Deliveries by the time of their last attempt' },
);

const issueProperties = {
  fingerprint: Type.String({
    description: 'Endpoint and class; a repeated failure has the same fingerprint',
    examples: ['ep_01M7WRXSYE000000002-503'],
  }),
  endpointId: idOf('ep'),
  endpointName: Type.String(),
  endpointKind: oneOf(ENDPOINT_KINDS, { title: 'EndpointKind' }),
  class: Type.String({
    description: 'A status such as 503, 3xx, or an error such as timeout',
    examples: ['503'],
  }),
  resultClass: nullable(oneOf(RESULT_CLASSES, { description: 'The class as a filter of lists' })),
  diagnosis: Diagnosis,
  status: IssueStatus,
  firstAt: nullable(Timestamp),
  lastAt: nullable(Timestamp),
  count: Type.Integer({
    minimum: 0,
    description:
      'Deliveries that fail now or were given up: as many as a job takes that retries the issue. ' +
      'What an operator asked for again goes already, and what is open at a disabled endpoint is ' +
      'held: neither counts.',
  }),
  failing: Type.Integer({ minimum: 0, description: 'Number of these that are tried again' }),
  givenUp: Type.Integer({ minimum: 0, description: 'Number of these that wait for an operator' }),
  waiting: Type.Integer({
    minimum: 0,
    description: 'Later deliveries of the same calls that wait behind the failing ones',
  }),
  calls: Type.Integer({ minimum: 0, description: 'Number of calls of these deliveries' }),
  trend: Trend,
  mark: nullable(IssueMarkShown),
} as const;

export const Issue = strictObject(issueProperties, { title: 'Issue' });
export const IssueDetails = strictObject(
  {
    ...issueProperties,
    complete: Type.Boolean({ description: 'False: older failures were not read' }),
    examples: Type.Array(Delivery, {
      description: 'The newest deliveries of the issue, at most 10',
    }),
  },
  { title: 'IssueDetails' },
);

export const IssuePage = strictObject(
  {
    ...pageOf(Issue, 'IssuePage').properties,
    complete: Type.Boolean({ description: 'False: older failures were not read' }),
    lookedAt: Type.Integer({ minimum: 0, description: 'Number of deliveries that were grouped' }),
    counts: strictObject(
      {
        open: Type.Integer(),
        acknowledged: Type.Integer(),
        muted: Type.Integer(),
        resolved: Type.Integer(),
      },
      { title: 'IssueCounts', description: 'Number of issues by status, whatever the filter' },
    ),
  },
  { title: 'IssuePage' },
);

export const IssueQuery = strictObject({
  ...pageQuery,
  status: Type.Optional(
    Type.Array(oneOf(ISSUE_STATUSES, { title: 'IssueStatus' }), {
      maxItems: ISSUE_STATUSES.length,
      description: 'Repeat it or separate with commas. All when absent',
    }),
  ),
  endpointId: Type.Optional(idOf('ep')),
  from: Type.Optional(Type.String({ description: 'Deliveries made at or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'Deliveries made before; ISO 8601' })),
});

export const IssuePath = strictObject({ fingerprint: Type.String({ maxLength: 64 }) });

export const IssuePatch = strictObject(
  {
    status: Type.Optional(oneOf(MARK_STATUSES)),
    note: Type.Optional(nullable(Type.String({ description: 'At most 1,000 characters' }))),
  },
  { title: 'IssuePatch', description: 'A field that is absent stays; null removes the note' },
);

export function showIssue(issue: GroupedIssue): Static<typeof Issue> {
  const { endpoint, issueClass, count, failing, trend, mark } = issue;
  return {
    fingerprint: issue.fingerprint,
    endpointId: endpoint.id,
    endpointName: endpoint.name,
    endpointKind: endpoint.kind,
    class: issueClass,
    resultClass: coarse(issueClass),
    diagnosis: issue.diagnosis,
    status: issue.status,
    firstAt: nullableTimestampOf(issue.firstAtMs),
    lastAt: nullableTimestampOf(issue.lastAtMs),
    count,
    failing,
    givenUp: count - failing,
    waiting: issue.waiting,
    calls: issue.calls,
    trend: { from: isoTime(trend.fromMs), stepS: trend.stepMs / 1_000, counts: [...trend.counts] },
    mark:
      mark === null
        ? null
        : { status: mark.status, note: mark.note, by: mark.by, at: isoTime(mark.atMs) },
  };
}

function coarse(issueClass: string): Static<typeof Issue>['resultClass'] {
  const status = issueClass === '3xx' ? 300 : Number(issueClass);
  return Number.isInteger(status)
    ? resultClassOf({ lastStatus: status, lastError: null })
    : resultClassOf({ lastStatus: null, lastError: issueClass });
}
