/**
 * Calls and their timelines on the wire (S12.14), and how stored rows are shown. The timeline shows
 * the nine steps of every report: the report, the move, the firings, the deliveries and their
 * outcomes.
 */
import type { Static } from 'typebox';
import type { CallLogExpectation } from '../../acw/run/run-rules.ts';
import { type CallFacts, shownFacts } from '../../core/call/facts.ts';
import { DIRECTIONS } from '../../core/call/status.ts';
import { IGNORED_REASONS } from '../../core/call/transition.ts';
import { SHOWN_STATES, type ShownState } from '../../core/delivery/state.ts';
import { formatId } from '../../core/id.ts';
import { ERROR_CODES } from '../../core/payload/call-error.ts';
import { isoTime } from '../../core/time.ts';
import { type Explanation, NO_DELIVERY_REASONS } from '../../engine/delivery/explain.ts';
import type { CallLogFacts, Run } from '../../engine/ports/acw-store.ts';
import type {
  CallSummary,
  CallTimeline,
  DeliverySummary,
  TimelineFiring,
  TimelineReport,
} from '../../engine/ports/query-store.ts';
import { AcwRun, showRun } from './acw-run.ts';
import { DeliveryWithAttempts, showAttempt, showDelivery, TriggerName } from './delivery.ts';
import { factProperties } from './report.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

export const Facts = strictObject(factProperties, {
  title: 'CallFacts',
  description: 'What reports said of the call besides its status; what is not known is absent',
});

/** Absent facts have no name, which a strict record needs. */
export function showFacts(facts: CallFacts | null): Static<typeof Facts> {
  if (facts === null) return {};
  const { tags, metadata, ...rest } = JSON.parse(JSON.stringify(shownFacts(facts)));
  return { ...rest, ...(tags ? { tags } : {}), ...(metadata ? { metadata } : {}) };
}

export const callProperties = {
  callId: Type.String(),
  direction: oneOf(DIRECTIONS, { title: 'Direction' }),
  status: nullable(Type.String({ description: 'Null until a report carries one' })),
  callSid: Type.String(),
  clientId: Type.String(),
  firstReportAt: Timestamp,
  lastReportAt: Timestamp,
  endedAt: nullable(Timestamp),
  facts: Facts,
  reports: Type.Integer({ minimum: 0 }),
} as const;

const CallReport = strictObject(
  {
    number: Type.Integer({ minimum: 1 }),
    receivedAt: Timestamp,
    occurredAt: nullable(Timestamp),
    source: Type.String({
      description: "api, stale (the service's own sweep) or ingest:<source id>",
    }),
    reportId: nullable(Type.String()),
    status: nullable(Type.String()),
    errors: Type.Array(
      strictObject({
        code: oneOf(ERROR_CODES, { title: 'ErrorCode' }),
        message: nullable(Type.String()),
        timestamp: nullable(Timestamp),
      }),
    ),
    applied: Type.Boolean(),
    reason: nullable(oneOf(IGNORED_REASONS)),
    facts: Facts,
  },
  { title: 'CallReport' },
);

const Transition = strictObject(
  {
    reportNumber: Type.Integer(),
    from: nullable(Type.String()),
    to: Type.String(),
    at: Timestamp,
  },
  { title: 'Transition' },
);

const Firing = strictObject(
  {
    messageId: idOf('msg'),
    reportNumber: nullable(
      Type.Integer({
        minimum: 1,
        description: 'Null: the end of a run or a launch by hand fired it, not a report',
      }),
    ),
    trigger: TriggerName,
    firedAt: Timestamp,
    data: Type.String({ description: 'The data object, as JSON text' }),
    errors: nullable(Type.String({ description: 'The errors list, as JSON text' })),
  },
  { title: 'Firing' },
);

/** PRESENT, the first: there is a log. DELETED, the last: there was one. */
const CALL_LOG_STATES = ['PRESENT', 'EXPECTED', 'UNLIKELY', 'NEVER', 'DELETED'] as const;
export const RUNS_SHOWN_MAX = 50;

const CallLogState = strictObject(
  {
    state: oneOf(CALL_LOG_STATES, {
      description:
        'Without a log: whether one may still come. NEVER: no call was placed; UNLIKELY: it was ' +
        'not answered',
    }),
    version: nullable(Type.Integer({ minimum: 1 })),
    turns: nullable(Type.Integer({ minimum: 0 })),
  },
  { title: 'CallLogState' },
);

export const CallDetails = strictObject(
  {
    ...callProperties,
    callLog: CallLogState,
    acwRuns: Type.Array(AcwRun, {
      description: `The last ${RUNS_SHOWN_MAX} runs of agents, the newest first`,
    }),
    timeline: strictObject({
      reports: Type.Array(CallReport),
      transitions: Type.Array(Transition),
      firings: Type.Array(Firing),
      deliveries: Type.Array(DeliveryWithAttempts),
      truncated: Type.Boolean({ description: 'True: one of the lists was cut at its bound' }),
    }),
  },
  { title: 'CallDetails' },
);

export const ExplainQuery = strictObject({ endpointId: idOf('ep') });

export const ExplainReply = strictObject(
  {
    callId: Type.String(),
    endpointId: idOf('ep'),
    truncated: Type.Boolean({
      description:
        'True: the call has more firings than this answer reads; the oldest may be missing',
    }),
    explanations: Type.Array(
      strictObject({
        trigger: TriggerName,
        messageId: nullable(idOf('msg')),
        firedAt: nullable(Timestamp),
        deliveryId: nullable(idOf('dlv')),
        state: nullable(oneOf(SHOWN_STATES, { title: 'DeliveryState' })),
        dueAt: nullable(Timestamp),
        behind: nullable(idOf('dlv', 'What it waits behind')),
        leaseUntil: nullable(Timestamp),
        reason: nullable(oneOf(NO_DELIVERY_REASONS, { description: 'Why there is no delivery' })),
        text: Type.String({ description: 'The same reason as a sentence' }),
      }),
    ),
  },
  { title: 'Explanation' },
);

const Call = strictObject(callProperties);

export function showCall(call: CallSummary): Static<typeof Call> {
  return {
    callId: call.callId,
    direction: call.direction,
    status: call.status,
    callSid: call.callSid,
    clientId: call.clientId,
    firstReportAt: isoTime(call.firstReportAtMs),
    lastReportAt: isoTime(call.lastReportAtMs),
    endedAt: nullableTimestampOf(call.endedAtMs),
    facts: showFacts(call.facts),
    reports: call.reports,
  };
}

export interface AfterCall {
  readonly facts: CallLogFacts | null;
  readonly expectation: CallLogExpectation;
  readonly runs: readonly Run[];
}

export function showTimeline(
  timeline: CallTimeline,
  afterCall: AfterCall,
  shownState: (delivery: DeliverySummary) => ShownState,
): Static<typeof CallDetails> {
  return {
    ...showCall(timeline.call),
    callLog: showCallLogState(afterCall),
    acwRuns: afterCall.runs.map(showRun),
    timeline: {
      reports: timeline.reports.map(showReport),
      transitions: timeline.moves.map(({ atMs, ...move }) => ({ ...move, at: isoTime(atMs) })),
      firings: timeline.firings.map(showFiring),
      deliveries: timeline.deliveries.map((delivery) => ({
        ...showDelivery(delivery, shownState(delivery)),
        attemptList: delivery.attemptList.map(showAttempt),
      })),
      truncated: timeline.truncated,
    },
  };
}

function showCallLogState({ facts, expectation }: AfterCall): Static<typeof CallLogState> {
  if (facts === null) return { state: expectation, version: null, turns: null };
  const { version, turns, deletedAtMs } = facts;
  return deletedAtMs === null
    ? { state: 'PRESENT', version, turns }
    : { state: 'DELETED', version, turns: null };
}

function showReport(report: TimelineReport): Static<typeof CallReport> {
  return {
    number: report.number,
    receivedAt: isoTime(report.receivedAtMs),
    occurredAt: nullableTimestampOf(report.occurredAtMs),
    source: report.source,
    reportId: report.reportId,
    status: report.status,
    errors: report.errors.map(({ code, message, atMs }) => ({
      code,
      message,
      timestamp: nullableTimestampOf(atMs),
    })),
    applied: report.applied,
    reason: report.reason,
    facts: showFacts(report.facts),
  };
}

function showFiring(firing: TimelineFiring): Static<typeof Firing> {
  return {
    messageId: formatId('msg', firing.firedAtMs, firing.key),
    reportNumber: firing.reportNumber === 0 ? null : firing.reportNumber,
    trigger: firing.trigger,
    firedAt: isoTime(firing.firedAtMs),
    data: firing.data,
    errors: firing.errors,
  };
}

export function showExplanation(
  explanation: Explanation,
): Static<typeof ExplainReply>['explanations'][number] {
  const { trigger, firing, delivery, leaseUntilMs, reason, text } = explanation;
  const shown = delivery === null ? null : showDelivery(delivery.summary, delivery.shown);
  return {
    trigger,
    messageId: firing === null ? null : formatId('msg', firing.firedAtMs, firing.key),
    firedAt: firing === null ? null : isoTime(firing.firedAtMs),
    deliveryId: shown?.id ?? null,
    state: shown?.state ?? null,
    dueAt: shown?.dueAt ?? null,
    behind: shown?.behind ?? null,
    leaseUntil: nullableTimestampOf(leaseUntilMs),
    reason,
    text,
  };
}
