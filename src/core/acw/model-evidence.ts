/**
 * Whether a turn says what a model quotes of it (decisions section 8): the quote must be a part of
 * the cited turn's text, as it was sent, but for white space. Nothing else is forgiven: what a
 * model mends in a quote, it may as well have made up.
 */
import type { Turn } from './call-log.ts';
import { tamed } from './model-transcript.ts';

export interface Cited {
  readonly turn: number;
  readonly quote: string;
}

/** The quote as the turn has it, or null. `turns`: as they were sent, by their place in the log. */
export function foundQuote({ turn, quote }: Cited, turns: readonly Turn[]): Cited | null {
  const text = turns[turn]?.text ?? '';
  const plain = tamed(quote);
  for (const words of [plain, plain.replace(QUOTED, '$1')]) {
    if (/[\p{L}\p{N}]/u.test(words) && text.includes(words)) return { turn, quote: words };
  }
  return null;
}

/** Marks that a model puts around a quote although the field already says that it is one. */
const QUOTED = /^["'“”„«»‘’「]\s?(.*?)\s?["'“”«»‘’」]$/u;
