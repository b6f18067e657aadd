/**
 * A scorecard as the fields of a form hold it, and back as the API takes it. Figures are edited in
 * seconds and percent and sent in milliseconds and shares. What is no number is sent as null, so
 * that the service refuses it: nothing is guessed. Pure.
 */

import type { FieldFault } from '../../api/failure.ts';
import type { Format } from '../../i18n/format.ts';
import type { Words } from '../../i18n/words.ts';
import type { CriterionRecord, RuleRecord, ScorecardRecord } from './acw-api.ts';

export const METRICS = [
  ...(['durationMs', 'talk.AGENT.ratio', 'talk.CUSTOMER.ratio', 'talk.AGENT.wpm'] as const),
  ...(['talk.CUSTOMER.wpm', 'silence.ratio', 'silence.longestMs', 'interruptions.AGENT'] as const),
  ...(['interruptions.CUSTOMER', 'responseLatencyMs.AGENT.p50'] as const),
  ...(['responseLatencyMs.AGENT.p95'] as const),
] as const;
type Metric = (typeof METRICS)[number];
type Unit = 's' | 'percent' | 'count' | 'wpm';

export interface RuleDraft {
  /** `NONE`: no rule. */
  readonly type: 'NONE' | 'PHRASE' | 'METRIC';
  readonly match: 'ANY' | 'ALL' | 'NONE';
  /** One phrase a line. */
  readonly phrases: string;
  readonly speaker: '' | 'AGENT' | 'CUSTOMER';
  readonly edge: '' | 'FIRST' | 'LAST';
  readonly seconds: string;
  /** Separated by commas or spaces. */
  readonly languages: string;
  readonly metric: Metric;
  readonly min: string;
  readonly max: string;
}

export interface CriterionDraft {
  /** Used only by the form: it stays while the criterion moves. */
  readonly key: number;
  readonly id: string;
  readonly question: string;
  readonly guidance: string;
  readonly points: string;
  readonly autoFail: boolean;
  readonly rule: RuleDraft;
  /** The speaker whom a model must quote; empty: either of them. */
  readonly speaker: '' | 'AGENT' | 'CUSTOMER';
  readonly appliesWhen: RuleDraft;
}

export const UNKNOWN_CRITERIA = ['LEAVE_OUT', 'NO_SCORE', 'COUNT_AS_FAILED'] as const;
export type UnknownCriteria = (typeof UNKNOWN_CRITERIA)[number];

export interface ScorecardDraft {
  readonly name: string;
  readonly passMark: string;
  readonly unknownCriteria: UnknownCriteria;
  readonly criteria: readonly CriterionDraft[];
}

const NO_RULE: RuleDraft = {
  type: 'NONE',
  match: 'ANY',
  phrases: '',
  speaker: '',
  edge: '',
  seconds: '30',
  languages: '',
  metric: 'durationMs',
  min: '',
  max: '',
};

export function draftOf(
  scorecard: Pick<ScorecardRecord, 'name' | 'passMark' | 'unknownCriteria' | 'criteria'>,
) {
  return {
    name: scorecard.name,
    passMark: String(scorecard.passMark),
    unknownCriteria: scorecard.unknownCriteria,
    criteria: scorecard.criteria.map(criterionDraft),
  } satisfies ScorecardDraft;
}

export function newDraft(): ScorecardDraft {
  const criteria = [newCriterion([])];
  return { name: '', passMark: '80', unknownCriteria: 'LEAVE_OUT', criteria };
}

/** A new criterion with an id that none of the others has. */
export function newCriterion(others: readonly CriterionDraft[]): CriterionDraft {
  const taken = new Set(others.map(({ id }) => id));
  let number = others.length + 1;
  while (taken.has(`criterion-${number}`)) number += 1;
  return {
    key: others.reduce((most, { key }) => Math.max(most, key), -1) + 1,
    id: `criterion-${number}`,
    question: '',
    guidance: '',
    points: '10',
    autoFail: false,
    rule: { ...NO_RULE, type: 'PHRASE', speaker: 'AGENT' },
    speaker: '',
    appliesWhen: NO_RULE,
  };
}

/** The body of `POST /v1/scorecards`. */
export function bodyOf({ name, passMark, unknownCriteria, criteria }: ScorecardDraft) {
  return {
    name: name.trim(),
    passMark: numberOf(passMark),
    unknownCriteria,
    criteria: criteria.map(({ id, question, points, rule, speaker, appliesWhen, ...each }) => ({
      id: id.trim(),
      question: question.trim(),
      guidance: each.guidance,
      autoFail: each.autoFail,
      points: numberOf(points),
      rule: ruleBody(rule),
      speaker: speaker === '' ? null : speaker,
      appliesWhen: ruleBody(appliesWhen),
    })),
  };
}

export function moved(
  criteria: readonly CriterionDraft[],
  from: number,
  by: -1 | 1,
): readonly CriterionDraft[] {
  const one = criteria[from];
  const other = criteria[from + by];
  if (one === undefined || other === undefined) return criteria;
  return criteria.with(from, other).with(from + by, one);
}

export function pointsOf({ criteria }: Pick<ScorecardDraft, 'criteria'>): number {
  return criteria.reduce((sum, { points }) => sum + (numberOf(points) ?? 0), 0);
}

export function unitOf(metric: Metric): Unit {
  if (metric.endsWith('.wpm')) return 'wpm';
  if (metric.endsWith('ratio')) return 'percent';
  return metric.startsWith('interruptions') ? 'count' : 's';
}

const FACTORS: Readonly<Record<Unit, number>> = { s: 1_000, percent: 0.01, count: 1, wpm: 1 };

/** Converts a value to the units that people read: seconds and percent. */
export function shownFigure(metric: Metric, value: number): number {
  return rounded(value / FACTORS[unitOf(metric)]);
}

function criterionDraft(criterion: CriterionRecord, index: number): CriterionDraft {
  const { id, question, guidance, points, autoFail, rule, speaker, appliesWhen } = criterion;
  return {
    key: index,
    id,
    question,
    guidance,
    autoFail,
    points: String(points),
    rule: ruleDraft(rule),
    speaker: speaker ?? '',
    appliesWhen: ruleDraft(appliesWhen),
  };
}

function ruleDraft(rule: RuleRecord | null): RuleDraft {
  if (rule === null) return NO_RULE;
  if (rule.type === 'METRIC') {
    const { metric } = rule;
    const shown = (value: number | null | undefined): string =>
      value === null || value === undefined ? '' : String(shownFigure(metric, value));
    return { ...NO_RULE, type: 'METRIC', metric, min: shown(rule.min), max: shown(rule.max) };
  }
  return {
    ...NO_RULE,
    type: 'PHRASE',
    match: rule.match,
    phrases: rule.phrases.join('\n'),
    speaker: rule.speaker ?? '',
    edge: rule.within?.edge ?? '',
    seconds: rule.within === null || rule.within === undefined ? '30' : `${rule.within.seconds}`,
    languages: rule.languages?.join(', ') ?? '',
  };
}

function ruleBody(draft: RuleDraft) {
  const { type } = draft;
  if (type === 'NONE') return null;
  if (type === 'METRIC') {
    const { metric } = draft;
    return { type, metric, min: figure(metric, draft.min), max: figure(metric, draft.max) };
  }
  const languages = draft.languages.split(/[\s,;、]+/).filter((tag) => tag !== '');
  return {
    type,
    match: draft.match,
    phrases: draft.phrases
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    speaker: draft.speaker === '' ? null : draft.speaker,
    within: draft.edge === '' ? null : { edge: draft.edge, seconds: numberOf(draft.seconds) },
    languages: languages.length === 0 ? null : languages,
  };
}

/** The rule as a record, for a sentence about it; null: there is no rule. */
export function ruleRecord(draft: RuleDraft): RuleRecord | null {
  const body = ruleBody(draft);
  if (body === null || body.type === 'METRIC') return body;
  const { within } = body;
  return { ...body, within: within === null ? null : { ...within, seconds: within.seconds ?? 0 } };
}

function figure(metric: Metric, text: string): number | null {
  const value = numberOf(text);
  return value === null ? null : rounded(value * FACTORS[unitOf(metric)]);
}

function numberOf(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || Number.isNaN(value) ? null : value;
}

/** Removes the rounding error of the factor 0.01, as in 28.999999999999996 for 29. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

export type Difference =
  | { readonly kind: 'name' | 'passMark' | 'unknownCriteria' | 'order' }
  | { readonly kind: 'added' | 'removed' | 'changed'; readonly id: string };

/**
 * The differences between two versions of a scorecard, by criterion, for a person who is about to
 * overwrite the other version. Pure.
 */
export function differences(mine: ScorecardDraft, theirs: ScorecardDraft): readonly Difference[] {
  const one = bodyOf(mine);
  const other = bodyOf(theirs);
  const found: Difference[] = [];
  if (one.name !== other.name) found.push({ kind: 'name' });
  if (one.passMark !== other.passMark) found.push({ kind: 'passMark' });
  if (one.unknownCriteria !== other.unknownCriteria) found.push({ kind: 'unknownCriteria' });
  const before = new Map(other.criteria.map((criterion) => [criterion.id, criterion]));
  for (const criterion of one.criteria) {
    const { id } = criterion;
    const old = before.get(id);
    if (old === undefined) found.push({ kind: 'added', id });
    else if (JSON.stringify(old) !== JSON.stringify(criterion)) found.push({ kind: 'changed', id });
  }
  const now = new Set(one.criteria.map(({ id }) => id));
  for (const { id } of other.criteria) if (!now.has(id)) found.push({ kind: 'removed', id });
  const common = (ids: readonly string[], of: ReadonlySet<string>): string =>
    ids.filter((id) => of.has(id)).join(' ');
  const mineInOrder = common([...now], new Set(before.keys()));
  if (mineInOrder !== common([...before.keys()], now)) found.push({ kind: 'order' });
  return found;
}

/**
 * The fault of a field, or of what is inside it. Pure.
 * Pointers are those of the service, compared by whole keys.
 * The first one; an empty field is the whole place.
 */
export function faultBelow(
  faults: readonly FieldFault[],
  place: string,
  field: string,
): string | undefined {
  const pointer = field === '' ? place : `${place}/${field}`;
  return faults.find((fault) => fault.field === pointer || fault.field.startsWith(`${pointer}/`))
    ?.message;
}

const PHRASES_SHOWN = 3;

/**
 * A rule as a sentence: "The agent says any of: “good morning”, in the first 30 s". Pure.
 * Long lists of phrases are cut, and say how many more there are.
 */
export function ruleWords(rule: RuleRecord, t: Words['scorecard'], format: Format): string {
  return rule.type === 'METRIC' ? metricWords(rule, t, format) : phraseWords(rule, t, format);
}

type PhraseRule = Extract<RuleRecord, { readonly type: 'PHRASE' }>;
type MetricRule = Extract<RuleRecord, { readonly type: 'METRIC' }>;

function phraseWords(rule: PhraseRule, { say }: Words['scorecard'], format: Format): string {
  const { match, phrases, speaker, within, languages } = rule;
  const shown = phrases.slice(0, PHRASES_SHOWN).map((phrase) => `“${phrase}”`);
  const more = phrases.length - shown.length;
  const list = [...shown, ...(more > 0 ? [say.more(more)] : [])].join(', ');
  const who = { AGENT: say.agent, CUSTOMER: say.customer, any: say.eitherSide }[speaker ?? 'any'];
  const edge = within?.edge === 'LAST' ? say.last : say.first;
  const where = within === null || within === undefined ? '' : edge(format.number(within.seconds));
  const tags =
    languages === null || languages === undefined ? '' : say.languages(languages.join(', '));
  return say.phrase(who, say[match], list, `${where}${tags}`);
}

function metricWords(rule: MetricRule, t: Words['scorecard'], format: Format): string {
  const { metric, min = null, max = null } = rule;
  const name = t.metrics[metric];
  const shown = (value: number): string =>
    t.value[unitOf(metric)](format.number(shownFigure(metric, value)));
  if (min !== null && max !== null) return t.say.between(name, shown(min), shown(max));
  if (min !== null) return t.say.least(name, shown(min));
  return max === null ? name : t.say.most(name, shown(max));
}
