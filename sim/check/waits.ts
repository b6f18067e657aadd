/**
 * How long a delivery that could be sent was left waiting, beyond what explains the wait: the
 * process was down, the disk did not work, the endpoint was disabled, busy, paced or on hold, the
 * slots were taken, the clock was set. The rest is idleness while there was work: a fault, such as
 * a forgotten lane, a missed wake-up, a head never promoted.
 */

import { SHARDS } from '../../src/core/endpoint/endpoint.ts';
import type { EndpointKey } from '../../src/core/id.ts';
import { DISPATCHER_LIMITS } from '../../src/engine/dispatch/limits.ts';
import {
  type Course,
  endOfLife,
  isNoted,
  type Ledger,
  laneOf,
  lifeOf,
  type Send,
} from './ledger.ts';
import { crowded, longestGapMs, merged, type Span } from './spans.ts';
import { tenuresIn } from './tenures.ts';
import { troublesIn } from './troubles.ts';

/** `first`: the lane was empty. `next`: the one before it closed. `retry`: it came due. */
export interface Wait {
  readonly kind: 'first' | 'next' | 'retry';
  readonly course: Course;
  readonly fromMs: number;
  readonly toMs: number;
  /** The longest stretch of it that nothing explains. */
  readonly idleMs: number;
}

/** After a disk fault, reads and settlements back off for up to 6 s. */
const DISK_TAIL_MS = 13_000;
/** A retry may be later than its step by up to this share of it. */
const BACK_OFF_SPREAD = 0.2;
/** The wake timer looks again after at most 30 s, whatever the wall clock did. */
const JUMP_TAIL_MS = 31_000;
/** The failures in a row after which first attempts may be held. */
const HOLD_FAILURES = 5;
/** Between two polls of a worker for work. */
const LOOK_MS = 3_000;
const NEVER_MS = Number.MAX_SAFE_INTEGER;

const KNOWN = new WeakMap<Ledger, readonly Wait[]>();

export function waitsOf(ledger: Ledger): readonly Wait[] {
  const known = KNOWN.get(ledger) ?? measure(ledger);
  KNOWN.set(ledger, known);
  return known;
}

/**
 * The wait that needs no explanation: a few turns of a slow disk, and some more. If there are
 * several processes, one polls every 2 s, hears late of a new head, and reads due times that
 * another clock wrote.
 */
export function patienceMs({ history }: Ledger): number {
  const { disk, fleet } = history.script;
  const alone = 1_000 + 20 * (disk.commitMs + disk.readMs);
  if (fleet === undefined) return alone;
  const { spreadMs } = troublesIn(history);
  return alone + LOOK_MS + 20 * disk.readMs + 5 * fleet.newsMs + fleet.connectMs * 10 + spreadMs;
}

/** When a send ends: its outcome is on disk, or its process is gone. */
export function endOfSendMs(ledger: Ledger, send: Send): number {
  const { answered, settled } = send;
  return settled?.ms ?? endOfLife(ledger, send)?.ms ?? answered?.ms ?? NEVER_MS;
}

function measure(ledger: Ledger): readonly Wait[] {
  const common = [...diskTrouble(ledger), ...slotsTaken(ledger)];
  for (const { ms } of ledger.jumps) common.push({ fromMs: ms, toMs: ms + JUMP_TAIL_MS });
  const byEndpoint = Map.groupBy(ledger.courses, ({ owed }) => owed.endpoint);
  const waits: Wait[] = [];
  for (const [endpoint, courses] of byEndpoint) {
    const sends = courses.flatMap((course) => course.sends);
    const closed = closedTimes(ledger, endpoint);
    const down = downtime(ledger, endpoint);
    const away = merged([...down, ...diskTrouble(ledger), ...closed]);
    const busy = [...down, ...common, ...closed, ...busyTimes(ledger, sends)];
    const retries = merged(busy);
    const firsts = merged([...busy, ...illTimes(ledger, sends)]);
    for (const course of courses) {
      for (const wait of waitsOfCourse(ledger, course, away)) {
        const spans = wait.kind === 'retry' ? retries : firsts;
        waits.push({ ...wait, idleMs: longestGapMs(spans, wait.fromMs, wait.toMs) });
      }
    }
  }
  return waits;
}

type Stretch = Omit<Wait, 'idleMs'>;

function waitsOfCourse(ledger: Ledger, course: Course, away: readonly Span[]): Stretch[] {
  const { owed, sends, key } = course;
  const life = lifeOf(ledger, owed.endpoint);
  const [first] = sends;
  const waits: Stretch[] = [];
  const lane = ledger.lanes.get(laneOf(owed)) ?? [];
  if (first !== undefined) {
    const { at, ms } = first.sent;
    // A change by hand may have given the lane another head; when the lane got free is then
    // unknown.
    const isTouched =
      life.moved('cancel', null, owed.made.at, at) || life.moved('reopen', null, 0, at);
    const before = lane.filter((other) => other.owed.sequence < owed.sequence);
    const freedMs = Math.max(0, ...before.map((other) => closedMs(other) ?? NEVER_MS));
    const fromMs = Math.max(owed.made.ms, freedMs);
    const kind = freedMs > owed.made.ms ? 'next' : 'first';
    if (!isTouched && fromMs < ms) waits.push({ kind, course, fromMs, toMs: ms });
  }
  for (const [index, send] of sends.entries()) {
    const next = sends[index + 1];
    const settled = send.settled;
    if (next === undefined || settled === null) continue;
    const { next: state } = settled.argument;
    if (state.state !== 'retrying' || settled.value.kind !== 'settled') continue;
    if (life.moved('reopen', null, send.sent.at, next.sent.at)) continue;
    if (life.moved('cancel', key, send.sent.at, next.sent.at)) continue;
    const jump = ledger.jumps.findLast(({ at }) => at > send.sent.at && at < next.sent.at);
    const fromMs =
      jump === undefined
        ? settled.ms + (state.dueAtMs - settled.wallMs)
        : redatedMs(ledger, send, next, jump.ms, away);
    if (fromMs < next.sent.ms) {
      waits.push({ kind: 'retry', course, fromMs, toMs: next.sent.ms });
    }
  }
  return waits;
}

/**
 * When a retry is due again at the latest after the clock was set: a process that was away may have
 * noticed the jump only on its return.
 */
function redatedMs(
  ledger: Ledger,
  { sent, answered }: Send,
  next: Send,
  jumpMs: number,
  away: readonly Span[],
): number {
  const { versions } = lifeOf(ledger, sent.endpoint);
  const known = versions.filter(({ since }) => since.at < next.sent.at);
  const stepMs = Math.max(0, ...known.flatMap(({ settings }) => settings.retryScheduleMs));
  const back = away.filter(({ fromMs, toMs }) => toMs > jumpMs && fromMs < next.sent.ms);
  const noticedMs = Math.max(jumpMs, ...back.map(({ toMs }) => toMs)) + JUMP_TAIL_MS;
  const triedMs = answered === null ? 0 : answered.ms - sent.ms;
  return noticedMs + Math.ceil(stepMs * (1 + BACK_OFF_SPREAD)) + triedMs;
}

/** When it was first closed by its own outcome; null: never. */
function closedMs({ settles }: Course): number | null {
  const closing = settles.find(
    ({ argument, value }) => value.kind !== 'reopened' && argument.next.state !== 'retrying',
  );
  return closing?.ms ?? null;
}

/** When no process could send for an endpoint. */
function downtime({ history }: Ledger, endpoint: EndpointKey): readonly Span[] {
  if (history.script.fleet !== undefined) return tenuresIn(history).unserved(endpoint % SHARDS);
  const spans: Span[] = [];
  let downMs: number | null = 0;
  for (const { what, ms } of history.happenings) {
    if (what === 'started' && downMs !== null) {
      spans.push({ fromMs: downMs, toMs: ms });
      downMs = null;
    }
    if (what === 'crashed' || what === 'stopping' || what === 'stopped') downMs ??= ms;
  }
  if (downMs !== null) spans.push({ fromMs: downMs, toMs: NEVER_MS });
  return spans;
}

function diskTrouble({ history }: Ledger): Span[] {
  const spans: Span[] = [];
  let sinceMs: number | null = null;
  for (const told of history.happenings) {
    if (told.what !== 'disk') continue;
    if (told.fault !== null) sinceMs ??= told.ms;
    else if (sinceMs !== null) {
      spans.push({ fromMs: sinceMs, toMs: told.ms + DISK_TAIL_MS });
      sinceMs = null;
    }
  }
  if (sinceMs !== null) spans.push({ fromMs: sinceMs, toMs: NEVER_MS });
  return spans;
}

/** Half of the slots of a process is what endpoints that keep timing out may have. */
function slotsTaken(ledger: Ledger): readonly Span[] {
  const { inFlightMax = DISPATCHER_LIMITS.inFlightMax } = ledger.history.script.limits;
  const most = Math.max(1, Math.floor(inFlightMax / 2));
  const byLife = Map.groupBy(ledger.sends, ({ sent }) => sent.life);
  const spans = [...byLife.values()].flatMap((sends) =>
    crowded(
      sends.map((send) => flightOf(ledger, send)),
      most,
    ),
  );
  return merged(spans);
}

function flightOf(ledger: Ledger, send: Send): Span {
  return { fromMs: send.sent.ms, toMs: endOfSendMs(ledger, send) };
}

function closedTimes(ledger: Ledger, endpoint: EndpointKey): Span[] {
  const { versions } = lifeOf(ledger, endpoint);
  return versions.flatMap(({ since, enabled, deleted }, index) =>
    enabled && !deleted
      ? []
      : [{ fromMs: since.ms, toMs: versions[index + 1]?.since.ms ?? NEVER_MS }],
  );
}

/** In flight, or not yet allowed by its rate. */
function busyTimes(ledger: Ledger, sends: readonly Send[]): Span[] {
  return sends.map((send) => {
    const { fromMs, toMs } = flightOf(ledger, send);
    const { settings } = lifeOf(ledger, send.sent.endpoint).versionAt(send.sent.at) ?? {};
    const rate = settings?.pacing.ratePerS ?? null;
    const pacedMs = rate === null ? fromMs : fromMs + Math.ceil(1_000 / rate);
    return { fromMs, toMs: Math.max(toMs, pacedMs) };
  });
}

/** From so many failures in a row that a hold may begin, to the next success on disk. */
function illTimes(ledger: Ledger, sends: readonly Send[]): Span[] {
  const answers = sends.filter((send) => send.answered !== null);
  answers.sort((a, b) => (a.answered?.at ?? 0) - (b.answered?.at ?? 0));
  const spans: Span[] = [];
  let failures = 0;
  let sinceMs: number | null = null;
  for (const send of answers) {
    const { answered, settled } = send;
    if (answered === null || answered.result.kind === 'blocked') continue;
    const { result } = answered;
    const isGood = result.kind === 'response' && result.status >= 200 && result.status <= 299;
    if (!isGood) {
      failures += 1;
      if (failures >= HOLD_FAILURES) sinceMs ??= answered.ms;
    } else if (settled !== null && isNoted(ledger, send)) {
      failures = 0;
      if (sinceMs !== null) spans.push({ fromMs: sinceMs, toMs: settled.ms });
      sinceMs = null;
    }
  }
  if (sinceMs !== null) spans.push({ fromMs: sinceMs, toMs: NEVER_MS });
  return spans;
}
