/**
 * Plans what the end of a run fires (S9.10), at the end of the call's lanes: ACW_COMPLETED with
 * exactly four keys and, if the run failed, the error codes, or ANALYZER_FAILED if there are none.
 * An agent's words must never get from here into a payload. Pure; it joins lanes as
 * `intake/plan.ts` does.
 */
import { factsJson } from '../../core/call/facts.ts';
import type { FilteredCall } from '../../core/endpoint/filter.ts';
import { joinLanes, type PlannedFiring, type Subscription } from '../../core/intake/plan.ts';
import type { ErrorCode } from '../../core/payload/call-error.ts';
import { type RunValues, renderFiring, runData } from '../../core/payload/render.ts';
import { callError } from '../../core/trigger/fire.ts';

export interface RunFiredContext {
  readonly run: RunValues;
  readonly call: FilteredCall;
  /** The error codes in the result of a failed run. */
  readonly codes: readonly ErrorCode[];
  /** The last sequence of each of the call's lanes, by endpoint key. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly subscriptions: readonly Subscription[];
  readonly serviceName: string;
  readonly firedAtMs: number;
}

/** The firing is stored even if no endpoint subscribes to it. */
export function planRunFired(context: RunFiredContext): {
  readonly firing: PlannedFiring;
  readonly lanes: Readonly<Record<string, number>>;
} {
  const { run, call, subscriptions, serviceName, firedAtMs } = context;
  const trigger = 'ACW_COMPLETED';
  const lanes: Record<string, number> = { ...context.lanes };
  const deliveries = joinLanes(subscriptions, trigger, call, lanes);
  const codes = context.codes.length > 0 ? context.codes : (['ANALYZER_FAILED'] as const);
  const errors = run.isError ? codes.map((code) => callError(code, firedAtMs)) : [];
  const facts = call.facts === null ? null : factsJson(call.facts);
  const fired = { trigger, data: runData(run), errors, facts } as const;
  const rendered = renderFiring(fired, serviceName, firedAtMs);
  return { firing: { ...rendered, deliveries }, lanes };
}
