/** A call as the API answers, for the tests of the timeline: one endpoint, two deliveries. */
import type { CallDetail } from '../../../../dashboard/src/api/record.ts';
import type {
  TimelineDelivery,
  TimelineRun,
} from '../../../../dashboard/src/page/call/timeline-segment.ts';

export const START_MS = Date.UTC(2026, 10, 20, 11);

export function iso(afterMs: number): string {
  return new Date(START_MS + afterMs).toISOString();
}

type Attempt = TimelineDelivery['attemptList'][number];

export function attempt(number: number, afterMs: number, changes: Partial<Attempt> = {}): Attempt {
  return {
    number,
    startedAt: iso(afterMs),
    durationMs: 100,
    outcome: 'delivered',
    status: 200,
    error: null,
    excerpt: null,
    manual: false,
    ...changes,
  };
}

export function delivery(
  sequence: number,
  changes: Partial<TimelineDelivery> = {},
): TimelineDelivery {
  return {
    id: `dlv_${sequence}`,
    messageId: `msg_${sequence}`,
    endpointId: 'ep_1',
    callId: 'c',
    trigger: 'OUTBOUND_CALL_CALLING',
    sequence,
    state: 'delivered',
    createdAt: iso(0),
    firedAt: iso(0),
    dueAt: null,
    attempts: 0,
    failures: 0,
    manual: false,
    lastAttemptAt: null,
    closedAt: null,
    lastStatus: null,
    lastError: null,
    behind: null,
    attemptList: [],
    ...changes,
  };
}

export function run(changes: Partial<TimelineRun> = {}): TimelineRun {
  return {
    acwRunId: 'run_1',
    acwAgentId: 'ep_9',
    agentName: 'Analyzer',
    agentKind: 'ANALYZER',
    callId: 'c',
    trigger: 'CALL_LOG_CREATED',
    state: 'SUCCEEDED',
    launchCancelled: false,
    deliveryId: 'dlv_9',
    createdAt: iso(0),
    startedAt: iso(100),
    finishedAt: iso(900),
    giveUpAt: null,
    reason: null,
    acwResultId: 'acwr_1',
    ...changes,
  };
}

type Report = CallDetail['timeline']['reports'][number];
type Firing = CallDetail['timeline']['firings'][number];

export function report(number: number, afterMs: number, changes: Partial<Report> = {}): Report {
  return {
    number,
    receivedAt: iso(afterMs),
    occurredAt: null,
    source: 'api',
    reportId: null,
    facts: {},
    status: 'CALLING',
    errors: [],
    applied: true,
    reason: null,
    ...changes,
  };
}

export function firing(number: number, afterMs: number, trigger: Firing['trigger']): Firing {
  return {
    messageId: `msg_${number}`,
    reportNumber: 1,
    trigger,
    firedAt: iso(afterMs),
    data: '{}',
    errors: null,
  };
}

export function timelineOf(
  parts: Partial<CallDetail['timeline']>,
  acwRuns: readonly TimelineRun[] = [],
): Pick<CallDetail, 'timeline' | 'acwRuns'> {
  const empty = { reports: [], transitions: [], firings: [], deliveries: [], truncated: false };
  return { timeline: { ...empty, ...parts }, acwRuns: [...acwRuns] };
}
