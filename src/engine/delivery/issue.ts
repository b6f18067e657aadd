/**
 * Issues: deliveries that fail now or were given up, grouped by endpoint and class of failure.
 * Pure: it groups rows and determines the status of each group. Must use only what the rows of
 * deliveries carry.
 */
import { type EndpointHealth, HEALTHY } from '../../core/delivery/health.ts';
import { isIssueClass, issueClassOf } from '../../core/delivery/result-class.ts';
import { isOpen } from '../../core/delivery/state.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../core/id.ts';
import type { FailedDelivery, IssueMark } from '../ports/issue-store.ts';
import { type Diagnosis, diagnose } from './diagnosis.ts';

export const ISSUE_STATUSES = ['open', 'acknowledged', 'muted', 'resolved'] as const;
export type IssueStatus = (typeof ISSUE_STATUSES)[number];

export interface Issue {
  readonly fingerprint: string;
  readonly endpoint: Endpoint;
  readonly issueClass: string;
  readonly diagnosis: Diagnosis;
  readonly status: IssueStatus;
  readonly firstAtMs: number | null;
  readonly lastAtMs: number | null;
  /** Every delivery that was read, the newest first. */
  readonly deliveries: readonly FailedDelivery[];
  /**
   * How many deliveries a job that retries the issue would take. Left out are those that an
   * operator already asked for again, and those that are held because the endpoint is disabled.
   */
  readonly count: number;
  /** How many of `count` are still open and will be tried again anyway. */
  readonly failing: number;
  /** Deliveries that wait behind the failing ones in their lanes. */
  readonly waiting: number;
  readonly calls: number;
  readonly trend: Trend;
  readonly mark: IssueMark | null;
}

export interface Trend {
  readonly fromMs: number;
  readonly stepMs: number;
  readonly counts: readonly number[];
}

const TREND_STEPS = 24;

export interface Grouping {
  readonly rows: readonly FailedDelivery[];
  readonly endpoints: readonly { readonly endpoint: Endpoint; readonly health: EndpointHealth }[];
  readonly marks: readonly IssueMark[];
  /** The interval of the trend. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Sorted by the latest failure. A marked group is included even if it has no deliveries left. */
export function groupIssues({ rows, endpoints, marks, fromMs, toMs }: Grouping): readonly Issue[] {
  const known = new Map(endpoints.map((each) => [each.endpoint.key, each]));
  const groups = new Map<string, Omit<Group, 'health' | 'fromMs' | 'toMs'>>();
  const groupOf = (key: EndpointKey, issueClass: string) => {
    const name = `${key} ${issueClass}`;
    const found = known.get(key);
    if (found === undefined) return null;
    const { endpoint } = found;
    const group = groups.get(name) ?? { endpoint, issueClass, deliveries: [], mark: null };
    groups.set(name, group);
    return { name, group };
  };
  for (const mark of marks) {
    const found = groupOf(mark.endpoint, mark.issueClass);
    if (found !== null) groups.set(found.name, { ...found.group, mark });
  }
  for (const row of rows) {
    const issueClass = issueClassOf(row);
    if (issueClass !== null) groupOf(row.endpoint, issueClass)?.group.deliveries.push(row);
  }
  return [...groups.values()]
    .map((group) => {
      const health = known.get(group.endpoint.key)?.health ?? HEALTHY;
      return issueOf({ ...group, health, fromMs, toMs });
    })
    .sort((one, other) => (other.lastAtMs ?? 0) - (one.lastAtMs ?? 0));
}

interface Group {
  readonly endpoint: Endpoint;
  readonly health: EndpointHealth;
  readonly issueClass: string;
  readonly deliveries: FailedDelivery[];
  readonly mark: IssueMark | null;
  readonly fromMs: number;
  readonly toMs: number;
}

export function issueOf(group: Group): Issue {
  const { endpoint, issueClass, mark } = group;
  const deliveries = group.deliveries.toSorted((one, other) => failedAt(other) - failedAt(one));
  const counted = deliveries.filter(({ state }) =>
    endpoint.enabled ? state !== 'due' : !isOpen(state),
  );
  const newest = deliveries[0];
  const oldest = deliveries.at(-1);
  return {
    fingerprint: `${endpoint.id}-${issueClass}`,
    endpoint,
    issueClass,
    diagnosis: diagnose(issueClass, endpoint.kind),
    status: statusOf(group),
    firstAtMs: oldest === undefined ? null : failedAt(oldest),
    lastAtMs: newest === undefined ? null : failedAt(newest),
    deliveries,
    count: counted.length,
    failing: counted.filter(({ state }) => isOpen(state)).length,
    waiting: waitingBehind(deliveries),
    calls: new Set(counted.map(({ callKey }) => callKey)).size,
    trend: trendOf(deliveries, group.fromMs, group.toMs),
    mark,
  };
}

/** Counts each lane once, since two deliveries of one call may both be asked for again by hand. */
function waitingBehind(deliveries: readonly FailedDelivery[]): number {
  const byCall = new Map<number, number>();
  for (const { callKey, behind } of deliveries) {
    byCall.set(callKey, Math.max(behind, byCall.get(callKey) ?? 0));
  }
  return [...byCall.values()].reduce((sum, behind) => sum + behind, 0);
}

/**
 * A muted issue stays muted. An issue is resolved if nothing fails any more and the endpoint has
 * recovered, is gone, or has no failures left.
 */
function statusOf({ endpoint, health, deliveries, mark }: Group): IssueStatus {
  if (mark?.status === 'muted') return 'muted';
  const fails = deliveries.some(({ state }) => isOpen(state));
  const lastAtMs = deliveries.reduce((last, row) => Math.max(last, failedAt(row)), 0);
  const hasRecovered = health.lastSuccessAtMs !== null && health.lastSuccessAtMs > lastAtMs;
  const isGone = endpoint.deletedAtMs !== null;
  if (!fails && (deliveries.length === 0 || hasRecovered || isGone)) return 'resolved';
  return mark?.status ?? 'open';
}

function trendOf(deliveries: readonly FailedDelivery[], fromMs: number, toMs: number): Trend {
  const stepMs = Math.max(1_000, Math.ceil((toMs - fromMs) / TREND_STEPS / 1_000) * 1_000);
  const counts = new Array<number>(TREND_STEPS).fill(0);
  for (const row of deliveries) {
    const step = Math.floor((failedAt(row) - fromMs) / stepMs);
    if (step >= 0 && step < TREND_STEPS) counts[step] = (counts[step] ?? 0) + 1;
  }
  return { fromMs, stepMs, counts };
}

function failedAt({ lastAttemptAtMs, createdAtMs }: FailedDelivery): number {
  return lastAttemptAtMs ?? createdAtMs;
}

/** Returns null if the text is no fingerprint. An endpoint's id has no hyphen, but a class may. */
export function parseFingerprint(
  text: string,
): { readonly endpointId: string; readonly issueClass: string } | null {
  const at = text.indexOf('-');
  const issueClass = text.slice(at + 1);
  if (at <= 0 || !isIssueClass(issueClass)) return null;
  return { endpointId: text.slice(0, at), issueClass };
}
