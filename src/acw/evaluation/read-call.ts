/**
 * The input and the output of a scorecard's rules (S11.18). Each turn is folded once, whatever the
 * number of rules.
 */
import type { Analysis } from '../analysis/analysis.ts';
import type { Conversation, PlacedTurn } from './conversation.ts';
import type { CriterionResult, Evidence } from './evaluation.ts';
import { folded } from './phrase-match.ts';

export interface ReadCall extends Omit<Conversation, 'turns'> {
  readonly turns: readonly ReadTurn[];
  /** The primary subtag, such as `en`. */
  readonly language: string;
}

export interface ReadTurn extends PlacedTurn {
  readonly folded: string;
}

export interface Finding {
  readonly result: Exclude<CriterionResult, 'NOT_APPLICABLE'>;
  readonly rationale: string;
  readonly evidence: readonly Evidence[];
  /** True if the rule cannot judge because its phrases are in another language; a model can. */
  readonly needsModel: boolean;
}

export function readCall(
  conversation: Conversation,
  { language }: Pick<Analysis, 'language'>,
): ReadCall {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => ({ ...turn, folded: folded(turn.text) })),
    language: language.toLowerCase().replace(/-.*$/u, ''),
  };
}
