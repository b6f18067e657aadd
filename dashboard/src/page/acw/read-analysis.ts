/**
 * The result of an analyzer (schema version 1), read from a JSON value of which nothing is known.
 * Null stays null: it says "not computed" and is never shown as 0. Pure.
 */
import { flagAt, indexOf, listAt, numberAt, partAt, textAt, textOf } from './json-part.ts';

export const PARTIES = ['AGENT', 'CUSTOMER'] as const;
export type Party = (typeof PARTIES)[number];

export interface PartyFigures {
  readonly ms: number;
  readonly ratio: number | null;
  readonly words: number | null;
  readonly wpm: number | null;
  readonly turns: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly interruptions: number | null;
}

export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Analysis {
  readonly engine: EngineFacts;
  readonly language: string;
  readonly durationMs: number;
  readonly party: Readonly<Record<Party, PartyFigures>>;
  readonly silence: {
    readonly totalMs: number | null;
    readonly ratio: number | null;
    readonly longestMs: number | null;
    readonly segments: readonly Segment[];
  };
  readonly overlapMs: number | null;
  readonly summary: { readonly text: string; readonly method: string } | null;
  readonly sentiment: {
    readonly overall: number;
    readonly quarters: readonly { readonly quarter: number; readonly score: number }[];
  } | null;
  readonly topics: readonly { readonly name: string; readonly turns: readonly number[] }[] | null;
  readonly phrases: readonly Quote[];
  readonly entities: readonly Quote[];
  readonly actionItems: readonly ActionItem[] | null;
  readonly outcome: {
    readonly label: string;
    readonly success: boolean | null;
    readonly rationale: string;
  } | null;
  readonly warnings: readonly string[];
}

export interface EngineFacts {
  readonly name: string;
  readonly version: string;
  readonly mode: string;
  readonly model: string | null;
}

/** Of a phrase its id, of an entity its type; `text` as it was said. */
export interface Quote {
  readonly name: string;
  readonly speaker: string | null;
  readonly text: string;
  readonly turn: number;
}

export interface ActionItem {
  readonly text: string;
  readonly owner: string | null;
  readonly due: string | null;
  readonly turn: number | null;
}

/** Null: this is no analysis. */
export function readAnalysis(value: unknown): Analysis | null {
  const durationMs = numberAt(value, 'metrics', 'durationMs');
  const agent = readParty(value, 'AGENT');
  const customer = readParty(value, 'CUSTOMER');
  if (textAt(value, 'schemaVersion') !== '1' || durationMs === null) return null;
  if (agent === null || customer === null) return null;
  return {
    engine: readEngine(value),
    language: textAt(value, 'language') ?? 'und',
    durationMs,
    party: { AGENT: agent, CUSTOMER: customer },
    silence: {
      totalMs: numberAt(value, 'metrics', 'silence', 'totalMs'),
      ratio: numberAt(value, 'metrics', 'silence', 'ratio'),
      longestMs: numberAt(value, 'metrics', 'silence', 'longestMs'),
      segments: listAt(value, ['metrics', 'silence', 'segments'], readSegment) ?? [],
    },
    overlapMs: numberAt(value, 'metrics', 'interruptions', 'overlapMs'),
    ...readSaid(value),
    warnings: listAt(value, ['warnings'], textOf) ?? [],
  };
}

export function readEngine(value: unknown): EngineFacts {
  return {
    name: textAt(value, 'engine', 'name') ?? '',
    version: textAt(value, 'engine', 'version') ?? '',
    mode: textAt(value, 'engine', 'mode') ?? '',
    model: textAt(value, 'engine', 'model'),
  };
}

type Said = Pick<
  Analysis,
  'summary' | 'sentiment' | 'topics' | 'phrases' | 'entities' | 'actionItems' | 'outcome'
>;

function readSaid(value: unknown): Said {
  const text = textAt(value, 'summary', 'text');
  const overall = numberAt(value, 'sentiment', 'overall');
  const label = textAt(value, 'outcome', 'label');
  return {
    summary: text === null ? null : { text, method: textAt(value, 'summary', 'method') ?? '' },
    sentiment:
      overall === null
        ? null
        : { overall, quarters: listAt(value, ['sentiment', 'quarters'], readQuarter) ?? [] },
    topics: listAt(value, ['topics'], readTopic),
    phrases: listAt(value, ['phrases'], (entry) => readQuote(entry, 'id', 'quote')) ?? [],
    entities: listAt(value, ['entities'], (entry) => readQuote(entry, 'type', 'value')) ?? [],
    actionItems: listAt(value, ['actionItems'], readAction),
    outcome:
      label === null
        ? null
        : {
            label,
            success: flagAt(value, 'outcome', 'success'),
            rationale: textAt(value, 'outcome', 'rationale') ?? '',
          },
  };
}

function readParty(value: unknown, party: Party): PartyFigures | null {
  const ms = numberAt(value, 'metrics', 'talk', party, 'ms');
  if (ms === null) return null;
  const talk = (key: string): number | null => numberAt(value, 'metrics', 'talk', party, key);
  const answer = (key: string): number | null =>
    numberAt(value, 'metrics', 'responseLatencyMs', party, key);
  return {
    ms,
    ...{ ratio: talk('ratio'), words: talk('words'), wpm: talk('wpm'), turns: talk('turns') },
    ...{ p50: answer('p50'), p95: answer('p95') },
    interruptions: numberAt(value, 'metrics', 'interruptions', party),
  };
}

function readSegment(value: unknown): Segment | null {
  const startMs = numberAt(value, 'startMs');
  const endMs = numberAt(value, 'endMs');
  return startMs === null || endMs === null ? null : { startMs, endMs };
}

function readQuarter(value: unknown): { quarter: number; score: number } | null {
  const quarter = numberAt(value, 'quarter');
  const score = numberAt(value, 'score');
  return quarter === null || score === null ? null : { quarter, score };
}

function readTopic(value: unknown): { name: string; turns: readonly number[] } | null {
  const name = textAt(value, 'name');
  return name === null ? null : { name, turns: listAt(value, ['turns'], indexOf) ?? [] };
}

function readQuote(value: unknown, nameKey: string, textKey: string): Quote | null {
  const name = textAt(value, nameKey);
  const turn = indexOf(partAt(value, 'turn'));
  if (name === null || turn === null) return null;
  return { name, turn, speaker: textAt(value, 'speaker'), text: textAt(value, textKey) ?? '' };
}

function readAction(value: unknown): ActionItem | null {
  const text = textAt(value, 'text');
  if (text === null) return null;
  const [owner, due] = [textAt(value, 'owner'), textAt(value, 'due')];
  return { text, owner, due, turn: indexOf(partAt(value, 'turn')) };
}
