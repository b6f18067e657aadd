/**
 * Reads a list of calls in which numbers to redact are marked « », redacts each call, and counts:
 * recall is of numbers (nothing of one may stay), precision of placeholders.
 */
import { readFileSync } from 'node:fs';
import type { Turn } from '../../../../src/acw/call-log/call-log.ts';
import { redactedTurns } from '../../../../src/acw/redaction/redact.ts';

export interface Measured {
  readonly calls: number;
  readonly numbers: number;
  readonly found: number;
  readonly placeholders: number;
  /** Placeholders that replace no part of a marked number. */
  readonly wrong: number;
  readonly faults: readonly string[];
}

export function measured(list: string): Measured {
  const lines = readFileSync(new URL(`./${list}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const all = lines.map(measuredLine);
  const sum = (of: (one: Measured) => number): number =>
    all.reduce((total, one) => total + of(one), 0);
  return {
    calls: lines.length,
    numbers: sum(({ numbers }) => numbers),
    found: sum(({ found }) => found),
    placeholders: sum(({ placeholders }) => placeholders),
    wrong: sum(({ wrong }) => wrong),
    faults: all.flatMap(({ faults }) => faults),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function measuredLine(line: string): Measured {
  const [, language = 'und', said = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  const marked = said.split(' // ').map((part) => ({
    speaker: part.startsWith('A:') ? ('AGENT' as const) : ('CUSTOMER' as const),
    ...unmarked(part.slice(2).trim()),
  }));
  const turns: readonly Turn[] = marked.map(({ speaker, text }) => ({ speaker, text, startMs: 0 }));
  const after = redactedTurns(turns, language).map(({ text }) => text);
  const counted = marked.map(({ text, spans }, index) => {
    const hidden = hiddenIn(text, after[index] ?? '');
    const found = spans.filter((span) => isHidden(text, span, hidden));
    const wrong = hidden.filter((one) => !spans.some((span) => overlaps(one, span)));
    return { numbers: spans.length, found: found.length, hidden: hidden.length, wrong };
  });
  const sum = (of: (one: (typeof counted)[number]) => number): number =>
    counted.reduce((total, one) => total + of(one), 0);
  const numbers = sum((one) => one.numbers);
  const found = sum((one) => one.found);
  const wrong = sum((one) => one.wrong.length);
  const isGood = found === numbers && wrong === 0;
  return {
    calls: 1,
    numbers,
    found,
    placeholders: sum((one) => one.hidden),
    wrong,
    faults: isGood ? [] : [`${line}\n    ${after.join(' // ')}`],
  };
}

function unmarked(text: string): { readonly text: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  let plain = '';
  for (const part of text.split(/(«[^»]*»)/)) {
    const isMarked = part.startsWith('«');
    const words = isMarked ? part.slice(1, -1) : part;
    if (isMarked) spans.push({ start: plain.length, end: plain.length + words.length });
    plain += words;
  }
  return { text: plain, spans };
}

const PLACEHOLDER = /\[[A-Z][A-Z -]+\]/;

/** The parts of `text` that placeholders of `after` replace: the rest is unchanged and in order. */
function hiddenIn(text: string, after: string): readonly Span[] {
  const kept = after.split(PLACEHOLDER);
  const hidden: Span[] = [];
  let at = 0;
  for (const [index, piece] of kept.entries()) {
    const isLast = index === kept.length - 1;
    const next = isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (index > 0) hidden.push({ start: at, end: next });
    at = next + piece.length;
  }
  return hidden;
}

/** True if no letter and no figure of the number is left. */
function isHidden(text: string, { start, end }: Span, hidden: readonly Span[]): boolean {
  return [...text.slice(start, end)].every((unit, index) => {
    const at = start + index;
    return !/[\p{L}\p{N}]/u.test(unit) || hidden.some((one) => at >= one.start && at < one.end);
  });
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}
