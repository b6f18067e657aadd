/**
 * Steps 3 to 6 in one pure function: from the stored data of a call and a report it decides what to
 * write and what to answer. A store loads the context under the call's row lock, calls
 * `planReport`, and writes the plan in the same transaction. Never reads a clock or a store.
 */
import { factsJson } from '../call/facts.ts';
import {
  eventTimeMs,
  fitting,
  type Hint,
  plausibleMs,
  type Report,
  type ReportVariant,
} from '../call/report.ts';
import { type CallStatus, isTerminal } from '../call/status.ts';
import { type Call, type IgnoredReason, type Move, moveCall } from '../call/transition.ts';
import { type EndpointFilter, type FilteredCall, unmetPart } from '../endpoint/filter.ts';
import type { ServiceErrorCode } from '../error/service-error.ts';
import type { EndpointKey } from '../id.ts';
import { callData, renderFiring } from '../payload/render.ts';
import type { Closure } from '../project/project-limits.ts';
import { fire } from '../trigger/fire.ts';
import type { Trigger } from '../trigger/trigger.ts';

/** The answer to a report (S2.5); `reason` says why the report did not move the call. */
export interface ReportAnswer {
  readonly callId: string;
  readonly applied: boolean;
  readonly reason?: IgnoredReason;
  readonly callStatus: CallStatus | null;
  readonly triggers: readonly Trigger[];
}

/** An endpoint of the call's project that is not deleted; it may be disabled. */
export interface Subscription {
  readonly endpoint: EndpointKey;
  readonly triggers: ReadonlySet<Trigger>;
  /** Which calls it wants; null: all. */
  readonly filter: EndpointFilter | null;
  readonly bodyForm: string;
  /** Whether the endpoint launches an agent, so that each of its deliveries begins a run. */
  readonly agent: boolean;
}

export interface IntakeContext {
  readonly callId: string;
  /** Null if this is the first report of the call. */
  readonly call: Call | null;
  /** Whether a former call with this id was deleted by request; then no new one begins. */
  readonly wasDeleted: boolean;
  /** The number of reports on the call's timeline so far. */
  readonly reports: number;
  /** The last sequence of each of the call's lanes, by endpoint key. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly subscriptions: readonly Subscription[];
  readonly serviceName: string;
  /** Why the project takes no report, or no new call; the sweep's reports are taken always. */
  readonly closed: Closure;
  /** The stored report with the same report id, no older than `REPORT_ID_DAYS`. */
  readonly earlier: { readonly fingerprint: string | null; readonly answer: ReportAnswer } | null;
  readonly receivedAtMs: number;
  /** Only of a report that has variants. */
  readonly variants?: readonly ReportVariant[];
  /** What was said of the call before; needed only if a variant asks for it. */
  readonly hints?: readonly Hint[];
}

export interface PlannedDelivery {
  readonly endpoint: EndpointKey;
  readonly sequence: number;
  readonly bodyForm: string;
  /** Whether a run is written with the delivery, as QUEUED. */
  readonly agent: boolean;
}

export interface PlannedFiring {
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  /** Rendered once: display text, and `data`, `errors` and `facts` as JSON text. */
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly facts: string | null;
  readonly deliveries: readonly PlannedDelivery[];
}

/** `field`: a JSON pointer into the report, or `path.callId`. */
export interface RefusedPlan {
  readonly kind: 'refused';
  readonly code: ServiceErrorCode;
  readonly detail: string;
  readonly field: string;
}

export type IntakePlan =
  | RefusedPlan
  /** The report was sent before: nothing is written, and the first answer is given again. */
  | { readonly kind: 'repeated'; readonly answer: ReportAnswer }
  | {
      readonly kind: 'accepted';
      readonly call: Call;
      /** The report, or what it says by the variant that fits. */
      readonly report: Report;
      readonly answer: ReportAnswer;
      readonly firings: readonly PlannedFiring[];
      readonly lanes: Readonly<Record<string, number>>;
      /**
       * Identifies the report's content, which tells a repeated report from a reused id; null if
       * the report has no id.
       */
      readonly fingerprint: string | null;
    };

/**
 * The most reports of one call. Further ones are refused with LIMIT_REACHED, except the one that
 * ends the call, so that a platform that reports too much can still end its call.
 */
export const CALL_REPORTS_MAX = 10_000;

/** The detail does not name the call, since a source may keep the answer with its request. */
const DELETED = refused(
  'CALL_REMOVED',
  'The call was deleted by request; reports of it are no longer taken.',
);
const SUSPENDED = refused(
  'PROJECT_SUSPENDED',
  'The project is suspended: it takes no reports. Ask the operator of this service to resume it, ' +
    'and send this report again then.',
);
const FULL = refused(
  'PROJECT_LIMIT_REACHED',
  'The project keeps as many calls as it may, so it takes reports of these only. Shorten its ' +
    'retention, delete calls, or ask the operator of this service for more.',
);

function refused(code: ServiceErrorCode, detail: string, field = 'path.callId'): RefusedPlan {
  return { kind: 'refused', code, detail, field };
}

export type PlanReport = (context: IntakeContext, report: Report) => IntakePlan;

export const planReport: PlanReport = (context, said) => {
  if (context.call === null && context.wasDeleted) return DELETED;
  // Of what was said: a hint that comes between two tries does not make another report of it.
  const fingerprint = said.reportId === null ? null : fingerprintOf(said);
  if (context.earlier !== null) return planAgain(context.earlier, fingerprint);
  if (context.closed === 'suspended') return SUSPENDED;
  if (context.closed === 'full' && context.call === null) return FULL;
  const report = meant(context, said);
  const move = moveCall(context.call, context.callId, report, context.receivedAtMs);
  if (move.kind === 'refused') return move;
  if (context.reports >= CALL_REPORTS_MAX && !ends(move)) {
    const detail = `Call ${context.callId} has ${context.reports} reports; no more are kept.`;
    return refused('LIMIT_REACHED', detail);
  }
  const { firings, lanes } = planFirings(context, move, report);
  return {
    kind: 'accepted',
    call: move.call,
    report,
    answer: {
      callId: context.callId,
      applied: move.kind !== 'ignored',
      ...(move.kind === 'ignored' ? { reason: move.reason } : {}),
      callStatus: move.call.status,
      triggers: firings.map((firing) => firing.trigger),
    },
    firings,
    lanes,
    fingerprint,
  };
};

function meant({ call, variants, hints = [] }: IntakeContext, said: Report): Report {
  if (variants === undefined) return said;
  return fitting(said, variants, { direction: call?.direction ?? null, hints });
}

/** The content of a report as text: equal for equal reports, whatever their report ids. */
export function fingerprintOf(report: Report): string {
  return JSON.stringify([
    report.status,
    report.direction,
    report.callSid,
    report.clientId,
    report.errors.map((error) => [error.code, error.message, error.atMs]),
    report.occurredAtMs,
    // Only if there are any, so that fingerprints of earlier versions stay the same.
    ...(report.facts ? [factsJson(report.facts)] : []),
  ]);
}

function planAgain(
  earlier: NonNullable<IntakeContext['earlier']>,
  fingerprint: string | null,
): IntakePlan {
  if (earlier.fingerprint === fingerprint) return { kind: 'repeated', answer: earlier.answer };
  const detail = 'Another report of this call had this id. Send the same content or a new id.';
  return refused('REPORT_ID_REUSED', detail, '/reportId');
}

function ends(move: Move): boolean {
  return move.kind === 'moved' && isTerminal(move.to);
}

/**
 * Every firing is stored, subscribed or not. Each delivery takes the next sequence of its lane,
 * firing by firing in the order of the subscriptions, so that the two firings of one transition are
 * neighbours.
 */
function planFirings(
  context: IntakeContext,
  move: Exclude<Move, { readonly kind: 'refused' }>,
  report: Report,
): Pick<Extract<IntakePlan, { readonly kind: 'accepted' }>, 'firings' | 'lanes'> {
  const firedAtMs = eventTimeMs(report, context.receivedAtMs);
  const { call } = move;
  const values = { ...call, callStatus: call.status ?? '' };
  const lanes: Record<string, number> = { ...context.lanes };
  const timed = withPlausibleTimes(report, context.receivedAtMs);
  const fired = fire(move, timed, firedAtMs);
  const facts = fired.length === 0 || call.facts === null ? null : factsJson(call.facts);
  const firings = fired.map((firing): PlannedFiring => {
    const { trigger, errors } = firing;
    const deliveries = joinLanes(context.subscriptions, trigger, call, lanes);
    const data = callData(firing.data, values);
    const rendered = renderFiring({ trigger, data, errors, facts }, context.serviceName, firedAtMs);
    return { ...rendered, deliveries };
  });
  return { firings, lanes };
}

function withPlausibleTimes(report: Report, receivedAtMs: number): Report {
  if (report.errors.length === 0) return report;
  const errors = report.errors.map((error) => {
    return { ...error, atMs: plausibleMs(error.atMs, receivedAtMs) };
  });
  return { ...report, errors };
}

/**
 * Adds a delivery to the end of the lane of each endpoint that ticks the trigger and wants the
 * call, and updates the sequences in `lanes`. `call` null: it was asked for by hand, so no filter
 * counts.
 */
export function joinLanes(
  subscriptions: readonly Subscription[],
  trigger: Trigger,
  call: FilteredCall | null,
  lanes: Record<string, number>,
): readonly PlannedDelivery[] {
  return subscriptions
    .filter(({ triggers, filter }) => {
      if (!triggers.has(trigger)) return false;
      return filter === null || call === null || unmetPart(filter, call) === null;
    })
    .map(({ endpoint, bodyForm, agent }): PlannedDelivery => {
      const sequence = (lanes[endpoint] ?? 0) + 1;
      lanes[endpoint] = sequence;
      return { endpoint, sequence, bodyForm, agent };
    });
}
