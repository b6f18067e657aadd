/**
 * Reads a model's analysis of one window of a transcript. Wrong types and ranges are faults, which
 * the model may correct once; after that only the wrong fields are dropped. A list or text that is
 * too long is cut; an item that cites a turn that the model was not shown is dropped. Must never
 * pass on a value that was not checked here.
 */
import { cutAtCodePoints, showable } from '../../core/text.ts';
import type { Analysis, AnalysisWarning, Party } from '../analysis/analysis.ts';
import { Faults, type JsonObject, type Read, readObject } from './model-json.ts';
import type { TranscriptWindow } from './model-transcript.ts';

/** Each field is null if the model gave no usable value. */
export interface AnalysisAnswer {
  readonly summary: string | null;
  readonly sentiment: Readonly<Record<Party, number | null>> & {
    /** One value for each quarter of the call, from the first. */
    readonly quarters: readonly (number | null)[];
  };
  readonly topics: Analysis['topics'];
  readonly actionItems: Analysis['actionItems'];
  readonly outcome: Analysis['outcome'];
  readonly warnings: readonly AnalysisWarning[];
}

export type MergeAnswer = Pick<AnalysisAnswer, 'summary' | 'outcome' | 'warnings'>;

/** In code points. With these bounds a result stays far below the largest size of a result. */
export const SUMMARY_POINTS_MAX = 2_000;
export const TOPICS_MAX = 10;
export const TOPIC_TURNS_MAX = 20;
export const ACTION_ITEMS_MAX = 20;
const NAME_POINTS_MAX = 80;
const ITEM_POINTS_MAX = 300;
const RATIONALE_POINTS_MAX = 400;
/** An answer beyond these bounds did not try to follow the schema. */
const TEXT_UNITS_MAX = 20_000;
const ENTRIES_MAX = 1_000;
const SCORE = { min: -5, max: 5 } as const;

/** `isLast`: the model is not asked again, so wrong fields are dropped if a usable one remains. */
export function readAnalysis(
  answer: string,
  window: TranscriptWindow,
  isLast = false,
): Read<AnalysisAnswer> {
  const read = readObject(answer);
  if (read.kind === 'invalid') return read;
  const faults = new Faults();
  const warnings = new Set<AnalysisWarning>();
  const { value } = read;
  const summary = faults.field((own) => summaryOf(value, own));
  const sentiment = sentimentOf(value, faults);
  const topics = topicsOf(value, window, faults, warnings);
  const actionItems = actionItemsOf(value, window, faults, warnings);
  const outcome = outcomeOf(value, faults);
  const moods = [sentiment.AGENT, sentiment.CUSTOMER, ...sentiment.quarters];
  const isSomething =
    moods.some((score) => score !== null) ||
    [summary, outcome].some((part) => part !== null) ||
    [topics, actionItems].some((list) => list !== null && list.length > 0);
  if (faults.isEmpty || !isLast || !isSomething) {
    return faults.unless({
      summary,
      sentiment,
      topics,
      actionItems,
      outcome,
      warnings: [...warnings],
    });
  }
  warnings.add('FIELDS_DROPPED');
  const left = { summary, sentiment, topics, actionItems, outcome, warnings: [...warnings] };
  return { kind: 'ok', value: left };
}

export function readMerge(answer: string, isLast = false): Read<MergeAnswer> {
  const read = readObject(answer);
  if (read.kind === 'invalid') return read;
  const faults = new Faults();
  const { value } = read;
  const summary = faults.field((own) => summaryOf(value, own));
  const outcome = outcomeOf(value, faults);
  if (faults.isEmpty || !isLast || (summary === null && outcome === null)) {
    return faults.unless({ summary, outcome, warnings: [] });
  }
  return { kind: 'ok', value: { summary, outcome, warnings: ['FIELDS_DROPPED'] } };
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
    faults.field((own) => {
      const { quarter, score } = own.object(entry, 'an entry of sentiment.quarters');
      const place = own.number(quarter, 'quarter', { min: 1, max: 4 });
      if (!Number.isInteger(place)) own.add('quarter must be 1, 2, 3 or 4');
      const found = scoreOf(score, own);
      if (own.isEmpty) byQuarter[place - 1] = found;
    });
  }
  return {
    AGENT: faults.field((own) => scoreOf(agent, own)),
    CUSTOMER: faults.field((own) => scoreOf(customer, own)),
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
): Analysis['topics'] {
  const entries = faults.field((own) => own.list(topics, 'topics', ENTRIES_MAX));
  if (entries === null) return null;
  const all = entries.flatMap((entry) => {
    const topic = faults.field((own) => {
      const { name, turns } = own.object(entry, 'a topic');
      const label = own.text(name, 'the name of a topic', TEXT_UNITS_MAX);
      return { label, cited: own.list(turns, 'the turns of a topic', ENTRIES_MAX) };
    });
    if (topic === null) return [];
    const label = shown(topic.label, NAME_POINTS_MAX);
    const known = [...new Set(topic.cited.filter((turn) => isShown(turn, window)))];
    if (known.length < new Set(topic.cited).size) warnings.add('EVIDENCE_DROPPED');
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
): Analysis['actionItems'] {
  const entries = faults.field((own) => own.list(actionItems, 'actionItems', ENTRIES_MAX));
  if (entries === null) return null;
  const all = entries.flatMap((entry) => {
    const item = faults.field((own) => {
      const { text, ...others } = own.object(entry, 'an action item');
      return { ...others, text: own.text(text, 'its text', TEXT_UNITS_MAX) } as const;
    });
    const text = shown(item?.text ?? '', ITEM_POINTS_MAX);
    if (item === null || text === '') return [];
    const { owner, due, turn }: JsonObject = item;
    const who = faults.field((own) => own.textOrNull(owner, 'its owner', TEXT_UNITS_MAX));
    const when = faults.field((own) => own.textOrNull(due, 'its due', TEXT_UNITS_MAX));
    if (!isShown(turn, window)) {
      warnings.add('EVIDENCE_DROPPED');
      return [];
    }
    return [
      {
        text,
        ...(who === null ? {} : { owner: shown(who, NAME_POINTS_MAX) }),
        ...(when === null ? {} : { due: shown(when, NAME_POINTS_MAX) }),
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
