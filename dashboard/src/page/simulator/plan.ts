/**
 * A scenario for some calls as the requests that will be sent, in order, each with its time. A few
 * calls are reported one by one; many in batches, as a platform would. Pure.
 */
import type { PathOf } from '../../api/path.ts';
import type { Scenario, Step } from './scenario.ts';

interface PlanFacts {
  readonly callIds: readonly string[];
  readonly clientId: string;
  readonly callSid: string;
  /** The present, epoch ms: times of a call log are made of it. */
  readonly nowMs: number;
}

export interface PlannedRequest {
  readonly number: number;
  /** The time after the start when the call runs at its real speed. */
  readonly afterMs: number;
  /** Below the address of the service, without a slash before. */
  readonly path: PathOf<'POST'>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly about: RequestAbout;
}

export type RequestAbout =
  | { readonly kind: 'status'; readonly callId: string; readonly status: string }
  | { readonly kind: 'errors'; readonly callId: string; readonly code: string }
  | { readonly kind: 'log'; readonly callId: string }
  | { readonly kind: 'batch'; readonly status: string; readonly calls: number };

/** Beyond these, statuses go in batches. */
const SINGLE_CALLS_MAX = 20;
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
  const path = `v1/calls/${call}/reports` as const;
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

type Said = readonly [
  speaker: 'AGENT' | 'CUSTOMER' | 'SYSTEM',
  fromS: number,
  toS: number,
  text: string,
];

const SAID: readonly Said[] = [
  ['SYSTEM', 0.2, 3.4, 'This call may be recorded for quality and training purposes.'],
  ['AGENT', 4, 8.6, 'Good morning, this is Mia from Northwind Books. How can I help you?'],
  ['CUSTOMER', 9.4, 15.2, 'Good morning. My order has not arrived. The order number is NB-48213.'],
  ['AGENT', 16, 20.5, 'I am sorry to hear that. Please hold for a moment while I check.'],
  [
    'AGENT',
    29.5,
    34.8,
    'Thank you for waiting. It was held at the depot and comes on 24 November.',
  ],
  ['CUSTOMER', 34.2, 36.4, 'Can you tell me at what time?'],
  ['AGENT', 37.1, 42, 'Between 9:00 and 11:00. We refund the delivery of $4.50 as well.'],
  ['CUSTOMER', 42.8, 46.1, 'Great. Please write to grace.miller@example.com about it.'],
  ['AGENT', 46.9, 51.3, 'I will do that today. Is there anything else I can do for you?'],
  ['CUSTOMER', 52, 53.2, 'No, that was all.'],
  ['AGENT', 53.9, 57.4, 'Thank you for your call. Have a nice day. Goodbye.'],
];

const LENGTH_MS = 58_000;
const ANSWERED_MS = 3_800;

/**
 * The call log of a simulated call, in the words of a made-up company: a greeting, a problem, an
 * answer, a pause while the agent looks something up, a goodbye. Pure.
 * Ends at `endedMs`, epoch ms.
 */
export function sampleLog(direction: 'INBOUND' | 'OUTBOUND', endedMs: number) {
  const startedMs = endedMs - LENGTH_MS;
  return {
    direction,
    startedAt: iso(startedMs),
    answeredAt: iso(startedMs + ANSWERED_MS),
    endedAt: iso(endedMs),
    language: 'en',
    turns: SAID.map(([speaker, fromS, toS, text]) => ({
      speaker,
      text,
      startMs: Math.round(fromS * 1_000),
      endMs: Math.round(toS * 1_000),
    })),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/**
 * A planned request as curl, for a shell: what stands there can be pasted and runs. The key is a
 * variable, never a key. Pure.
 * `base`: of the service, with a trailing slash.
 */
export function requestCurl(base: string, { path, body }: Pick<PlannedRequest, 'path' | 'body'>) {
  return [
    `curl ${quoted(`${base}${path}`)}`,
    `  -H "authorization: Bearer $RINGPOST_KEY"`,
    `  -H 'content-type: application/json'`,
    `  -d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n');
}

/** Quotes for a shell: within single quotes only the closing quote is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
