/**
 * What the end of a run fires: ACW_COMPLETED with exactly four keys, and the codes of what went
 * wrong when it failed, ANALYZER_FAILED if there are none (S9.10), at the end of the call's lanes.
 * The words of an agent must never get from here into a payload. Pure, as `intake/plan.ts`, whose
 * places it takes.
 */
import { joinLanes, type PlannedFiring, type Subscription } from '../../core/intake/plan.ts';
import type { ErrorCode } from '../../core/payload/call-error.ts';
import { type RunFacts, renderFiring, runData } from '../../core/payload/render.ts';
import { callError } from '../../core/trigger/fire.ts';

export interface RunFiredContext {
  readonly run: RunFacts;
  /** Of a failed run, as its result has them. */
  readonly codes: readonly ErrorCode[];
  /** The last sequence of each of the call's lanes, by endpoint key. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly subscriptions: readonly Subscription[];
  readonly serviceName: string;
  readonly firedAtMs: number;
}

/** Kept, subscribed or not, as every firing is. */
export function planRunFired(context: RunFiredContext): {
  readonly firing: PlannedFiring;
  readonly lanes: Readonly<Record<string, number>>;
} {
  const { run, subscriptions, serviceName, firedAtMs } = context;
  const trigger = 'ACW_COMPLETED';
  const lanes: Record<string, number> = { ...context.lanes };
  const deliveries = joinLanes(subscriptions, trigger, lanes);
  const codes = context.codes.length > 0 ? context.codes : (['ANALYZER_FAILED'] as const);
  const errors = run.isError ? codes.map((code) => callError(code, firedAtMs)) : [];
  const rendered = renderFiring({ trigger, data: runData(run), errors }, serviceName, firedAtMs);
  return { firing: { ...rendered, deliveries }, lanes };
}
