/**
 * Stretches: turns of one party that only short pauses part. Recognisers cut speech where they
 * breathe; who interrupts and who answers is a matter of stretches. A back-channel (`uh-huh` while
 * the other talks on) takes no floor and is neither an interruption nor an answer. Pure.
 */

import type { SpokenTurn } from '../call-log/timeline.ts';
import type { Party } from './analysis.ts';
import type { Interval } from './interval.ts';

export interface Stretch extends Interval {
  readonly speaker: Party;
  readonly words: number;
  /** Its end is told by the log. */
  readonly measured: boolean;
  readonly backchannel: boolean;
}

/** A pause from here on ends a stretch. */
export const STRETCH_PAUSE_MS = 500;
/** A back-channel has at most so many words, or is at most so long. */
export const BACKCHANNEL_WORDS_MAX = 3;
export const BACKCHANNEL_MS_MAX = 1_000;

export interface Stretches {
  readonly AGENT: readonly Stretch[];
  readonly CUSTOMER: readonly Stretch[];
}

/** `turns`: in the order they began. */
export function stretchesOf(turns: readonly SpokenTurn[]): Stretches {
  const agent = merged(turns, 'AGENT');
  const customer = merged(turns, 'CUSTOMER');
  return { AGENT: marked(agent, customer), CUSTOMER: marked(customer, agent) };
}

/** The last of `stretches` that began before `atMs`; stretches of one party never overlap. */
export function begunBefore(stretches: readonly Stretch[], atMs: number): Stretch | null {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle]?.startMs ?? atMs) < atMs) low = middle + 1;
    else high = middle;
  }
  return stretches[low - 1] ?? null;
}

function merged(turns: readonly SpokenTurn[], party: Party): Stretch[] {
  const stretches: Stretch[] = [];
  for (const turn of turns) {
    if (turn.speaker !== party) continue;
    const { startMs, endMs, words, measured } = turn;
    const last = stretches.at(-1);
    if (last === undefined || startMs - last.endMs >= STRETCH_PAUSE_MS) {
      stretches.push({ speaker: party, startMs, endMs, words, measured, backchannel: false });
      continue;
    }
    stretches[stretches.length - 1] = {
      ...last,
      endMs: Math.max(last.endMs, endMs),
      words: last.words + words,
      measured: endMs >= last.endMs ? measured : last.measured,
    };
  }
  return stretches;
}

function marked(own: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  return own.map((stretch) => ({ ...stretch, backchannel: isBackchannel(stretch, others) }));
}

function isBackchannel(stretch: Stretch, others: readonly Stretch[]): boolean {
  const { startMs, endMs, words } = stretch;
  if (words > BACKCHANNEL_WORDS_MAX && endMs - startMs > BACKCHANNEL_MS_MAX) return false;
  const around = begunBefore(others, startMs);
  return around !== null && around.endMs >= endMs && around.endMs > startMs;
}
