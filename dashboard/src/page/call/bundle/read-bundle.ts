/**
 * A file that says that it is a bundle of a call, read strictly: everything that the page reads of
 * it is checked, so that a foreign or broken file ends in a sentence and never in a broken page.
 * Pure. Must never send anything of it anywhere.
 */

import { createContext, useContext } from 'react';
import type { CallLogFields } from '../../../../../src/http/schema/call-log.ts';
import type { CallDetail, EndpointRecord } from '../../../api/record.ts';
import { STATE_NAMES } from '../../../word/delivery-state.ts';

/**
 * Checks that a value from outside has the shape that a page reads. Returns where it first fails,
 * as a path such as `call.timeline.firings[3].trigger`, or null if all is well. Unknown members are
 * allowed, since a newer service may write more.
 */
type Check = (value: unknown, path: string) => string | null;

const when =
  (holds: (value: unknown) => boolean): Check =>
  (value, path) =>
    holds(value) ? null : path;

const text: Check = when((value) => typeof value === 'string');
const flag: Check = when((value) => typeof value === 'boolean');
const count: Check = when((value) => typeof value === 'number' && Number.isFinite(value));
const time: Check = when((value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)));

function oneOf(values: readonly string[]): Check {
  return when((value) => values.some((one) => one === value));
}

function orNull(check: Check): Check {
  return (value, path) => (value === null ? null : check(value, path));
}

function optional(check: Check): Check {
  return (value, path) => (value === undefined ? null : check(value, path));
}

function listOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return path;
    for (const [index, one] of value.entries()) {
      const fault = check(one, `${path}[${index}]`);
      if (fault !== null) return fault;
    }
    return null;
  };
}

function object(members: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
    const present = new Map(Object.entries(value));
    for (const [name, check] of Object.entries(members)) {
      const fault = check(present.get(name), path === '' ? name : `${path}.${name}`);
      if (fault !== null) return fault;
    }
    return null;
  };
}

/** A call with 5,000 attempts is some 5 MB, its log at most 5 MiB, its results 1 MiB each. */
export const BUNDLE_BYTES_MAX = 32 * 1024 * 1024;
export const BUNDLE_KIND = 'call-bundle';
export const BUNDLE_VERSION = 1;

export interface CallBundle {
  readonly ringpost: typeof BUNDLE_KIND;
  readonly formatVersion: typeof BUNDLE_VERSION;
  /** When it was taken, by the clock of the service; ISO 8601. */
  readonly takenAt: string;
  readonly call: CallDetail;
  /** Null: there is none, or the person who exported it may not read it. */
  readonly callLog: CallLogFields | null;
  readonly acwResults: readonly unknown[];
  readonly endpoints: readonly BundleEndpoint[];
}

/** The fields of an endpoint in the timeline; its address and its settings are not exported. */
type BundleEndpoint = Pick<EndpointRecord, 'id' | 'name' | 'kind' | 'retryScheduleMs'>;

export type ReadBundle =
  | { readonly kind: 'read'; readonly bundle: CallBundle }
  | { readonly kind: 'no-json' | 'foreign' | 'newer' }
  /** `at`: what is missing or of another kind. */
  | { readonly kind: 'malformed'; readonly at: string };

export function readBundle(content: string): ReadBundle {
  const value = parsed(content);
  if (value === undefined) return { kind: 'no-json' };
  if (MARK(value, '') !== null) return { kind: 'foreign' };
  if (VERSION(value, '') !== null) return { kind: 'newer' };
  const at = BUNDLE(value, '');
  // The check covers every member of the type that a page reads.
  return at === null ? { kind: 'read', bundle: value as CallBundle } : { kind: 'malformed', at };
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

const MARK = object({ ringpost: oneOf([BUNDLE_KIND]) });
const VERSION = object({
  formatVersion: (value, path) => (value === BUNDLE_VERSION ? null : path),
});

const ATTEMPT = object({
  number: count,
  startedAt: time,
  durationMs: count,
  manual: flag,
  outcome: text,
  status: orNull(count),
  error: orNull(text),
  excerpt: orNull(text),
});

const DELIVERY = object({
  id: text,
  messageId: text,
  endpointId: text,
  callId: text,
  trigger: text,
  sequence: count,
  state: oneOf(STATE_NAMES),
  createdAt: time,
  firedAt: time,
  dueAt: orNull(time),
  attempts: count,
  failures: count,
  manual: flag,
  lastAttemptAt: orNull(time),
  closedAt: orNull(time),
  lastStatus: orNull(count),
  lastError: orNull(text),
  behind: orNull(text),
  attemptList: listOf(ATTEMPT),
});

const REPORT = object({
  number: count,
  receivedAt: time,
  occurredAt: orNull(time),
  source: text,
  reportId: orNull(text),
  status: orNull(text),
  applied: flag,
  errors: listOf(object({ code: text, message: orNull(text), timestamp: orNull(time) })),
  reason: orNull(oneOf(['STALE', 'DUPLICATE', 'TERMINAL', 'NOT_ALLOWED'])),
});

const FIRING = object({
  messageId: text,
  trigger: text,
  firedAt: time,
  data: text,
  reportNumber: orNull(count),
  errors: orNull(text),
});

const RUN = object({
  acwRunId: text,
  acwAgentId: text,
  agentName: text,
  callId: text,
  trigger: text,
  state: oneOf(['QUEUED', 'WAITING_CALL_LOG', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED']),
  launchCancelled: flag,
  deliveryId: text,
  createdAt: time,
  startedAt: orNull(time),
  finishedAt: orNull(time),
  giveUpAt: orNull(time),
  reason: orNull(text),
  acwResultId: orNull(text),
});

const CALL = object({
  callId: text,
  direction: oneOf(['INBOUND', 'OUTBOUND']),
  status: orNull(text),
  callSid: text,
  clientId: text,
  reports: count,
  firstReportAt: time,
  lastReportAt: time,
  endedAt: orNull(time),
  callLog: object({
    state: oneOf(['PRESENT', 'EXPECTED', 'UNLIKELY', 'NEVER', 'DELETED']),
    version: orNull(count),
    turns: orNull(count),
  }),
  acwRuns: listOf(RUN),
  timeline: object({
    reports: listOf(REPORT),
    firings: listOf(FIRING),
    deliveries: listOf(DELIVERY),
    transitions: listOf(object({ to: text, at: time })),
    truncated: flag,
  }),
});

const CALL_LOG = object({
  startedAt: time,
  language: optional(text),
  recordingUrl: optional(text),
  turns: listOf(object({ speaker: text, text, startMs: count })),
  participants: optional(listOf(object({ role: text, name: optional(text) }))),
});

const BUNDLE = object({
  takenAt: time,
  call: CALL,
  callLog: orNull(CALL_LOG),
  acwResults: listOf(() => null),
  endpoints: listOf(object({ id: text, name: text, kind: text, retryScheduleMs: listOf(count) })),
});

/**
 * The file name of a bundle. An id may hold characters that file systems reject, so they are
 * replaced. Pure.
 */
export function bundleName(callId: string): string {
  return `call-${callId.replaceAll(/[^\w.-]+/g, '_').slice(0, 80)}.json`;
}

/**
 * Removes the user, the query and the fragment from the address of the recording, since they often
 * sign it. A bundle must never open a recording to every reader of the file. Pure.
 */
export function withoutSigns(log: CallLogFields): CallLogFields {
  const { recordingUrl } = log;
  if (recordingUrl === undefined) return log;
  const plain = recordingUrl.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  return { ...log, recordingUrl: plain.replace(/[?#].*$/s, '') };
}

export interface Imported {
  readonly takenAtMs: number;
  readonly endpoints: ReadonlyMap<string, BundleEndpoint>;
}

/** Null: the call is read from the service. */
export const ImportedContext = createContext<Imported | null>(null);

/**
 * The source of a call's page: the service, or a bundle that was opened from a file. A bundle
 * allows no actions and has no links to the service, and its time stands still at its export.
 */
export function useImported(): Imported | null {
  return useContext(ImportedContext);
}
