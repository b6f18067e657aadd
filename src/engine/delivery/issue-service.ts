/**
 * Issues for operators: the failures of a project in groups, a group with its newest deliveries,
 * and the marks of members on it. Every request groups the rows anew (`issue.ts`).
 */
import { HEALTHY } from '../../core/delivery/health.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, type ProjectKey, parseId } from '../../core/id.ts';
import { ENDPOINTS_MAX } from '../../core/project/limits.ts';
import { DAY_MS } from '../../core/time.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { FailureFilter, IssueStore, MarkStatus } from '../ports/issue-store.ts';
import type { DeliverySummary } from '../ports/query-store.ts';
import type { Store } from '../ports/store.ts';
import { groupIssues, type Issue, issueOf, parseFingerprint } from './issue.ts';

/** How many deliveries of a group are shown. */
const EXAMPLES_MAX = 10;

export interface IssueList {
  readonly issues: readonly Issue[];
  readonly complete: boolean;
  readonly lookedAt: number;
}

export interface IssueInDetail {
  readonly issue: Issue;
  readonly complete: boolean;
  readonly examples: readonly DeliverySummary[];
}

/** A field that is undefined stays unchanged. */
export interface MarkChange {
  readonly status: MarkStatus | undefined;
  readonly note: string | null | undefined;
}

export interface IssueService {
  list(projectKey: ProjectKey, filter: FailureFilter): Promise<IssueList>;
  /** Throws NOT_FOUND if it is no fingerprint, or one of an endpoint of another project. */
  get(projectKey: ProjectKey, fingerprint: string): Promise<IssueInDetail>;
  mark(
    projectKey: ProjectKey,
    fingerprint: string,
    change: MarkChange,
    author: Author,
  ): Promise<IssueInDetail>;
}

export interface IssueServiceParts {
  readonly store: IssueStore & Pick<Store, 'endpoint' | 'endpoints' | 'healthOf' | 'delivery'>;
  readonly clock: Pick<Clock, 'wallMs'>;
}

export function createIssueService(parts: IssueServiceParts): IssueService {
  const { store, clock } = parts;

  async function get(projectKey: ProjectKey, fingerprint: string): Promise<IssueInDetail> {
    const { endpoint, issueClass } = await named(parts, projectKey, fingerprint);
    const { rows, complete } = await store.failures({
      projectKey,
      filter: {
        endpoint: endpoint.key,
        fromMs: null,
        toMs: null,
      },
    });
    const [health = HEALTHY] = await store.healthOf({ projectKey, endpoints: [endpoint.key] });
    const marks = (await store.issueMarks(projectKey)).filter(
      (mark) => mark.endpoint === endpoint.key && mark.issueClass === issueClass,
    );
    const groups = groupIssues({
      rows,
      endpoints: [{ endpoint, health }],
      marks,
      ...lastDay(clock.wallMs()),
    });
    const found = groups.find((group) => group.issueClass === issueClass);
    const issue =
      found ?? issueOf({ ...NOTHING, endpoint, health, issueClass, ...lastDay(clock.wallMs()) });
    const examples: DeliverySummary[] = [];
    for (const { key } of issue.deliveries.slice(0, EXAMPLES_MAX)) {
      const row = await store.delivery({ projectKey, key });
      if (row !== null) examples.push(row);
    }
    return { issue, complete, examples };
  }

  return {
    get,
    async list(projectKey, filter) {
      const { rows, complete } = await store.failures({ projectKey, filter });
      const marks = (await store.issueMarks(projectKey)).filter(
        ({ endpoint }) => filter.endpoint === null || filter.endpoint === endpoint,
      );
      const keys = new Set([...rows, ...marks].map(({ endpoint }) => endpoint));
      const endpoints = await endpointsOf(parts, projectKey, keys);
      const range = rangeOf(filter, clock.wallMs());
      const issues = groupIssues({ rows, endpoints, marks, ...range });
      return { issues, complete, lookedAt: rows.length };
    },
    async mark(projectKey, fingerprint, change, author) {
      const before = (await get(projectKey, fingerprint)).issue;
      const { endpoint, issueClass, mark } = before;
      const status = change.status ?? mark?.status ?? 'open';
      const note = change.note === undefined ? (mark?.note ?? null) : change.note;
      const atMs = clock.wallMs();
      const audit = auditEntry(author, atMs, ACTIONS[status], fingerprint, {
        before: mark === null ? null : { status: mark.status, note: mark.note },
        after: { status, note },
      });
      const by = author.actor;
      const made = { endpoint: endpoint.key, issueClass, status, note, by, atMs };
      await store.markIssue({ projectKey, mark: made, audit });
      return get(projectKey, fingerprint);
    },
  };
}

const ACTIONS: Readonly<Record<MarkStatus, string>> = {
  open: 'issue.opened',
  acknowledged: 'issue.acknowledged',
  muted: 'issue.muted',
};

const NOTHING = { deliveries: [], mark: null };

async function named(
  { store }: IssueServiceParts,
  projectKey: ProjectKey,
  fingerprint: string,
): Promise<{ readonly endpoint: Endpoint; readonly issueClass: string }> {
  const parsed = parseFingerprint(fingerprint);
  const key = parsed === null ? null : parseId('ep', parsed.endpointId);
  const endpoint =
    key === null ? null : await store.endpoint({ projectKey, key: asKey<EndpointKey>(key.key) });
  if (parsed === null || endpoint?.id !== parsed.endpointId) {
    throw new ServiceError('NOT_FOUND', 'There is no such issue, nor an endpoint that it names.');
  }
  return { endpoint, issueClass: parsed.issueClass };
}

/**
 * Reads all present endpoints in one page and deleted ones one by one, since few of those still
 * have rows.
 */
async function endpointsOf(
  { store }: IssueServiceParts,
  projectKey: ProjectKey,
  keys: ReadonlySet<EndpointKey>,
) {
  const page = await store.endpoints({ projectKey, afterKey: null, limit: ENDPOINTS_MAX });
  const known = new Set(page.map(({ key }) => key));
  const endpoints = page.filter(({ key }) => keys.has(key));
  for (const key of keys) {
    const deleted = known.has(key) ? null : await store.endpoint({ projectKey, key });
    if (deleted !== null) endpoints.push(deleted);
  }
  const health = await store.healthOf({ projectKey, endpoints: endpoints.map(({ key }) => key) });
  return endpoints.map((endpoint, at) => ({ endpoint, health: health[at] ?? HEALTHY }));
}

function rangeOf({ fromMs, toMs }: Pick<FailureFilter, 'fromMs' | 'toMs'>, nowMs: number) {
  const end = toMs ?? nowMs + 1;
  return { fromMs: fromMs ?? Math.max(0, end - DAY_MS), toMs: end };
}

function lastDay(nowMs: number) {
  return rangeOf({ fromMs: null, toMs: null }, nowMs);
}
