/**
 * The effect of replaying a call: the triggers that it has fired, and how many deliveries go to
 * which endpoints. The rule is the service's own: without named endpoints the present subscribers
 * of each trigger, never agents. Pure.
 */
import type { EndpointRecord } from '../../api/record.ts';
import type { TimelineFiring } from './timeline-layout.ts';

export interface FiredTrigger {
  readonly trigger: TimelineFiring['trigger'];
  readonly times: number;
}

/** In the order in which they first fired. */
export function firedTriggers(firings: readonly TimelineFiring[]): readonly FiredTrigger[] {
  const times = new Map<TimelineFiring['trigger'], number>();
  for (const { trigger } of firings) times.set(trigger, (times.get(trigger) ?? 0) + 1);
  return [...times].map(([trigger, count]) => ({ trigger, times: count }));
}

export type ReplayTarget = Pick<EndpointRecord, 'id' | 'kind' | 'enabled' | 'triggers'>;

export interface ReplayChoice {
  readonly triggers: ReadonlySet<string>;
  /** Null: every endpoint that subscribes to the trigger now. */
  readonly endpointIds: ReadonlySet<string> | null;
}

export interface ReplayPlan {
  readonly deliveries: number;
  readonly endpoints: number;
  /** How many of the endpoints are disabled; their deliveries are held. */
  readonly disabled: number;
}

const AGENTS: ReadonlySet<string> = new Set([
  'builtin-analyzer',
  'builtin-evaluator',
  'self-provided-agent',
]);

/** An agent is launched again as a run, and gets no replay. */
export function takesReplay({ kind }: Pick<ReplayTarget, 'kind'>): boolean {
  return !AGENTS.has(kind);
}

export function replayPlan(
  firings: readonly TimelineFiring[],
  endpoints: readonly ReplayTarget[],
  { triggers, endpointIds }: ReplayChoice,
): ReplayPlan {
  const chosen = firings.filter(({ trigger }) => triggers.has(trigger));
  const meant = endpoints.filter(takesReplay).flatMap((endpoint) => {
    const count =
      endpointIds === null
        ? chosen.filter(({ trigger }) => endpoint.triggers.includes(trigger)).length
        : endpointIds.has(endpoint.id)
          ? chosen.length
          : 0;
    return count === 0 ? [] : [{ enabled: endpoint.enabled, count }];
  });
  return {
    deliveries: meant.reduce((sum, { count }) => sum + count, 0),
    endpoints: meant.length,
    disabled: meant.filter(({ enabled }) => !enabled).length,
  };
}
