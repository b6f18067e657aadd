/**
 * What a rule of a scorecard reads and what it finds (decisions section 8). Each turn is folded
 * once, however many rules there are.
 */
import type { Analysis, Metrics } from './analysis.ts';
import type { CallLog } from './call-log.ts';
import type { CriterionResult, Evidence } from './evaluation.ts';
import type { Interval } from './interval.ts';
import { folded } from './phrase-match.ts';
import { type SpokenTurn, timelineOf } from './timeline.ts';

export interface ReadCall {
  readonly turns: readonly ReadTurn[];
  /** From the answer to the end of the call. */
  readonly span: Interval;
  /** Primary tag, such as `en`. */
  readonly language: string;
  readonly metrics: Metrics;
}

export interface ReadTurn extends SpokenTurn {
  readonly folded: string;
}

export interface Finding {
  readonly result: Exclude<CriterionResult, 'NOT_APPLICABLE'>;
  readonly rationale: string;
  readonly evidence: readonly Evidence[];
  /** The rule cannot tell, but who understands the call's language can. */
  readonly needsModel: boolean;
}

export function readCall(log: CallLog, { language, metrics }: Analysis): ReadCall {
  const { turns, span } = timelineOf(log);
  return {
    turns: turns.map((turn) => ({ ...turn, folded: folded(turn.text) })),
    span,
    language: language.toLowerCase().replace(/-.*$/u, ''),
    metrics,
  };
}
