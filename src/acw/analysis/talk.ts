/**
 * Who talked how much: time, share, words, pace and turns of each party. Time is the union of the
 * party's turns, so nobody talks twice at once. The pace counts only turns whose end the log
 * tells: of an estimated end it would only repeat the estimate. Pure.
 */

import type { SpokenTurn } from '../call-log/timeline.ts';
import type { Party, TalkFigures } from './analysis.ts';
import { lengthMs, union } from './interval.ts';
import { rounded } from './rounded.ts';

/** Below a second of measured talk a pace says nothing. */
export const PACE_TALK_MS_MIN = 1_000;

export function talkFigures(turns: readonly SpokenTurn[]): Record<Party, TalkFigures> {
  const agent = ofParty(turns, 'AGENT');
  const customer = ofParty(turns, 'CUSTOMER');
  const bothMs = agent.ms + customer.ms;
  const shared = ({ ms, ...rest }: Omit<TalkFigures, 'ratio'>): TalkFigures => ({
    ms,
    ratio: bothMs === 0 ? null : rounded(ms / bothMs, 4),
    ...rest,
  });
  return { AGENT: shared(agent), CUSTOMER: shared(customer) };
}

function ofParty(turns: readonly SpokenTurn[], party: Party): Omit<TalkFigures, 'ratio'> {
  const own = turns.filter(({ speaker }) => speaker === party);
  const measured = own.filter((turn) => turn.measured);
  const measuredMs = lengthMs(union(measured));
  const pace = (wordsOf(measured) * 60_000) / measuredMs;
  return {
    ms: lengthMs(union(own)),
    words: wordsOf(own),
    wpm: measuredMs < PACE_TALK_MS_MIN ? null : rounded(pace, 1),
    turns: own.length,
  };
}

function wordsOf(turns: readonly SpokenTurn[]): number {
  return turns.reduce((sum, { words }) => sum + words, 0);
}
