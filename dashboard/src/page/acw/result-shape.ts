/**
 * Recognises an analysis, an evaluation, or an object in an agent's own form by the shape of a
 * result and not by its author: a self-provided agent may answer in our form. Pure.
 */
import { flagAt, indexOf, listAt, numberAt, partAt, textAt, textOf } from './json-part.ts';
import { UNKNOWN_CRITERIA, type UnknownCriteria } from './scorecard-draft.ts';

export type ResultShape =
  | { readonly kind: 'analysis'; readonly analysis: Analysis }
  | { readonly kind: 'evaluation'; readonly evaluation: Evaluation }
  | { readonly kind: 'own'; readonly text: string }
  | { readonly kind: 'none' };

export function resultShape(text: string | null): ResultShape {
  if (text === null) return { kind: 'none' };
  const value = parsed(text);
  const evaluation = readEvaluation(value);
  if (evaluation !== null) return { kind: 'evaluation', evaluation };
  const analysis = readAnalysis(value);
  if (analysis !== null) return { kind: 'analysis', analysis };
  return { kind: 'own', text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const PARTIES = ['AGENT', 'CUSTOMER'] as const;
type Party = (typeof PARTIES)[number];

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

interface EngineFacts {
  readonly name: string;
  readonly version: string;
  readonly mode: string;
  readonly model: string | null;
}

/** `id`: that of the phrase, or the type of the entity; `text`: as it was said. */
export interface Quote {
  readonly name: string;
  readonly speaker: string | null;
  readonly text: string;
  readonly turn: number;
}

interface ActionItem {
  readonly text: string;
  readonly owner: string | null;
  readonly due: string | null;
  readonly turn: number | null;
}

/**
 * The result of an analyzer (schema version 1), read from a JSON value of which nothing is known.
 * Null stays null: it says "not computed" and is never shown as 0. Pure.
 * Null: this is no analysis.
 */
function readAnalysis(value: unknown): Analysis | null {
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

function readEngine(value: unknown): EngineFacts {
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
    ratio: talk('ratio'),
    words: talk('words'),
    wpm: talk('wpm'),
    turns: talk('turns'),
    p50: answer('p50'),
    p95: answer('p95'),
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

const OUTCOMES = ['PASS', 'FAIL', 'NOT_APPLICABLE', 'UNKNOWN'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Criterion {
  readonly id: string;
  readonly question: string;
  readonly result: Outcome;
  readonly points: number;
  readonly maxPoints: number;
  readonly autoFail: boolean;
  readonly source: string;
  readonly rationale: string;
  readonly evidence: readonly Evidence[];
}

interface Evidence {
  readonly turn: number;
  readonly quote: string;
  readonly startMs: number | null;
}

export interface Evaluation {
  readonly engine: EngineFacts;
  readonly scorecard: {
    readonly id: string;
    readonly revision: number | null;
    readonly name: string;
  };
  readonly score: {
    readonly earned: number;
    readonly possible: number;
    /** Points that could not be judged. */
    readonly unknown: number;
    /** Null: an older result, which counted unknown criteria as failed. */
    readonly unknownCriteria: UnknownCriteria | null;
    /** Null: there is no score. */
    readonly percentage: number | null;
    readonly passMark: number;
    readonly passed: boolean | null;
    readonly autoFailed: boolean;
  };
  readonly criteria: readonly Criterion[];
  readonly warnings: readonly string[];
}

/**
 * The result of an evaluator (schema version 1), read from a JSON value of which nothing is known,
 * and what a scorecard's head says of it. Pure.
 * Null: this is no evaluation.
 */
export function readEvaluation(value: unknown): Evaluation | null {
  const earned = numberAt(value, 'score', 'earned');
  const possible = numberAt(value, 'score', 'possible');
  const passMark = numberAt(value, 'score', 'passMark');
  const criteria = listAt(value, ['criteria'], readCriterion);
  if (textAt(value, 'schemaVersion') !== '1' || criteria === null) return null;
  if (earned === null || possible === null || passMark === null) return null;
  return {
    engine: readEngine(value),
    scorecard: {
      id: textAt(value, 'scorecard', 'id') ?? '',
      revision: numberAt(value, 'scorecard', 'revision'),
      name: textAt(value, 'scorecard', 'name') ?? '',
    },
    score: {
      earned,
      possible,
      passMark,
      unknown: numberAt(value, 'score', 'unknown') ?? 0,
      unknownCriteria:
        UNKNOWN_CRITERIA.find((one) => one === textAt(value, 'score', 'unknownCriteria')) ?? null,
      percentage: numberAt(value, 'score', 'percentage'),
      passed: flagAt(value, 'score', 'passed'),
      autoFailed: flagAt(value, 'score', 'autoFailed') === true,
    },
    criteria,
    warnings: listAt(value, ['warnings'], textOf) ?? [],
  };
}

/** The criteria that decided the call by themselves. */
export function autoFailed({ criteria }: Pick<Evaluation, 'criteria'>): readonly Criterion[] {
  return criteria.filter(({ autoFail, result }) => autoFail && result === 'FAIL');
}

/** The points that are not counted as possible. */
export function excluded({ criteria }: Pick<Evaluation, 'criteria'>): readonly Criterion[] {
  return criteria.filter(({ result }) => result === 'NOT_APPLICABLE');
}

function readCriterion(value: unknown): Criterion | null {
  const question = textAt(value, 'question');
  const result = OUTCOMES.find((one) => one === textAt(value, 'result'));
  if (question === null || result === undefined) return null;
  return {
    question,
    result,
    id: textAt(value, 'id') ?? question,
    points: numberAt(value, 'points') ?? 0,
    maxPoints: numberAt(value, 'maxPoints') ?? 0,
    autoFail: flagAt(value, 'autoFail') === true,
    source: textAt(value, 'source') ?? '',
    rationale: textAt(value, 'rationale') ?? '',
    evidence: listAt(value, ['evidence'], readEvidence) ?? [],
  };
}

function readEvidence(value: unknown): Evidence | null {
  const turn = indexOf(partAt(value, 'turn'));
  const quote = textAt(value, 'quote');
  return turn === null || quote === null
    ? null
    : { turn, quote, startMs: numberAt(value, 'startMs') };
}
