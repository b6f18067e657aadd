/**
 * The queries of issues, and what is done with one. Keys begin with the noun of the stream:
 * `['issues', …]`. A list that is asked for anew keeps the order in which it was first shown.
 */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type {
  Issue,
  IssueDetails,
  IssuePage,
  IssuePatch,
} from '../../../../src/http/schema/issue.ts';
import type { Client, Query } from '../../api/client.ts';
import type { DeliveryRecord } from '../../api/record.ts';
import type { Words } from '../../i18n/words.ts';
import type { StateWord, Tone } from '../../kit/state-badge.tsx';

export type IssueRecord = Readonly<Static<typeof Issue>>;
export type IssueDetail = Readonly<Static<typeof IssueDetails>>;
type Listed = Readonly<Static<typeof IssuePage>>;

export interface SteadyIssues extends Listed {
  /** Issues that came since; they wait until they are asked for. */
  readonly held: number;
}

const LIMIT = 50;

/** `moment` changes when the newest order is asked for. */
export function issuesQuery(client: Client, query: Query, moment: number) {
  return queryOptions({
    queryKey: ['issues', client.project, 'list', query, moment],
    queryFn: ({ signal }) =>
      client.get<Listed>('v1/issues', { query: { limit: LIMIT, ...query }, signal }),
    placeholderData: keepPreviousData,
    structuralSharing: (before, after) =>
      // The cache holds under this key what this function gave it, and the answers above.
      steadyIssues(before as SteadyIssues | undefined, after as Listed),
  });
}

/** Rows keep their places and take what is new about them; those that are gone leave. */
export function steadyIssues(before: SteadyIssues | undefined, after: Listed): SteadyIssues {
  if (before === undefined || before.data.length === 0) return { ...after, held: 0 };
  const fresh = new Map(after.data.map((issue) => [issue.fingerprint, issue]));
  const known = before.data.flatMap(({ fingerprint }) => fresh.get(fingerprint) ?? []);
  const held = after.data.length - known.length;
  return known.length === 0 ? { ...after, held: 0 } : { ...after, data: known, held };
}

export function issueQuery(client: Client, fingerprint: string) {
  return queryOptions({
    queryKey: ['issues', client.project, 'one', fingerprint],
    queryFn: ({ signal }) => client.get<IssueDetail>(pathOf(fingerprint), { signal }),
  });
}

export function markIssue(
  client: Client,
  fingerprint: string,
  change: Static<typeof IssuePatch>,
): Promise<IssueDetail> {
  return client.patch(pathOf(fingerprint), change);
}

function pathOf(fingerprint: string) {
  return `v1/issues/${encodeURIComponent(fingerprint)}` as const;
}

const TONES: Readonly<Record<IssueRecord['status'], Tone>> = {
  open: 'bad',
  acknowledged: 'warn',
  muted: 'off',
  resolved: 'good',
};

/**
 * The status of an issue as a badge. Pure: takes the messages as an argument.
 * Each has a tone, a word and a sentence.
 */
export function issueWord(status: IssueRecord['status'], t: Words['issue']): StateWord {
  return { tone: TONES[status], ...t.status[status] };
}

type Failed = Pick<DeliveryRecord, 'endpointId' | 'lastStatus' | 'lastError'>;

/**
 * The issue that a failed delivery belongs to: its endpoint and the class of its last failure, as
 * the service forms it. A test compares it with the service's own. Pure.
 * Null: no attempt has failed in a way that has a name.
 */
export function fingerprintOf({ endpointId, lastStatus, lastError }: Failed): string | null {
  if (lastError !== null) return `${endpointId}-${lastError}`;
  if (lastStatus === null) return null;
  const isRedirect = lastStatus >= 300 && lastStatus <= 399;
  return `${endpointId}-${isRedirect ? '3xx' : lastStatus}`;
}
