/**
 * Checker: every run of an agent ends exactly once, with one result, neither early nor much too
 * late: when its log or result comes, when its wait or deadline is over, or when its launch is
 * cancelled; and a result acknowledged to an agent is stored (S9.7). Only a run whose agent was
 * deleted before its launch ends without a result (S9.8). The oracle owes the ACW_COMPLETED of each
 * end, once and in the order of its lane; the other checkers compare it.
 */
import type { AgentSettings } from '../../src/core/endpoint/endpoint.ts';
import type { Checker, History, RestRun, Violation } from '../history.ts';
import { mayBeCancelled } from './asked-for.ts';
import type { ChangeOf } from './change.ts';
import { type Course, type Ledger, ledgerOf, lifeOf, violation } from './ledger.ts';
import { type CommittedEnd, runEndOf } from './run-ends.ts';
import { troublesIn } from './troubles.ts';

const name = 'runs-end';

export const runsEnd: Checker = {
  name,
  promise: 'Every run ends once, in its time, with its result, and a result told is kept.',
  check,
};

/** How late a run may end: a start, the claim of a dead worker, a poll, a put-back. */
const SLACK_MS = 60_000 + 30_000 + 30_000 + 15_000;
/** How late it may end in quiet: less than the poll that runs without word of a log. */
const QUIET_SLACK_MS = 15_000;
/** Turns of a slow disk. */
const TURNS = 200;
/** The longest wait for the log of a call that was not answered. */
const SHORT_WAIT_MS = 60_000;
/** By how much a monotonic clock and the rounding to milliseconds may be off. */
const CLOCK_MS = 1_000;

interface Facts {
  readonly ledger: Ledger;
  readonly ends: ReadonlyMap<number, readonly CommittedEnd[]>;
  readonly launches: ReadonlyMap<number, Course>;
  readonly logs: readonly ChangeOf<'putCallLog'>[];
  readonly claims: readonly ChangeOf<'claimRuns'>[];
}

function check(history: History): readonly Violation[] {
  const { runs = [] } = history.rest;
  const ledger = ledgerOf(history);
  const all = ledger.changes.flatMap((change) => runEndOf(change) ?? []);
  const facts: Facts = {
    ledger,
    ends: Map.groupBy(all, ({ key }) => key),
    launches: new Map(
      ledger.courses.flatMap((each) => (each.key === null ? [] : [[each.key, each]])),
    ),
    logs: ledger.changes.filter((change) => change.name === 'putCallLog'),
    claims: ledger.changes.filter((change) => change.name === 'claimRuns'),
  };
  const found = runs.flatMap((run) =>
    faultsOf(facts, run).map(([says, ms]) => violation(name, `${run.runId} ${says}`, ms, run)),
  );
  return [...found, ...lostResults(facts, runs), ...wrongBodies(ledger, all)];
}

type Fault = readonly [says: string, ms: number];

function faultsOf(facts: Facts, run: RestRun): readonly Fault[] {
  const { ledger, ends, launches } = facts;
  const [end, ...others] = ends.get(run.key) ?? [];
  const course = launches.get(run.key);
  const lastMs = ledger.history.happenings.at(-1)?.ms ?? 0;
  if (end === undefined) return [[`is ${run.state} at the end, and was never ended`, lastMs]];
  const faults: Fault[] = others.map(({ ms }) => ['ended again', ms]);
  if (run.state !== end.state) faults.push([`is ${run.state}, but ended ${end.state}`, end.ms]);
  if (run.resultIds.join() !== (end.resultId ?? '')) {
    faults.push([`has results [${run.resultIds}], not ${end.resultId}`, end.ms]);
  }
  if (course === undefined) return faults;
  const isCancelled = end.state === 'CANCELLED';
  if (end.resultId === null && !isCancelled) faults.push(['ended without a result', end.ms]);
  faults.push(
    ...(isCancelled ? cancelFaults(facts, end, course) : timeFaults(facts, run, end, course)),
  );
  return faults;
}

/** An operator's change cancelled its launch; the run's end is told unless its agent is gone. */
function cancelFaults(
  { ledger, claims }: Facts,
  end: CommittedEnd,
  course: Course,
): readonly Fault[] {
  const life = lifeOf(ledger, course.owed.endpoint);
  const cancelled = life.moves.findLast(({ kind, delivery, since }) => {
    return kind === 'cancel' && since.at < end.at && (delivery ?? course.key) === course.key;
  });
  if (cancelled === undefined || !mayBeCancelled(ledger, course)) {
    return [['was cancelled, but its launch was not', end.ms]];
  }
  const sinceMs = Math.max(cancelled.since.ms, lastCancelMs(course, end));
  const faults = [...lateBy(ledger, end, sinceMs)];
  if (!end.isError) faults.push(['was cancelled and says no error', end.ms]);
  const claim = claims.findLast(({ at, value }) => {
    return at < end.at && value.some(({ key }) => Number(key) === end.key);
  });
  const isTold = end.resultId !== null;
  const isGone = (at: number): boolean => life.versionAt(at)?.deleted === true;
  // The agent may be deleted between the claim and the end.
  if (isTold && isGone(claim?.at ?? 0)) faults.push(['told of a deleted agent', end.ms]);
  if (!isTold && !isGone(end.at)) faults.push(['ended silently, and its agent is there', end.ms]);
  return faults;
}

/** A manual attempt that failed leaves a cancelled launch cancelled. */
function lastCancelMs({ settles }: Course, end: CommittedEnd): number {
  const again = settles.findLast(({ argument, at }) => {
    return at < end.at && argument.next.state === 'cancelled';
  });
  return again?.ms ?? 0;
}

function timeFaults(
  { ledger, logs, claims }: Facts,
  run: RestRun,
  end: CommittedEnd,
  course: Course,
): readonly Fault[] {
  const before = course.settles.filter(({ argument, at }) => {
    return argument.next.state !== 'retrying' && at < end.at;
  });
  const delivered = before.find(({ argument }) => argument.next.state === 'delivered');
  const settled = delivered ?? before.at(-1);
  // An agent may post before its answer to the launch arrives.
  if (settled === undefined && end.isPosted) return [];
  if (settled === undefined) return [['ended before its launch was settled', end.ms]];
  const launched = settled.argument.next.state === 'delivered';
  if (!launched) return lateBy(ledger, end, settled.ms);
  const { settings } = lifeOf(ledger, run.endpoint).versionAt(end.at) ?? {};
  const waitMs = waitOf(settings?.agent ?? null);
  const isOwn = settings?.kind === 'self-provided-agent';
  const own = logs.filter((each) => each.argument.callId === run.callId && each.at < end.at);
  const [log] = own.filter(({ value }) => value.kind === 'stored');
  const untilMs = isOwn || log === undefined ? settled.ms + waitMs : Math.max(settled.ms, log.ms);
  const faults = [...lateBy(ledger, end, untilMs, waitMs)];
  if (end.reason === 'CALL_LOG_NOT_FOUND' && log !== undefined) {
    const claim = claims.findLast(({ at, value }) => {
      return at < end.at && value.some(({ key }) => Number(key) === run.key);
    });
    if (claim !== undefined && log.at < claim.at) faults.push(['did not see its log', end.ms]);
  }
  const leastMs = isOwn ? waitMs : Math.min(waitMs, SHORT_WAIT_MS);
  const gaveUp = end.reason === 'CALL_LOG_NOT_FOUND' || end.reason === 'DEADLINE_PASSED';
  const send = course.sends.find((each) => each.settled === settled);
  const waitedMs = end.ms - (send?.answered?.ms ?? settled.ms);
  if (gaveUp && waitedMs + forwardMs(ledger, end) < leastMs) {
    faults.push([`gave up after ${waitedMs} ms of ${leastMs}`, end.ms]);
  }
  return faults;
}

/** `waitMs` begins anew after each disturbance. */
function lateBy(ledger: Ledger, end: CommittedEnd, dueMs: number, waitMs = 0): readonly Fault[] {
  const { disk } = ledger.history.script;
  const turnsMs = TURNS * (disk.commitMs + disk.readMs);
  const disturbed = ledger.history.happenings.findLast(({ what }, at) => {
    return at < end.at && DISTURBANCES.has(what);
  });
  const disturbedMs = disturbed?.ms ?? 0;
  const isQuiet = disturbedMs + waitMs + SLACK_MS + turnsMs < dueMs;
  const untilMs = isQuiet
    ? dueMs + QUIET_SLACK_MS + turnsMs
    : Math.max(dueMs, disturbedMs + waitMs) + SLACK_MS + turnsMs;
  return end.ms <= untilMs ? [] : [[`ended ${end.ms - untilMs} ms too late`, end.ms]];
}

const DISTURBANCES: ReadonlySet<string> = new Set([
  'started',
  'crashed',
  'stopping',
  'stopped',
  'paused',
  'resumed',
  'cut',
  'jumped',
  'disk',
]);

function waitOf(agent: AgentSettings | null): number {
  if (agent === null) return 0;
  return 'deadlineMs' in agent ? agent.deadlineMs : agent.callLogWaitMs;
}

/** By how much the clocks that date a run may be apart or may have been set forward. */
function forwardMs({ jumps, history }: Ledger, end: CommittedEnd): number {
  const before = jumps.filter(({ at }) => at < end.at);
  const jumpedMs = before.reduce((sum, { byMs }) => sum + Math.max(0, byMs), 0);
  return jumpedMs + troublesIn(history).spreadMs + CLOCK_MS;
}

/** A result acknowledged to an agent was on disk before. */
function lostResults({ ledger, ends }: Facts, runs: readonly RestRun[]): readonly Violation[] {
  const byId = new Map(runs.map((run) => [run.runId, run]));
  return ledger.history.happenings.flatMap((told, at) => {
    if (told.what !== 'recorded') return [];
    const run = byId.get(told.runId);
    const [end] = run === undefined ? [] : (ends.get(run.key) ?? []);
    const isKept = run?.resultIds.includes(told.resultId) === true && end !== undefined;
    if (isKept && end.resultId === told.resultId && end.at < at) return [];
    const says = `${told.runId}: result ${told.resultId} was acknowledged and is not on disk`;
    return [violation(name, says, told.ms, run ?? null)];
  });
}

interface Body {
  readonly data?: Readonly<Record<string, unknown>>;
}

/** ACW_COMPLETED has four keys, which name a run that had ended. */
function wrongBodies(ledger: Ledger, ends: readonly CommittedEnd[]): readonly Violation[] {
  const byResult = new Map(ends.map((end) => [end.resultId ?? '', end]));
  return ledger.sends.flatMap(({ sent }) => {
    if (sent.trigger !== 'ACW_COMPLETED') return [];
    const { data = {} }: Body = JSON.parse(sent.body);
    const end = byResult.get(String(data.acwResultId));
    const { callId, agentId: acwAgentId, resultId: acwResultId, isError } = end ?? {};
    const wanted = { callId, acwAgentId, acwResultId, isError: String(isError) };
    const isRight = end !== undefined && end.at < sent.at;
    if (isRight && JSON.stringify(data) === JSON.stringify(wanted)) return [];
    return [violation(name, `ACW_COMPLETED says ${JSON.stringify(data)}`, sent.ms, sent)];
  });
}
