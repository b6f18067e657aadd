/**
 * Finds the phrases of a call: each rule at most once a turn, quoted in the words of the turn. A
 * language without a table has no phrases, and the result says so. Pure; the patterns are compiled
 * once per language.
 */
import { cutAtCodePoints } from '../../core/text.ts';
import { primarySubtag, type Speaker } from '../call-log/call-log.ts';
import type { SpokenTurn } from '../call-log/timeline.ts';
import { countWords } from '../call-log/word.ts';
import { folded, phrasePattern } from './phrase-pattern.ts';
import { EDGE_MS, PHRASE_RULES, type PhraseRuleId, type PhraseTable } from './phrase-rule.ts';
import { ENGLISH } from './table/english.ts';
import { GERMAN } from './table/german.ts';
import { JAPANESE } from './table/japanese.ts';
import { SPANISH } from './table/spanish.ts';

/** The tables by primary language subtag. */
const TABLES: ReadonlyMap<string, PhraseTable> = new Map([
  ['en', ENGLISH],
  ['es', SPANISH],
  ['de', GERMAN],
  ['ja', JAPANESE],
]);
export const PHRASE_LANGUAGES: readonly string[] = [...TABLES.keys()];

/** The most hits of a result; with the longest and widest quotes they take 125 KiB of it. */
export const PHRASE_HITS_MAX = 150;
export const QUOTE_POINTS_MAX = 140;
/** How much of a long turn is quoted before the words that were found, in code points. */
const LEAD_POINTS = 40;

interface Patterns {
  readonly fillers: RegExp;
  readonly rules: ReadonlyMap<PhraseRuleId, RegExp>;
  readonly exceptions: ReadonlyMap<PhraseRuleId, RegExp>;
  readonly courtesies: RegExp;
  readonly purpose: RegExp;
  readonly request: RegExp;
}
const PATTERNS: ReadonlyMap<string, Patterns> = new Map(
  [...TABLES].map(([language, table]) => [language, patternsOf(table)]),
);

export interface PhraseHit {
  readonly id: string;
  readonly speaker: Speaker;
  readonly turn: number;
  readonly quote: string;
}

export interface PhraseHits {
  readonly hits: readonly PhraseHit[];
  readonly cut: boolean;
}

/**
 * Returns null if there is no table for this language. `turns`: in the order in which they began.
 */
export function phraseHits(turns: readonly SpokenTurn[], language: string): PhraseHits | null {
  const patterns = PATTERNS.get(primarySubtag(language));
  if (patterns === undefined) return null;
  const { firstMs, lastMs } = edgesOf(turns);
  const middleMs = (firstMs + lastMs) / 2;
  const openingMs = Math.min(firstMs + EDGE_MS, middleMs);
  const endingMs = Math.max(lastMs - EDGE_MS, middleMs);
  const hits: PhraseHit[] = [];
  /** For each rule, the last turn into which an earlier hit continues. */
  const told = new Map<PhraseRuleId, number>();
  for (const [index, turn] of turns.entries()) {
    // NFC joins letters and separate accents, so both spellings match.
    const said = turn.text.normalize('NFC');
    const text = fluent(said, patterns);
    const goesOn = continued(text, turns, index, patterns);
    for (const [id, pattern] of patterns.rules) {
      const rule = PHRASE_RULES[id];
      if (!bySpeaker(rule.by, turn)) continue;
      if (rule.in === 'OPENING' && turn.startMs > openingMs) continue;
      if (rule.in === 'ENDING' && turn.endMs < endingMs) continue;
      const at = placeOf(goesOn, pattern, patterns.exceptions.get(id));
      // If the phrase begins in the next turn, that turn reports it.
      if (at < 0 || at >= text.length || (told.get(id) ?? -1) >= index) continue;
      if (text.search(pattern) < 0) told.set(id, index + NEXT_TURNS);
      if (hits.length === PHRASE_HITS_MAX) return { hits, cut: true };
      const place = said === turn.text ? at : said.slice(0, at).normalize('NFD').length;
      const quote = quoteAt(turn.text, place);
      hits.push({ id, speaker: turn.speaker, turn: turn.turn, quote });
    }
  }
  return { hits, cut: false };
}

/**
 * The call from the agent's first turn to the end of the agent's last one, without queue
 * announcements and surveys.
 */
function edgesOf(turns: readonly SpokenTurn[]): { firstMs: number; lastMs: number } {
  const agent = turns.filter(({ speaker }) => speaker === 'AGENT');
  const firstMs = agent[0]?.startMs ?? 0;
  return {
    firstMs,
    lastMs: agent.reduce((latest, { endMs }) => Math.max(latest, endMs), firstMs),
  };
}

/**
 * Speech recognisers cut turns in the middle of a sentence, so the beginnings of so many next turns
 * are read along.
 */
const NEXT_TURNS = 2;
const NEXT_POINTS = 80;
/** After a pause longer than this, the next turn begins a new sentence. */
const NEXT_PAUSE_MS = 3_000;

/** Folds a text and replaces fillers by spaces, so that every word keeps its position. */
function fluent(said: string, { fillers }: Patterns): string {
  return folded(said).replace(fillers, (filler) => ' '.repeat(filler.length));
}

/** The words of a turn, and the beginning of what the same speaker says directly afterwards. */
function continued(
  text: string,
  turns: readonly SpokenTurn[],
  place: number,
  patterns: Patterns,
): string {
  let whole = text;
  let last = turns[place];
  for (const next of turns.slice(place + 1, place + 1 + NEXT_TURNS)) {
    if (last === undefined || next.speaker !== last.speaker) break;
    if (next.startMs - last.endMs > NEXT_PAUSE_MS || /[.!?。！？]\s*$/u.test(last.text)) break;
    const said = next.text
      .slice(0, NEXT_POINTS * 2)
      .normalize('NFC')
      .slice(0, NEXT_POINTS);
    whole += ` ${fluent(said, patterns)}`;
    last = next;
  }
  return whole;
}

/** The index at which the pattern matches outside the exceptions; -1 if it does not. */
function placeOf(text: string, pattern: RegExp, exceptions: RegExp | undefined): number {
  const at = text.search(pattern);
  if (at < 0 || exceptions === undefined) return at;
  const rest = text.replace(exceptions, (found) => '.'.repeat(found.length));
  return rest === text ? at : rest.search(pattern);
}

/** Whether a text only greets, thanks or says goodbye, perhaps with a name. */
export function isCourtesy(text: string, language: string): boolean {
  const patterns = PATTERNS.get(primarySubtag(language));
  if (patterns === undefined) return false;
  const said = folded(text.normalize('NFC'));
  const rest = said.replace(patterns.courtesies, ' ');
  if (rest === said || patterns.request.test(rest)) return false;
  return countWords(rest) <= COURTESY_WORDS_MAX;
}

/** How many words may remain beside a courtesy: the name of a person and of a company. */
const COURTESY_WORDS_MAX = 3;

/** Whether a text states the purpose of an agent's call. */
export function isPurpose(text: string, language: string): boolean {
  return (
    PATTERNS.get(primarySubtag(language))?.purpose.test(folded(text.normalize('NFC'))) ?? false
  );
}

/** Whether a text asks for something; false if there is no table for the language. */
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

function patternsOf(table: PhraseTable): Patterns {
  const { rules, exceptions = {}, courtesies = [], fillers, purpose, request, script } = table;
  const globally = (phrases: readonly string[]): RegExp =>
    new RegExp(phrasePattern(phrases, script), 'gu');
  // The type of a table says that its keys are the rule ids; `Object.keys` returns strings.
  const ids = Object.keys(rules) as PhraseRuleId[];
  return {
    fillers: globally(fillers),
    rules: new Map(ids.map((id) => [id, phrasePattern(rules[id], script)])),
    exceptions: new Map(
      ids.flatMap((id) => {
        const phrases = exceptions[id];
        return phrases === undefined ? [] : [[id, globally(phrases)] as const];
      }),
    ),
    courtesies: globally([...rules.greeting, ...rules.closing, ...courtesies]),
    purpose: phrasePattern(purpose, script),
    request: phrasePattern(request, script),
  };
}
