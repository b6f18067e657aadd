/**
 * A scenario for some calls as the requests that will be sent, in order, each with its time. A few
 * calls are reported one by one; many in batches, as a platform would. Pure.
 */
import { sampleLog } from './sample-transcript.ts';
import type { Scenario, Step } from './scenario.ts';

export interface PlanFacts {
  readonly callIds: readonly string[];
  readonly clientId: string;
  readonly callSid: string;
  /** The present, epoch ms: times of a call log are made of it. */
  readonly nowMs: number;
}

export interface PlannedRequest {
  readonly number: number;
  /** After the start, at the speed of life. */
  readonly afterMs: number;
  /** Below the address of the service, without a slash before. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly about: RequestAbout;
}

export type RequestAbout =
  | { readonly kind: 'status'; readonly callId: string; readonly status: string }
  | { readonly kind: 'errors'; readonly callId: string; readonly code: string }
  | { readonly kind: 'log'; readonly callId: string }
  | { readonly kind: 'batch'; readonly status: string; readonly calls: number };

/** Beyond these, statuses go in batches. */
export const SINGLE_CALLS_MAX = 20;
const BATCH_MAX = 100;

export function planOf(scenario: Scenario, facts: PlanFacts): readonly PlannedRequest[] {
  const many = facts.callIds.length > SINGLE_CALLS_MAX;
  const requests = scenario.steps.flatMap((step) =>
    many && step.log === undefined
      ? batches(scenario, step, facts)
      : facts.callIds.map((callId, index) => single(scenario, step, facts, callId, index)),
  );
  return requests.map((request, index) => ({ number: index + 1, ...request }));
}

/** `count` ids that no other run has: `mark` is of this run. */
export function callIdsOf(prefix: string, mark: string, count: number): readonly string[] {
  if (count === 1) return [`${prefix}-${mark}`];
  const width = String(count).length;
  return Array.from(
    { length: count },
    (_, index) => `${prefix}-${mark}-${String(index + 1).padStart(width, '0')}`,
  );
}

type Unnumbered = Omit<PlannedRequest, 'number'>;

function single(
  { direction }: Scenario,
  step: Step,
  facts: PlanFacts,
  callId: string,
  index: number,
): Unnumbered {
  const { afterMs } = step;
  const call = encodeURIComponent(callId);
  if (step.log === true) {
    const body = sampleLog(direction, facts.nowMs);
    return { afterMs, path: `v1/call-logs/${call}`, body, about: { kind: 'log', callId } };
  }
  const path = `v1/calls/${call}/reports`;
  const body = reportOf(direction, step, facts, index);
  const { status, error = '' } = step;
  const about: RequestAbout =
    status === undefined
      ? { kind: 'errors', callId, code: error }
      : { kind: 'status', callId, status };
  return { afterMs, path, body, about };
}

function batches({ direction }: Scenario, step: Step, facts: PlanFacts): readonly Unnumbered[] {
  const items = facts.callIds.map((callId, index) => ({
    callId,
    ...reportOf(direction, step, facts, index),
  }));
  const { afterMs, status = step.error ?? '' } = step;
  return Array.from({ length: Math.ceil(items.length / BATCH_MAX) }, (_, part) => {
    const reports = items.slice(part * BATCH_MAX, (part + 1) * BATCH_MAX);
    const about = { kind: 'batch', status, calls: reports.length } as const;
    return { afterMs, path: 'v1/reports', body: { reports }, about };
  });
}

function reportOf(
  direction: Scenario['direction'],
  { status, error }: Step,
  { clientId, callSid, callIds }: PlanFacts,
  index: number,
): Record<string, unknown> {
  const sid = callSid === '' || callIds.length === 1 ? callSid : `${callSid}-${index + 1}`;
  return {
    direction,
    ...(status === undefined ? {} : { status }),
    ...(error === undefined ? {} : { errors: [{ code: error }] }),
    ...(sid === '' ? {} : { callSid: sid }),
    ...(clientId === '' ? {} : { clientId }),
  };
}
