/**
 * The conversation of agent and customer within a call, for the rules of a scorecard (S11.19). It
 * begins with the agent's first turn and has its own clock, which stops while the system speaks:
 * queues, menus, announcements and surveys count for neither party. Must never make a figure that
 * the log does not show. Definitions: docs/reference/evaluation.md.
 */
import type { Party } from '../analysis/analysis.ts';
import { callMetrics } from '../analysis/call-metrics.ts';
import type { CallLog } from '../call-log/call-log.ts';
import { gaps, type Interval, lengthMs, union } from '../call-log/interval.ts';
import { endedAtMs, type SpokenTurn, timelineOf } from '../call-log/timeline.ts';
import { exactFigures, type RuleFigures } from './rule-figure.ts';

/**
 * `atMs` and `untilMs` are on the clock of the conversation; `startMs` and `endMs` are those of the
 * log.
 */
export interface PlacedTurn extends SpokenTurn {
  readonly atMs: number;
  readonly untilMs: number;
  /** The latest possible end: `untilMs` if the log states the end, else the speaker's next turn. */
  readonly untilMostMs: number;
}

export interface Conversation {
  /** All turns with speech, including announcements. */
  readonly turns: readonly PlacedTurn[];
  /** The windows of rules begin and end with the agent's first and last turn. */
  readonly firstAtMs: number;
  readonly last: Pick<PlacedTurn, 'turn' | 'atMs' | 'untilMs' | 'measured'>;
  readonly heard: readonly Party[];
  readonly figures: RuleFigures;
}

export function conversationOf(log: CallLog): Conversation {
  const { turns, span } = timelineOf(log);
  const parties = turns.filter(({ speaker }) => speaker !== 'SYSTEM');
  const agent = parties.filter(({ speaker }) => speaker === 'AGENT');
  const beginsMs = agent[0]?.startMs ?? span.startMs;
  const handedOverMs = handOverMs(turns, agent.at(-1));
  const own = parties.filter(({ startMs }) => startMs >= beginsMs && startMs < handedOverMs);
  const clock = clockWithout(systemTimes(turns, parties));
  const endsMs = handedOverMs === NEVER ? endedAtMs(log) : handedOverMs;
  const mostMs = latestEnds(turns);
  const placed = turns.map((turn, index) => ({
    ...turn,
    atMs: clock(turn.startMs),
    untilMs: clock(turn.endMs),
    untilMostMs: clock(mostMs[index] ?? NEVER),
  }));
  const last = placed.findLast(({ turn }) => turn === (agent.at(-1) ?? parties.at(-1))?.turn);
  const told = own.map((turn) => onClock(turn, clock));
  return {
    turns: placed,
    firstAtMs: clock(beginsMs),
    last: last ?? { turn: -1, atMs: span.endMs, untilMs: span.endMs, measured: true },
    heard: (['AGENT', 'CUSTOMER'] as const).filter((party) =>
      parties.some(({ speaker }) => speaker === party),
    ),
    figures: figuresOf(told, clock(beginsMs), endsMs === null ? null : clock(endsMs)),
  };
}

const NEVER = Number.POSITIVE_INFINITY;

/**
 * When the system takes over for good, as in a survey: its first turn after the agent's last one.
 */
function handOverMs(turns: readonly SpokenTurn[], last: SpokenTurn | undefined): number {
  if (last === undefined) return NEVER;
  const after = turns.find(
    ({ speaker, startMs }) =>
      speaker === 'SYSTEM' && startMs > last.startMs && startMs >= last.endMs,
  );
  return after?.startMs ?? NEVER;
}

/** For each pause of the parties, the time from the system's first word to its last one. */
function systemTimes(turns: readonly SpokenTurn[], said: readonly SpokenTurn[]): Interval[] {
  const talk = union(said);
  const [first, last] = [talk[0], talk.at(-1)];
  if (first === undefined || last === undefined) return [];
  const pauses = gaps(talk, { startMs: first.startMs, endMs: last.endMs });
  const system = turns.filter(({ speaker }) => speaker === 'SYSTEM');
  let next = 0;
  return pauses.flatMap((pause) => {
    while ((system[next]?.endMs ?? NEVER) <= pause.startMs) next += 1;
    let [fromMs, toMs] = [NEVER, 0];
    for (; (system[next]?.startMs ?? NEVER) < pause.endMs; next += 1) {
      const { startMs = NEVER, endMs = 0 } = system[next] ?? {};
      if (endMs <= pause.startMs) continue;
      fromMs = Math.min(fromMs, Math.max(startMs, pause.startMs));
      toMs = Math.max(toMs, Math.min(endMs, pause.endMs));
    }
    return toMs > fromMs ? [{ startMs: fromMs, endMs: toMs }] : [];
  });
}

type ConversationClock = (ms: number) => number;

/** `cuts`: in order, without overlap. During a cut the clock stops. */
function clockWithout(cuts: readonly Interval[]): ConversationClock {
  const before: number[] = [];
  let sum = 0;
  for (const cut of cuts) {
    before.push(sum);
    sum += lengthMs([cut]);
  }
  return (ms) => {
    let low = 0;
    let high = cuts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cuts[middle]?.startMs ?? ms) < ms) low = middle + 1;
      else high = middle;
    }
    const cut = cuts[low - 1];
    if (cut === undefined) return ms;
    return ms - (before[low - 1] ?? 0) - (Math.min(ms, cut.endMs) - cut.startMs);
  };
}

/**
 * If the log does not state an end, a turn ends at the latest when its speaker begins the next one.
 */
function latestEnds(turns: readonly SpokenTurn[]): readonly number[] {
  const next = new Map<string, number>();
  return turns
    .toReversed()
    .map(({ speaker, startMs, endMs, measured }) => {
      const latestMs = measured ? endMs : (next.get(speaker) ?? NEVER);
      next.set(speaker, startMs);
      return latestMs;
    })
    .reverse();
}

function onClock(turn: SpokenTurn, clock: ConversationClock): SpokenTurn {
  return { ...turn, startMs: clock(turn.startMs), endMs: clock(turn.endMs) };
}

/** If ends are missing, only the figures that the beginnings of turns determine are given. */
function figuresOf(
  turns: readonly SpokenTurn[],
  startMs: number,
  endedMs: number | null,
): RuleFigures {
  const endMs = turns.reduce((latest, turn) => Math.max(latest, turn.endMs), endedMs ?? startMs);
  if (turns.every(({ measured }) => measured)) {
    const { metrics, skewed } = callMetrics({ turns, span: { startMs, endMs } });
    const figures = exactFigures(metrics);
    return skewed ? { ...figures, 'silence.longestMs': null, 'silence.ratio': null } : figures;
  }
  const shortest = turns.map((turn) =>
    turn.measured ? turn : { ...turn, endMs: turn.startMs + 1 },
  );
  const leastEndMs = shortest.reduce((latest, turn) => Math.max(latest, turn.endMs), 0);
  const span = { startMs, endMs: Math.max(leastEndMs - 1, endedMs ?? startMs) };
  const { metrics } = callMetrics({ turns: shortest, span });
  const longestMs = metrics.silence.longestMs;
  return {
    ...exactFigures(null),
    durationMs: { least: lengthMs([span]), most: NEVER },
    'silence.longestMs':
      longestMs === null ? null : { least: 0, most: longestMs + 1, doubtful: true },
  };
}
