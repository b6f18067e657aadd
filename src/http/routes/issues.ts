/**
 * Issues: failures grouped by endpoint and class, one issue with its newest deliveries, and
 * members' marks on it. `engine/delivery/issue-service.ts` groups them at each request.
 */
import type { Static } from 'typebox';
import { type Issue as GroupedIssue, ISSUE_STATUSES } from '../../engine/delivery/issue.ts';
import type { IssueInDetail } from '../../engine/delivery/issue-service.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import { exportable } from '../reply/export.ts';
import { shownStateOf } from '../reply/shown-state.ts';
import { endpointKeyOf, reasonOf, timeRangeOf } from '../request/parameter.ts';
import { showDelivery } from '../schema/delivery.ts';
import {
  Issue,
  IssueDetails,
  IssuePage,
  IssuePatch,
  IssuePath,
  IssueQuery,
  showIssue,
} from '../schema/issue.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

type ListQuery = Static<typeof IssueQuery>;

export function registerIssueRoutes(app: App, service: Service): void {
  app.get(
    '/v1/issues',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listIssues',
        summary: 'Failures grouped by endpoint and class, the latest first',
        description:
          'Groups deliveries that fail now or were given up; complete says whether all were ' +
          'read. A delivery that arrived in the end belongs to no issue.',
        tags: ['issues'],
        querystring: IssueQuery,
        response: replies({ 200: IssuePage }),
      },
    },
    exportable(service, { noun: 'issues', item: Issue }, async ({ actor }, query: ListQuery) => {
      const { issues, complete, lookedAt } = await service.issues.list(actor.projectKey, {
        endpoint: query.endpointId === undefined ? null : endpointKeyOf(query.endpointId),
        ...timeRangeOf(query, 'query.'),
      });
      const wanted = query.status ?? ISSUE_STATUSES;
      const page = pageOfGroups(
        issues.filter(({ status }) => wanted.includes(status)),
        query,
      );
      return { ...page, complete, lookedAt, counts: countsOf(issues) };
    }),
  );
  app.get(
    '/v1/issues/:fingerprint',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getIssue',
        summary: 'An issue with its newest deliveries',
        tags: ['issues'],
        params: IssuePath,
        response: replies({ 200: IssueDetails }),
      },
    },
    async ({ actor, params }) =>
      showDetails(service, await service.issues.get(actor.projectKey, params.fingerprint)),
  );
  app.patch(
    '/v1/issues/:fingerprint',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'updateIssue',
        summary: 'Acknowledge, mute or open an issue, with a note',
        description:
          'Deliveries are not affected: the mark is for people. An issue resolves by itself.',
        tags: ['issues'],
        params: IssuePath,
        body: IssuePatch,
        response: replies({ 200: IssueDetails }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const change = { status: body.status, note: reasonOf(body.note, '/note') };
      const author = authorOf(request);
      const marked = await service.issues.mark(
        actor.projectKey,
        params.fingerprint,
        change,
        author,
      );
      return showDetails(service, marked);
    },
  );
}

/** Issues have no key, so a cursor is a position; they are few. */
function pageOfGroups(issues: readonly GroupedIssue[], query: ListQuery) {
  const after = keyOfCursor<number>(query.cursor) ?? 0;
  const { show, ask } = pageLimit(query.limit);
  const rest = issues.slice(after, after + ask).map((issue, index) => ({ issue, index }));
  return pageFrom(
    rest,
    show,
    ({ index }) => after + index + 1,
    ({ issue }) => showIssue(issue),
  );
}

function countsOf(issues: readonly GroupedIssue[]): Static<typeof IssuePage>['counts'] {
  const counts = { open: 0, acknowledged: 0, muted: 0, resolved: 0 };
  for (const { status } of issues) counts[status] += 1;
  return counts;
}

function showDetails(
  service: Service,
  { issue, complete, examples }: IssueInDetail,
): Static<typeof IssueDetails> {
  return {
    ...showIssue(issue),
    complete,
    examples: examples.map((row) => showDelivery(row, shownStateOf(service, row))),
  };
}
