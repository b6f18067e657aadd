/**
 * Results of after-call work on the wire (S9.13 to S9.18). `result` is the agent's own object,
 * accepted and shown as the JSON text that was sent. `isError` is a boolean here, a string only in
 * the notification (S4.7).
 */
import type { Static } from 'typebox';
import { RUN_REASONS, runId } from '../../acw/run/run.ts';
import { formatId } from '../../core/id.ts';
import { ERROR_CODES } from '../../core/payload/call-error.ts';
import { isoTime } from '../../core/time.ts';
import type { StoredResult } from '../../engine/ports/acw-store.ts';
import { AgentKind, agentKindOf } from './acw-run.ts';
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

/** The most errors in a list; the engine has the limit of what it accepts. */
const ERRORS_MAX = 100;

const AgentObject = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'Any object, at most 256 KiB as JSON text; kept and shown exactly',
  },
);

export const AcwResultBody = strictObject(
  {
    callId: Type.String({ description: 'The callId in data of the launch request' }),
    acwAgentId: idOf('ep', 'The header acw-agent-id of the launch request'),
    acwRunId: Type.Optional(
      idOf(
        'run',
        'The header acw-run-id; without it a repeat of a result, else the oldest open run is meant',
      ),
    ),
    isError: Type.Optional(
      Type.Unsafe<boolean | 'true' | 'false'>({
        enum: [true, false, 'true', 'false'],
        description: 'Whether the run failed; default false',
      }),
    ),
    result: Type.Optional(AgentObject),
    errors: Type.Optional(
      Type.Array(
        strictObject(
          {
            code: Type.String({
              description: `One of ${ERROR_CODES.join(', ')}; others count as ANALYZER_FAILED`,
            }),
            message: Type.Optional(
              Type.String({ description: 'Your own words, at most 4 KiB; never in a webhook' }),
            ),
          },
          { title: 'AcwErrorInput' },
        ),
        { maxItems: ERRORS_MAX, description: 'At most 100, and only with isError true' },
      ),
    ),
    engine: Type.Optional(
      Type.String({
        description: 'The program that made the result, with its version',
        examples: ['my-agent 1.4'],
      }),
    ),
  },
  { title: 'AcwResultInput' },
);

const receiptProperties = {
  acwResultId: idOf('acwr'),
  acwRunId: idOf('run'),
  callId: Type.String(),
  acwAgentId: idOf('ep'),
  isError: Type.Boolean(),
  createdAt: Timestamp,
} as const;

export const AcwResultReceipt = strictObject(receiptProperties, { title: 'AcwResultReceipt' });

const resultProperties = {
  ...receiptProperties,
  projectId: idOf('prj'),
  agentKind: AgentKind,
  reason: nullable(oneOf(RUN_REASONS, { description: 'Why the run failed or was cancelled' })),
  errors: Type.Array(
    strictObject(
      {
        code: oneOf(ERROR_CODES, { title: 'ErrorCode' }),
        message: nullable(Type.String({ description: "The agent's own words" })),
      },
      { title: 'AcwError' },
    ),
  ),
  engine: nullable(Type.String()),
  startedAt: nullable(Timestamp),
  finishedAt: nullable(Timestamp),
} as const;

/** Without `result`, as in lists. */
export const AcwResultSummary = strictObject(resultProperties, { title: 'AcwResultSummary' });
export const AcwResultPage = pageOf(AcwResultSummary, 'AcwResultPage');
const AcwResult = strictObject(
  { ...resultProperties, result: nullable(AgentObject) },
  { title: 'AcwResult' },
);

/** Sent as the text of it. */
export const AcwResultText = Type.Unsafe<string>(AcwResult);

export const AcwResultQuery = strictObject({
  acwResultId: idOf('acwr', 'Of data in ACW_COMPLETED'),
});
export const AcwResultListQuery = strictObject(pageQuery);

export function showReceipt(stored: StoredResult): Static<typeof AcwResultReceipt> {
  return {
    acwResultId: resultIdOf(stored),
    acwRunId: runId(stored.run.createdAtMs, stored.run.key),
    callId: stored.run.callId,
    acwAgentId: stored.run.endpointId,
    isError: stored.isError,
    createdAt: isoTime(stored.createdAtMs),
  };
}

export function showResultSummary(
  stored: StoredResult,
  projectId: string,
): Static<typeof AcwResultSummary> {
  return {
    ...showReceipt(stored),
    projectId,
    agentKind: agentKindOf(stored.run.kind),
    reason: stored.reason,
    errors: stored.errors.map(({ code, message }) => ({ code, message })),
    engine: stored.engine,
    startedAt: nullableTimestampOf(stored.run.startedAtMs),
    finishedAt: nullableTimestampOf(stored.run.finishedAtMs),
  };
}

/** The answer as JSON text: `result` is not parsed, so nothing in it can change. */
export function showResult(stored: StoredResult, projectId: string): string {
  const summary = JSON.stringify(showResultSummary(stored, projectId));
  return `${summary.slice(0, -1)},"result":${stored.result ?? 'null'}}`;
}

export function resultIdOf({ createdAtMs, key }: StoredResult): string {
  return formatId('acwr', createdAtMs, key);
}
