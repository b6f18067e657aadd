/**
 * A model's analysis of one window of a transcript, read from its answer. Types and ranges are
 * faults, which the model may repair once; what is merely too much is cut; what cites a turn that
 * it was not shown is dropped. Must never pass on a value that was not checked here.
 */
import { cutAtCodePoints, showable } from '../text.ts';
import type { Analysis, AnalysisWarning, Party } from './analysis.ts';
import { Faults, type JsonObject, type Read, readObject } from './model-json.ts';
import type { TranscriptWindow } from './model-transcript.ts';

type Present<Part extends keyof Analysis> = NonNullable<Analysis[Part]>;

export interface AnalysisAnswer {
  readonly summary: string;
  readonly sentiment: Readonly<Record<Party, number | null>> & {
    /** By quarter of the call, from the first. */
    readonly quarters: readonly (number | null)[];
  };
  readonly topics: Present<'topics'>;
  readonly actionItems: Present<'actionItems'>;
  readonly outcome: Analysis['outcome'];
  readonly warnings: readonly AnalysisWarning[];
}

export type MergeAnswer = Pick<AnalysisAnswer, 'summary' | 'outcome'>;

/** In code points; with them a result stays far below the size that it may have. */
export const SUMMARY_POINTS_MAX = 2_000;
export const TOPICS_MAX = 10;
export const TOPIC_TURNS_MAX = 20;
export const ACTION_ITEMS_MAX = 20;
const NAME_POINTS_MAX = 80;
const ITEM_POINTS_MAX = 300;
const RATIONALE_POINTS_MAX = 400;
/** Beyond these an answer is no attempt to do what was asked. */
const TEXT_UNITS_MAX = 20_000;
const ENTRIES_MAX = 1_000;
const SCORE = { min: -5, max: 5 } as const;

export function readAnalysis(answer: string, window: TranscriptWindow): Read<AnalysisAnswer> {
  const read = readObject(answer);
  if (read.kind === 'invalid') return read;
  const faults = new Faults();
  const warnings = new Set<AnalysisWarning>();
  const { value } = read;
  return faults.unless({
    summary: summaryOf(value, faults),
    sentiment: sentimentOf(value, faults),
    topics: topicsOf(value, window, faults, warnings),
    actionItems: actionItemsOf(value, window, faults, warnings),
    outcome: outcomeOf(value, faults),
    warnings: [...warnings],
  });
}

export function readMerge(answer: string): Read<MergeAnswer> {
  const read = readObject(answer);
  if (read.kind === 'invalid') return read;
  const faults = new Faults();
  const { value } = read;
  return faults.unless({ summary: summaryOf(value, faults), outcome: outcomeOf(value, faults) });
}

function summaryOf({ summary }: JsonObject, faults: Faults): string {
  const text = faults.text(summary, 'summary', TEXT_UNITS_MAX);
  if (typeof summary === 'string' && text === '') faults.add('summary must not be empty');
  return shown(text, SUMMARY_POINTS_MAX);
}

function sentimentOf({ sentiment }: JsonObject, faults: Faults): AnalysisAnswer['sentiment'] {
  const { agent, customer, quarters } = faults.object(sentiment ?? {}, 'sentiment');
  const byQuarter: (number | null)[] = [null, null, null, null];
  for (const entry of faults.list(quarters ?? [], 'sentiment.quarters', 8)) {
    const { quarter, score } = faults.object(entry, 'an entry of sentiment.quarters');
    const place = faults.number(quarter, 'quarter', { min: 1, max: 4 });
    if (Number.isInteger(place)) byQuarter[place - 1] = scoreOf(score, faults);
    else faults.add('quarter must be 1, 2, 3 or 4');
  }
  return {
    AGENT: scoreOf(agent, faults),
    CUSTOMER: scoreOf(customer, faults),
    quarters: byQuarter,
  };
}

function scoreOf(value: unknown, faults: Faults): number | null {
  return value === null || value === undefined ? null : faults.number(value, 'a score', SCORE);
}

function topicsOf(
  { topics }: JsonObject,
  window: TranscriptWindow,
  faults: Faults,
  warnings: Set<AnalysisWarning>,
): Present<'topics'> {
  const all = faults.list(topics, 'topics', ENTRIES_MAX).flatMap((entry) => {
    const { name, turns } = faults.object(entry, 'a topic');
    const label = shown(faults.text(name, 'the name of a topic', TEXT_UNITS_MAX), NAME_POINTS_MAX);
    const cited = faults.list(turns, 'the turns of a topic', ENTRIES_MAX);
    const known = [...new Set(cited.filter((turn) => isShown(turn, window)))];
    if (known.length < new Set(cited).size) warnings.add('EVIDENCE_DROPPED');
    if (label === '' || known.length === 0) return [];
    return [{ name: label, turns: cut(known, TOPIC_TURNS_MAX, warnings) }];
  });
  return cut(all, TOPICS_MAX, warnings);
}

function actionItemsOf(
  { actionItems }: JsonObject,
  window: TranscriptWindow,
  faults: Faults,
  warnings: Set<AnalysisWarning>,
): Present<'actionItems'> {
  const all = faults.list(actionItems, 'actionItems', ENTRIES_MAX).flatMap((entry) => {
    const item = faults.object(entry, 'an action item');
    const text = shown(faults.text(item.text, 'its text', TEXT_UNITS_MAX), ITEM_POINTS_MAX);
    const owner = faults.textOrNull(item.owner, 'its owner', TEXT_UNITS_MAX);
    const due = faults.textOrNull(item.due, 'its due', TEXT_UNITS_MAX);
    const { turn } = item;
    if (text === '') return [];
    if (!isShown(turn, window)) {
      warnings.add('EVIDENCE_DROPPED');
      return [];
    }
    return [
      {
        text,
        ...(owner === null ? {} : { owner: shown(owner, NAME_POINTS_MAX) }),
        ...(due === null ? {} : { due: shown(due, NAME_POINTS_MAX) }),
        turn,
      },
    ];
  });
  return cut(all, ACTION_ITEMS_MAX, warnings);
}

function outcomeOf({ outcome }: JsonObject, faults: Faults): Analysis['outcome'] {
  if (outcome === null || outcome === undefined) return null;
  const { label, success, rationale } = faults.object(outcome, 'outcome');
  const known = typeof success === 'boolean' ? success : null;
  if (success !== undefined && success !== known) {
    faults.add('outcome.success must be true, false or null');
  }
  const name = shown(faults.text(label, 'outcome.label', TEXT_UNITS_MAX), NAME_POINTS_MAX);
  const why = faults.textOrNull(rationale, 'outcome.rationale', TEXT_UNITS_MAX) ?? '';
  if (name === '') return null;
  return { label: name, success: known, rationale: shown(why, RATIONALE_POINTS_MAX) };
}

function isShown(turn: unknown, { from, to }: TranscriptWindow): turn is number {
  return typeof turn === 'number' && Number.isInteger(turn) && turn >= from && turn < to;
}

function shown(text: string, pointsMax: number): string {
  return cutAtCodePoints(showable(text).trim(), pointsMax);
}

export function cut<Value>(
  all: readonly Value[],
  max: number,
  warnings: Set<AnalysisWarning>,
): readonly Value[] {
  if (all.length > max) warnings.add('LISTS_CUT');
  return all.slice(0, max);
}
