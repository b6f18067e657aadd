/**
 * By what people find a call besides its ids: its numbers and its tags (S12.33). A term is one text
 * that an index holds; most calls have none. Numbers are found in any writing, so a term of one has
 * its digits only. Pure.
 */
import type { CallFacts } from './facts.ts';

/** What people write between the digits of a number. */
const SEPARATORS = /[\s\u2010-\u2013\u2212()[\]./-]+/gu;
const DIGITS = /^\+?(\d{3,32})$/;
/** An address of SIP, or `tel:`; what follows the number is not part of it. */
const ADDRESS = /^(?:sips?|tel):([^@;?]+)/i;

/**
 * The same text for each way to write one number: `+49 30 1234`, `0049301234` and
 * `sip:+49301234@host` are `n:49301234`. What is no number is kept in lower case.
 */
export function numberTerm(number: string): string {
  const inner = ADDRESS.exec(number)?.[1] ?? number;
  const digits = DIGITS.exec(inner.replace(SEPARATORS, ''))?.[1];
  return `n:${digits?.replace(/^00(?=\d)/, '') ?? number.toLowerCase()}`;
}

export function tagTerm(tag: string): string {
  return `t:${tag}`;
}

export interface TermChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const NO_CHANGE: TermChange = { added: [], removed: [] };

/** What the index of terms must gain and lose after a report. */
export function changedTerms(before: CallFacts | null, after: CallFacts | null): TermChange {
  if (before === after) return NO_CHANGE;
  const old = termsOf(before);
  const now = termsOf(after);
  return {
    added: [...now].filter((term) => !old.has(term)),
    removed: [...old].filter((term) => !now.has(term)),
  };
}

function termsOf(facts: CallFacts | null): ReadonlySet<string> {
  const { from, to, tags = [] } = facts ?? {};
  const numbers = [from, to].filter((number) => number !== undefined);
  return new Set([...numbers.map(numberTerm), ...tags.map(tagTerm)]);
}
