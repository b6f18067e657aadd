/**
 * Merges a model's answers about the windows of a call into its analysis. A single window is taken
 * as it is. With several windows, lists are joined, moods are weighted by the number of turns, and
 * summary and outcome come from a further question about the summaries. The measured parts of the
 * analysis stay. Definitions: docs/guides/language-model.md.
 */
import type { Analysis, AnalysisWarning, Engine, Party, Sentiment } from '../analysis/analysis.ts';
import type { Turn } from '../call-log/call-log.ts';
import {
  ACTION_ITEMS_MAX,
  type AnalysisAnswer,
  cut,
  type MergeAnswer,
  TOPIC_TURNS_MAX,
  TOPICS_MAX,
} from './model-analysis-answer.ts';
import { clockOf, type Transcript, type TranscriptWindow } from './model-transcript.ts';

export interface ReadWindow {
  readonly window: TranscriptWindow;
  readonly answer: AnalysisAnswer;
}

export interface Quarter {
  readonly quarter: 1 | 2 | 3 | 4;
  readonly startMs: number;
  readonly endMs: number;
}

/** `merged`: the model's answer about all summaries; for a single window, that window's answer. */
export function withModelAnalysis(
  analysis: Analysis,
  given: {
    readonly read: readonly ReadWindow[];
    readonly merged: MergeAnswer;
    readonly transcript: Transcript;
    readonly quarters: readonly Quarter[];
    readonly engine: Engine;
  },
): Analysis {
  const warnings = new Set<AnalysisWarning>(analysis.warnings);
  for (const { answer } of given.read) for (const each of answer.warnings) warnings.add(each);
  for (const each of given.merged.warnings) warnings.add(each);
  if (given.transcript.isCut) warnings.add('TRANSCRIPT_CUT');
  const topics = topicsOf(given.read, warnings);
  const items = joined(given.read.map(({ answer }) => answer.actionItems));
  const { summary } = given.merged;
  return {
    ...analysis,
    engine: given.engine,
    summary: summary === null ? analysis.summary : { text: summary, method: 'LLM' },
    sentiment: sentimentOf(given.read, given.transcript.turns, given.quarters),
    topics,
    actionItems: items === null ? null : cut(items, ACTION_ITEMS_MAX, warnings),
    outcome: given.merged.outcome,
    warnings: [...warnings],
  };
}

/**
 * The quarters of the call's duration, which begins with the answer and not with the first ring.
 */
export function quartersOf(fromMs: number, durationMs: number): readonly Quarter[] {
  const numbers = [1, 2, 3, 4] as const;
  return numbers.map((quarter) => ({
    quarter,
    startMs: fromMs + Math.round((durationMs * (quarter - 1)) / 4),
    endMs: fromMs + Math.round((durationMs * quarter) / 4),
  }));
}

/** The times of the quarters as the prompt shows them: `00:00 to 01:30`. */
export function quarterTimes(quarters: readonly Quarter[]): readonly string[] {
  return quarters.map(({ startMs, endMs }) => `${clockOf(startMs)} to ${clockOf(endMs)}`);
}

/** Null if no window has a list. */
function joined<Value>(lists: readonly (readonly Value[] | null)[]): readonly Value[] | null {
  return lists.every((list) => list === null) ? null : lists.flatMap((list) => list ?? []);
}

/** A name that occurs in several windows is one topic. */
function topicsOf(read: readonly ReadWindow[], warnings: Set<AnalysisWarning>): Analysis['topics'] {
  const told = joined(read.map(({ answer }) => answer.topics));
  if (told === null) return null;
  const byName = new Map<string, { readonly name: string; readonly turns: number[] }>();
  for (const { name, turns } of told) {
    const key = name.toLowerCase();
    const topic = byName.get(key) ?? { name, turns: [] };
    topic.turns.push(...turns);
    byName.set(key, topic);
  }
  const all = [...byName.values()].map(({ name, turns }) => ({
    name,
    turns: cut([...new Set(turns)], TOPIC_TURNS_MAX, warnings),
  }));
  return cut(all, TOPICS_MAX, warnings);
}

/** Null if no window reported a mood. */
function sentimentOf(
  read: readonly ReadWindow[],
  turns: readonly Turn[],
  quarters: readonly Quarter[],
): Sentiment | null {
  const ofParty = (party: Party) =>
    mean(
      read.map(({ window, answer }) => ({
        score: answer.sentiment[party],
        weight: countOf(turns, window, ({ speaker }) => speaker === party),
      })),
    );
  const AGENT = ofParty('AGENT');
  const CUSTOMER = ofParty('CUSTOMER');
  const overall = mean(
    [AGENT, CUSTOMER].map((found) => ({ score: found?.score ?? null, weight: found?.weight ?? 0 })),
  );
  if (overall === null) return null;
  const byQuarter = quarters.flatMap((quarter) => {
    const found = mean(
      read.map(({ window, answer }) => ({
        score: answer.sentiment.quarters[quarter.quarter - 1] ?? null,
        weight: countOf(turns, window, (turn) => isWithin(turn, quarter, quarters.length)),
      })),
    );
    return found === null ? [] : [{ ...quarter, score: found.score }];
  });
  return {
    overall: overall.score,
    bySpeaker: {
      ...(AGENT === null ? {} : { AGENT: AGENT.score }),
      ...(CUSTOMER === null ? {} : { CUSTOMER: CUSTOMER.score }),
    },
    quarters: byQuarter,
    method: 'LLM',
  };
}

function countOf(
  turns: readonly Turn[],
  { from, to }: TranscriptWindow,
  counts: (turn: Turn) => boolean,
): number {
  return turns.slice(from, to).filter(counts).length;
}

/** Turns that begin after the end of the call belong to its last quarter. */
function isWithin({ speaker, startMs }: Turn, quarter: Quarter, count: number): boolean {
  const isBefore = startMs < quarter.endMs || quarter.quarter === count;
  return speaker !== 'SYSTEM' && startMs >= quarter.startMs && isBefore;
}

/** The weighted mean to one decimal; null if there is no value or no weight. */
function mean(
  scores: readonly { readonly score: number | null; readonly weight: number }[],
): { readonly score: number; readonly weight: number } | null {
  let sum = 0;
  let weight = 0;
  for (const each of scores) {
    if (each.score === null) continue;
    sum += each.score * each.weight;
    weight += each.weight;
  }
  // Adding 0 turns -0 into 0.
  return weight === 0 ? null : { score: Math.round((sum / weight) * 10) / 10 + 0, weight };
}
