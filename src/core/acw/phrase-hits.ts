/**
 * The phrases of a call: each rule at most once a turn, with the words as they were said. A
 * language that has no table gives none, and says so. Pure; patterns are made once a language.
 */
import { cutAtCodePoints } from '../text.ts';
import type { PhraseHit } from './analysis.ts';
import { primarySubtag } from './call-language.ts';
import { folded } from './folded-text.ts';
import { phrasePattern } from './phrase-pattern.ts';
import { EDGE_MS, PHRASE_RULES, type PhraseRuleId, type PhraseTable } from './phrase-rule.ts';
import { ENGLISH } from './phrase-table/english.ts';
import { GERMAN } from './phrase-table/german.ts';
import { JAPANESE } from './phrase-table/japanese.ts';
import { SPANISH } from './phrase-table/spanish.ts';
import type { SpokenTurn } from './timeline.ts';

/** By primary language subtag. */
const TABLES: ReadonlyMap<string, PhraseTable> = new Map([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['de', GERMAN],
  ['ja', JAPANESE],
]);
export const PHRASE_LANGUAGES: readonly string[] = [...TABLES.keys()];

/** With the longest quotes of the widest characters they take 125 KiB of the result. */
export const PHRASE_HITS_MAX = 150;
export const QUOTE_POINTS_MAX = 140;
/** So much of a long turn stands before the words that were found. */
const LEAD_POINTS = 40;

interface Patterns {
  readonly rules: ReadonlyMap<PhraseRuleId, RegExp>;
  readonly request: RegExp;
}
const PATTERNS: ReadonlyMap<string, Patterns> = new Map(
  [...TABLES].map(([language, table]) => [language, patternsOf(table)]),
);

export interface PhraseHits {
  readonly hits: readonly PhraseHit[];
  readonly cut: boolean;
}

/** Null: there is no table for this language. `turns`: in the order they began. */
export function phraseHits(turns: readonly SpokenTurn[], language: string): PhraseHits | null {
  const patterns = PATTERNS.get(primarySubtag(language));
  if (patterns === undefined) return null;
  const firstMs = turns[0]?.startMs ?? 0;
  const lastMs = turns.reduce((latest, { endMs }) => Math.max(latest, endMs), firstMs);
  const middleMs = (firstMs + lastMs) / 2;
  const openingMs = Math.min(firstMs + EDGE_MS, middleMs);
  const endingMs = Math.max(lastMs - EDGE_MS, middleMs);
  const hits: PhraseHit[] = [];
  for (const turn of turns) {
    // Letters with their accents apart are the same words.
    const said = turn.text.normalize('NFC');
    const text = folded(said);
    for (const [id, pattern] of patterns.rules) {
      const rule = PHRASE_RULES[id];
      if (!bySpeaker(rule.by, turn)) continue;
      if (rule.in === 'OPENING' && turn.startMs > openingMs) continue;
      if (rule.in === 'ENDING' && turn.endMs < endingMs) continue;
      const at = text.search(pattern);
      if (at < 0) continue;
      if (hits.length === PHRASE_HITS_MAX) return { hits, cut: true };
      const place = said === turn.text ? at : said.slice(0, at).normalize('NFD').length;
      const quote = quoteAt(turn.text, place);
      hits.push({ id, speaker: turn.speaker, turn: turn.turn, quote });
    }
  }
  return { hits, cut: false };
}

/** Whether a text asks for something; false when there is no table for the language. */
export function isRequest(text: string, language: string): boolean {
  return (
    PATTERNS.get(primarySubtag(language))?.request.test(folded(text.normalize('NFC'))) ?? false
  );
}

/** The whole turn, or the part of a long one around `at`. */
function quoteAt(text: string, at: number): string {
  const whole = cutAtCodePoints(text, QUOTE_POINTS_MAX);
  if (whole === text) return text;
  const before = [...text.slice(0, at)];
  const from = before.slice(0, Math.max(0, before.length - LEAD_POINTS)).join('').length;
  return cutAtCodePoints(text.slice(from), QUOTE_POINTS_MAX).trim();
}

function bySpeaker(by: readonly string[], { speaker }: SpokenTurn): boolean {
  return by.includes(speaker);
}

function patternsOf({ rules, request, script }: PhraseTable): Patterns {
  // The keys of a table are the rule ids: its type says so, `Object.keys` forgets it.
  const ids = Object.keys(rules) as PhraseRuleId[];
  return {
    rules: new Map(ids.map((id) => [id, phrasePattern(rules[id], script)])),
    request: phrasePattern(request, script),
  };
}
