/**
 * Made-up facts for the tests of core: each maker gives a whole, valid value, and a test changes
 * only what it is about. Times are fixed, so a test never depends on when it runs.
 */

import type { Report } from '../../src/core/call/report.ts';
import type { Direction } from '../../src/core/call/status.ts';
import type { Call } from '../../src/core/call/transition.ts';
import type { EndpointInput } from '../../src/core/endpoint/endpoint-rules.ts';
import { asKey, type EndpointKey } from '../../src/core/id.ts';
import {
  type IntakeContext,
  type IntakePlan,
  planReport,
  type Subscription,
} from '../../src/core/intake/plan.ts';
import type { ErrorCode, ReportedError } from '../../src/core/payload/call-error.ts';
import { TRIGGERS, type Trigger } from '../../src/core/trigger/trigger.ts';

/** 2026-11-20T11:19:00.125Z */
export const NOW_MS = 1_795_173_540_125;
export const NOW_TEXT = '2026-11-20T11:19:00.125Z';
export const CALL_ID = 'call_01JD3Z9M0T2A';

export function reportOf(changes: Partial<Report> = {}): Report {
  return {
    status: null,
    direction: null,
    callSid: null,
    clientId: null,
    errors: [],
    occurredAtMs: null,
    reportId: null,
    ...changes,
  };
}

export function callOf(direction: Direction, changes: Partial<Call> = {}): Call {
  return {
    callId: CALL_ID,
    direction,
    status: null,
    callSid: 'CA4712',
    clientId: 'order_4712',
    wasInProgress: false,
    firstReportAtMs: NOW_MS - 60_000,
    lastReportAtMs: NOW_MS - 30_000,
    endedAtMs: null,
    facts: null,
    ...changes,
  };
}

export function errorOf(code: ErrorCode, changes: Partial<ReportedError> = {}): ReportedError {
  return { code, message: null, atMs: null, ...changes };
}

export function endpointKey(key: number): EndpointKey {
  return asKey<EndpointKey>(key);
}

export function subscriptionOf(
  key: number,
  triggers: readonly Trigger[] = TRIGGERS,
  bodyForm = 'message',
): Subscription {
  const settings = { filter: null, bodyForm, agent: false };
  return { endpoint: endpointKey(key), triggers: new Set(triggers), ...settings };
}

export function contextOf(changes: Partial<IntakeContext> = {}): IntakeContext {
  return {
    callId: CALL_ID,
    call: null,
    reports: 0,
    lanes: {},
    subscriptions: [],
    serviceName: 'Ringpost',
    wasDeleted: false,
    closed: null,
    earlier: null,
    receivedAtMs: NOW_MS,
    ...changes,
  };
}

export type AcceptedPlan = Extract<IntakePlan, { readonly kind: 'accepted' }>;

/** Plans a report that must be accepted. */
export function accepted(context: Partial<IntakeContext>, report: Partial<Report>): AcceptedPlan {
  const plan = planReport(contextOf(context), reportOf(report));
  if (plan.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(plan)}`);
  return plan;
}

export function endpointInputOf(changes: Partial<EndpointInput> = {}): EndpointInput {
  return {
    name: 'Order desk',
    kind: 'custom',
    target: 'https://example.com/calls',
    triggers: ['OUTBOUND_CALL_COMPLETED'],
    opsTriggers: [],
    auth: { method: 'rsa-sha256' },
    filter: null,
    contentKey: 'message',
    payloadVersion: 1,
    signatureFormat: 'webhook-signature',
    headers: [],
    timeoutMs: 10_000,
    retryScheduleMs: [5_000, 15_000],
    pacing: { ratePerS: null, burst: 20, concurrency: 20 },
    agent: null,
    ...changes,
  };
}
