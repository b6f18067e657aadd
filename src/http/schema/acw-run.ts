/**
 * Runs of after-call-work agents on the wire (S9.6), and how a stored one is shown. A run and the
 * delivery that launches it are made at once: `deliveryId` leads to its attempts.
 */
import type { Static } from 'typebox';
import { RUN_REASONS, RUN_STATES, runId } from '../../acw/run/run.ts';
import type { EndpointKind } from '../../core/endpoint/endpoint.ts';
import { formatId } from '../../core/id.ts';
import { isoTime } from '../../core/time.ts';
import type { Run } from '../../engine/ports/acw-store.ts';
import { TriggerName } from './delivery.ts';
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

const AGENT_KINDS = ['ANALYZER', 'EVALUATOR', 'SELF_PROVIDED'] as const;
export const AgentKind = oneOf(AGENT_KINDS, { title: 'AgentKind' });
const RunStateName = oneOf(RUN_STATES, {
  title: 'AcwRunState',
  description:
    'QUEUED: its launch has not been delivered; WAITING_CALL_LOG: it begins when the log is ' +
    'there; CANCELLED: its launch was cancelled, so it never began',
});

export const AcwRun = strictObject(
  {
    acwRunId: idOf('run', 'The header acw-run-id of the launch request'),
    acwAgentId: idOf('ep'),
    agentName: Type.String(),
    agentKind: AgentKind,
    callId: Type.String(),
    trigger: TriggerName,
    state: RunStateName,
    launchCancelled: Type.Boolean({
      description: 'True: the launch was cancelled; the run ends CANCELLED within a second',
    }),
    deliveryId: idOf('dlv', 'Of its launch'),
    createdAt: Timestamp,
    startedAt: nullable(Timestamp),
    finishedAt: nullable(Timestamp),
    giveUpAt: nullable(
      Type.String({
        description:
          'When it fails unless something comes: a call log, or a result by its deadline',
        examples: ['2026-11-20T11:34:00.125Z'],
      }),
    ),
    reason: nullable(oneOf(RUN_REASONS, { description: 'Why the run failed or was cancelled' })),
    acwResultId: nullable(
      idOf('acwr', 'What it recorded, when it has ended; null: its agent was deleted before'),
    ),
  },
  { title: 'AcwRun' },
);
export const AcwRunPage = pageOf(AcwRun, 'AcwRunPage');

export const AcwRunPath = strictObject({ runId: Type.String({ maxLength: 64 }) });
export const AcwRunBody = strictObject(
  { acwAgentId: idOf('ep', 'The agent; it need not be subscribed to anything that fired') },
  { title: 'AcwRunInput' },
);

export const AcwRunQuery = strictObject({
  ...pageQuery,
  callId: Type.Optional(Type.String({ maxLength: 512 })),
  acwAgentId: Type.Optional(idOf('ep')),
  state: Type.Optional(
    Type.Array(RunStateName, {
      maxItems: RUN_STATES.length,
      description: 'Repeat it or separate with commas',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'Created at or after; ISO 8601' })),
  to: Type.Optional(Type.String({ description: 'Created before; ISO 8601' })),
});

export function showRun(run: Run): Static<typeof AcwRun> {
  const { result } = run;
  return {
    acwRunId: runId(run.createdAtMs, run.key),
    acwAgentId: run.endpointId,
    agentName: run.agentName,
    agentKind: agentKindOf(run.kind),
    callId: run.callId,
    trigger: run.trigger,
    state: run.state,
    launchCancelled: run.launchCancelled,
    deliveryId: formatId('dlv', run.createdAtMs, run.key),
    createdAt: isoTime(run.createdAtMs),
    startedAt: nullableTimestampOf(run.startedAtMs),
    finishedAt: nullableTimestampOf(run.finishedAtMs),
    giveUpAt: nullableTimestampOf(run.giveUpAtMs),
    reason: run.reason,
    acwResultId: result === null ? null : formatId('acwr', result.createdAtMs, result.key),
  };
}

export function agentKindOf(kind: EndpointKind): (typeof AGENT_KINDS)[number] {
  switch (kind) {
    case 'builtin-analyzer':
      return 'ANALYZER';
    case 'builtin-evaluator':
      return 'EVALUATOR';
    case 'self-provided-agent':
      return 'SELF_PROVIDED';
    case 'custom':
    case 'slack':
    case 'teams':
    case 'email':
    case 'pull':
      throw new Error(`an endpoint of kind ${kind} has no runs`);
  }
}
