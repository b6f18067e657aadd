/**
 * The queries of after-call work. Keys begin with the noun of the live stream. A result is kept as
 * the exact text that the agent sent, beside its parsed form.
 */
import { queryOptions } from '@tanstack/react-query';
import type { showResultSummary } from '../../../../src/http/schema/acw-result.ts';
import type { showRun } from '../../../../src/http/schema/acw-run.ts';
import type { showEvaluation } from '../../../../src/http/schema/evaluation.ts';
import type { showScorecard } from '../../../../src/http/schema/scorecard.ts';
import type { Client, Query } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { Page } from '../../api/record.ts';
import { readTurns, type Turn } from './json-part.ts';

export type RunRecord = Readonly<ReturnType<typeof showRun>>;
export type ResultRecord = Readonly<ReturnType<typeof showResultSummary>>;
export type EvaluationRecord = Readonly<ReturnType<typeof showEvaluation>>;
export type ScorecardRecord = Readonly<ReturnType<typeof showScorecard>>;
export type CriterionRecord = ScorecardRecord['criteria'][number];
export type RuleRecord = NonNullable<CriterionRecord['rule']>;

/** Results with long transcripts, and call logs, are larger than lists. */
const LARGE_MS = 30_000;
const RUNS_LIMIT = 50;
const SCORECARDS_LIMIT = 100;

export function loadRuns(
  client: Client,
  query: Query,
  signal: AbortSignal,
): Promise<Page<RunRecord>> {
  return client.get('v1/acw-runs', { query: { limit: RUNS_LIMIT, ...query }, signal });
}

export function rerun(client: Client, runId: string): Promise<RunRecord> {
  return client.post(`v1/acw-runs/${encodeURIComponent(runId)}/rerun`);
}

export interface WholeResult {
  readonly record: ResultRecord;
  /** Null: the agent recorded none. */
  readonly resultText: string | null;
}

export function resultQuery(client: Client, acwResultId: string) {
  return queryOptions({
    queryKey: ['acw-results', client.project, acwResultId],
    queryFn: async ({ signal }): Promise<WholeResult> => {
      const options = { query: { acwResultId }, signal, timeoutMs: LARGE_MS };
      const answer = await client.raw('GET', 'v1/acw-results', options);
      return wholeResult(await answer.text());
    },
    staleTime: 60_000,
  });
}

const MARK = ',"result":';

/** The service writes `result` last; a quote inside of a text before it would be escaped. */
export function wholeResult(text: string): WholeResult {
  const at = text.indexOf(MARK);
  const own = text.slice(at + MARK.length, text.lastIndexOf('}'));
  // The service checks its answers against the schema that this type comes from.
  const record = JSON.parse(`${text.slice(0, at)}}`) as ResultRecord;
  return { record, resultText: own.trim() === 'null' ? null : own };
}

/** Null: there is no log of this call, or it was removed. */
export function callTurnsQuery(client: Client, callId: string) {
  return queryOptions({
    queryKey: ['call-logs', client.project, callId],
    queryFn: async ({ signal }): Promise<readonly Turn[] | null> => {
      const path = `v1/call-logs/${encodeURIComponent(callId)}` as const;
      try {
        return readTurns(await client.get(path, { signal, timeoutMs: LARGE_MS }));
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}

export function scorecardsQuery(client: Client) {
  return queryOptions({
    queryKey: ['scorecards', client.project, 'all'],
    queryFn: ({ signal }) =>
      client.get<Page<ScorecardRecord>>('v1/scorecards', {
        query: { limit: SCORECARDS_LIMIT },
        signal,
      }),
  });
}

/** `revision` null: as it is now. */
export function scorecardQuery(client: Client, id: string, revision: string | null) {
  return queryOptions({
    queryKey: ['scorecards', client.project, 'one', id, revision],
    queryFn: ({ signal }) =>
      client.get<ScorecardRecord>(pathOf(id), { query: { revision }, signal }),
  });
}

export function createScorecard(client: Client, body: unknown): Promise<ScorecardRecord> {
  return client.post('v1/scorecards', body);
}

/** 412 when `revision` is not the present one any more. */
export function reviseScorecard(
  client: Client,
  id: string,
  revision: number,
  body: unknown,
): Promise<ScorecardRecord> {
  return client.put(pathOf(id), body, { headers: { 'if-match': `"${revision}"` } });
}

export function makeDefault(client: Client, id: string): Promise<ScorecardRecord> {
  return client.post(`${pathOf(id)}/default`);
}

export function removeScorecard(client: Client, id: string): Promise<null> {
  return client.remove(pathOf(id));
}

export function tryScorecard(
  client: Client,
  scorecard: unknown,
  callId: string,
): Promise<EvaluationRecord> {
  return client.post('v1/scorecards/try', { scorecard, callId }, { timeoutMs: LARGE_MS });
}

function pathOf(id: string) {
  return `v1/scorecards/${encodeURIComponent(id)}` as const;
}
