/**
 * What a delivery did when, as segments of its bar: it waited behind another, was scheduled or
 * backed off, was in flight, was held, and will be tried again. Pure. Source: S6. Must never claim
 * what the records do not show: a hold in the past is told as scheduled.
 */
import type { AttemptRecord, CallDetail } from '../../api/record.ts';

export type TimelineDelivery = CallDetail['timeline']['deliveries'][number];
export type TimelineRun = CallDetail['acwRuns'][number];

export type SegmentKind = 'waiting' | 'scheduled' | 'attempt' | 'held' | 'future';
export type SegmentTone = 'good' | 'bad' | 'busy' | null;

export interface Segment {
  readonly kind: SegmentKind;
  readonly fromMs: number;
  readonly toMs: number;
  /** For an attempt: how it ended, or `busy` while it is in flight. */
  readonly tone: SegmentTone;
  readonly attempt: AttemptRecord | null;
  /** For an attempt, including one that is in flight or planned. */
  readonly number: number | null;
}

const PLAIN = { tone: null, attempt: null, number: null } as const;

/** `before`: the delivery ahead of it in the lane, whose end it waited for. */
export function deliverySegments(
  delivery: TimelineDelivery,
  before: TimelineDelivery | null,
  nowMs: number,
): readonly Segment[] {
  const createdMs = Date.parse(delivery.createdAt);
  const attempts = delivery.attemptList.toSorted((a, b) => a.number - b.number);
  const endMs = endOf(delivery, attempts, nowMs);
  const readyMs = readyAt(createdMs, before, attempts[0], endMs, delivery.state);
  const segments: Segment[] = [];
  const add = (kind: SegmentKind, fromMs: number, toMs: number): void => {
    if (toMs > fromMs) segments.push({ kind, fromMs, toMs, ...PLAIN });
  };
  add('waiting', createdMs, readyMs);
  let at = readyMs;
  for (const attempt of attempts) {
    const startMs = Date.parse(attempt.startedAt);
    const doneMs = startMs + attempt.durationMs;
    add('scheduled', at, startMs);
    const tone = attempt.outcome === 'delivered' ? 'good' : 'bad';
    const { number } = attempt;
    segments.push({ kind: 'attempt', fromMs: startMs, toMs: doneMs, tone, attempt, number });
    at = Math.max(at, doneMs);
  }
  return [...segments, ...openSegments(delivery, at, endMs, nowMs)];
}

/** The present and planned segments of an open delivery. */
function openSegments(
  { state, dueAt, attempts, closedAt }: TimelineDelivery,
  sinceMs: number,
  endMs: number,
  nowMs: number,
): readonly Segment[] {
  const dueMs = dueAt === null ? null : Date.parse(dueAt);
  const span = (kind: SegmentKind, fromMs: number, toMs: number): readonly Segment[] =>
    toMs > fromMs ? [{ kind, fromMs, toMs, ...PLAIN }] : [];
  switch (state) {
    case 'sending': {
      // Until the attempt has ended, the due time is assumed to be its start.
      const startMs = Math.min(Math.max(sinceMs, dueMs ?? sinceMs), nowMs);
      const flight = {
        kind: 'attempt',
        tone: 'busy',
        attempt: null,
        number: attempts + 1,
      } as const;
      const toMs = Math.max(nowMs, startMs + 1);
      return [...span('scheduled', sinceMs, startMs), { ...flight, fromMs: startMs, toMs }];
    }
    case 'held':
      return span('held', sinceMs, nowMs);
    case 'due':
    case 'retrying': {
      const waits = span('scheduled', sinceMs, nowMs);
      if (dueMs === null || dueMs <= nowMs) return waits;
      const next = { kind: 'future', tone: null, attempt: null, number: attempts + 1 } as const;
      return [...waits, { ...next, fromMs: dueMs, toMs: dueMs }];
    }
    case 'waiting':
      return [];
    case 'cancelled':
      // A delivery that was cancelled between attempts waited until then.
      return closedAt === null ? [] : span('scheduled', sinceMs, endMs);
    default:
      return [];
  }
}

function endOf(
  { closedAt }: TimelineDelivery,
  attempts: readonly AttemptRecord[],
  nowMs: number,
): number {
  if (closedAt === null) return nowMs;
  const last = attempts.at(-1);
  const lastMs = last === undefined ? 0 : Date.parse(last.startedAt) + last.durationMs;
  return Math.max(Date.parse(closedAt), lastMs);
}

/**
 * Until then the delivery waited behind another one. A reopened delivery may end later than its
 * successors.
 */
function readyAt(
  createdMs: number,
  before: TimelineDelivery | null,
  first: AttemptRecord | undefined,
  endMs: number,
  state: TimelineDelivery['state'],
): number {
  if (state === 'waiting') return endMs;
  if (before === null) return createdMs;
  const freeMs = before.closedAt === null ? endMs : Date.parse(before.closedAt);
  const latestMs = first === undefined ? endMs : Date.parse(first.startedAt);
  return Math.max(createdMs, Math.min(freeMs, latestMs));
}

export interface RunPhase {
  readonly kind: 'waiting' | 'attempt' | 'future';
  readonly fromMs: number;
  readonly toMs: number;
  readonly tone: SegmentTone;
}

/** A run waits for its launch, runs, and ends; `future`: when it gives up. */
export function runPhases(run: TimelineRun, nowMs: number): readonly RunPhase[] {
  const createdMs = Date.parse(run.createdAt);
  const endMs = run.finishedAt === null ? nowMs : Date.parse(run.finishedAt);
  const startMs = run.startedAt === null ? endMs : Math.min(Date.parse(run.startedAt), endMs);
  const phases: RunPhase[] = [];
  if (startMs > createdMs) {
    phases.push({ kind: 'waiting', fromMs: createdMs, toMs: startMs, tone: null });
  }
  const waitsForLog = run.state === 'WAITING_CALL_LOG';
  if (run.startedAt !== null || run.finishedAt !== null) {
    const kind = waitsForLog ? 'waiting' : 'attempt';
    phases.push({ kind, fromMs: startMs, toMs: endMs, tone: waitsForLog ? null : toneOf(run) });
  }
  const giveUpMs = run.giveUpAt === null ? 0 : Date.parse(run.giveUpAt);
  if (run.finishedAt === null && giveUpMs > nowMs) {
    phases.push({ kind: 'future', fromMs: giveUpMs, toMs: giveUpMs, tone: null });
  }
  return phases;
}

function toneOf({ state }: TimelineRun): SegmentTone {
  if (state === 'SUCCEEDED') return 'good';
  if (state === 'CANCELLED') return null;
  return state === 'FAILED' ? 'bad' : 'busy';
}
