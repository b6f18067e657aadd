/**
 * Every attempt of a delivery in one list: those made, the next one, and those that the schedule
 * still has, with the earliest time of each. Also finds where a receiver asked for a longer wait.
 * Pure. What is planned is an estimate: attempts take time, and waits are spread.
 */
import { BACK_OFF_SPREAD } from '../../../../../src/core/delivery/state.ts';
import type { AttemptRecord, DeliveryRecord } from '../../../api/record.ts';

export interface PlannedAttempt {
  readonly number: number;
  readonly kind: 'done' | 'failed' | 'next' | 'planned' | 'skipped' | 'dropped';
  /** Begin; null: not known before its turn comes, or never. */
  readonly atMs: number | null;
  /** `atMs` is the earliest time there can be. */
  readonly earliest: boolean;
  /** The step of the schedule; null for the first attempt, and for one by hand. */
  readonly waitMs: number | null;
  /** The wait that the receiver asked for by `Retry-After`, if it was longer. */
  readonly askedMs: number | null;
  readonly manual: boolean;
}

type Shown = Pick<DeliveryRecord, 'state' | 'dueAt' | 'manual'> & {
  readonly attemptList: readonly AttemptRecord[];
};

/** Between the end of an attempt and the note of it. */
const SLACK_MS = 1_500;
const MAY_ASK: readonly number[] = [429, 503];

/** `schedule`: the waits before each retry. */
export function attemptSchedule(
  delivery: Shown,
  schedule: readonly number[],
): readonly PlannedAttempt[] {
  const made = madeAttempts(delivery.attemptList, schedule);
  const counted = made.filter(({ manual }) => !manual).length;
  const isOpen = delivery.dueAt !== null || OPEN.includes(delivery.state);
  const rest = Math.max(0, schedule.length + 1 - counted);
  if (!isOpen) return [...made, ...neverMade(delivery, made.length, counted, rest, schedule)];
  if (delivery.manual) {
    const byHand = { ...nextOf(delivery, made, null), manual: true };
    return [...made, byHand, ...planned(null, made.length + 1, counted, rest, schedule)];
  }
  if (rest === 0) return made;
  const waitMs = counted === 0 ? null : (schedule[counted - 1] ?? null);
  const next = nextOf(delivery, made, waitMs);
  const asked = askedOf(delivery.attemptList.at(-1), next.atMs, waitMs);
  return [
    ...made,
    { ...next, askedMs: asked },
    ...planned(next.atMs, made.length + 1, counted + 1, rest - 1, schedule),
  ];
}

const OPEN: readonly string[] = ['waiting', 'due', 'sending', 'retrying', 'held'];

function madeAttempts(
  attempts: readonly AttemptRecord[],
  schedule: readonly number[],
): readonly PlannedAttempt[] {
  let counted = 0;
  return attempts.map((attempt, index) => {
    const waitMs = attempt.manual || counted === 0 ? null : (schedule[counted - 1] ?? null);
    if (!attempt.manual) counted += 1;
    const atMs = Date.parse(attempt.startedAt);
    return {
      number: attempt.number,
      kind: attempt.outcome === 'delivered' ? 'done' : 'failed',
      atMs,
      earliest: false,
      waitMs,
      manual: attempt.manual,
      askedMs: attempt.manual ? null : askedOf(attempts[index - 1], atMs, waitMs),
    };
  });
}

function nextOf(
  { state, dueAt }: Shown,
  made: readonly PlannedAttempt[],
  waitMs: number | null,
): PlannedAttempt {
  const isTimed = state === 'retrying' || state === 'due' || state === 'sending';
  return {
    number: (made.at(-1)?.number ?? 0) + 1,
    kind: 'next',
    waitMs,
    atMs: isTimed && dueAt !== null ? Date.parse(dueAt) : null,
    earliest: false,
    askedMs: null,
    manual: false,
  };
}

function planned(
  fromMs: number | null,
  before: number,
  counted: number,
  rest: number,
  schedule: readonly number[],
): readonly PlannedAttempt[] {
  let atMs = fromMs;
  return Array.from({ length: rest }, (_, index) => {
    const waitMs = schedule[counted + index - 1] ?? null;
    atMs = atMs === null || waitMs === null ? null : atMs + waitMs;
    return {
      number: before + index + 1,
      kind: 'planned',
      atMs,
      earliest: true,
      waitMs,
      askedMs: null,
      manual: false,
    };
  });
}

/**
 * The delivery is settled: the remaining attempts of the schedule were not needed, or were given
 * up.
 */
function neverMade(
  { state }: Shown,
  before: number,
  counted: number,
  rest: number,
  schedule: readonly number[],
): readonly PlannedAttempt[] {
  const kind = state === 'delivered' ? 'skipped' : 'dropped';
  return planned(null, before, counted, rest, schedule).map((one) => ({ ...one, kind }));
}

/** The wait that no spread explains was asked for by the answer before it. */
function askedOf(
  before: AttemptRecord | undefined,
  atMs: number | null,
  waitMs: number | null,
): number | null {
  if (before === undefined || atMs === null || waitMs === null) return null;
  if (before.status === null || !MAY_ASK.includes(before.status)) return null;
  const gapMs = atMs - Date.parse(before.startedAt) - before.durationMs;
  if (gapMs <= waitMs * (1 + BACK_OFF_SPREAD) + SLACK_MS) return null;
  return Math.round(gapMs / 1_000) * 1_000;
}
