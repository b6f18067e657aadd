/**
 * Checks what a scorecard may not be (S11.13). The shape of the settings has been checked before.
 * It returns every broken rule, each with a JSON pointer and what to do. `evaluate.ts` can judge
 * every scorecard that passes, within the bounds of a result.
 */
import type { FieldError } from '../../core/error/service-error.ts';
import { codePointCount, freeTextFault, lineFault } from '../../core/text.ts';
import { CALL_MS_MAX, TURNS_MAX } from '../call-log/call-log.ts';
import type { MetricRule } from './metric-rule.ts';
import { folded } from './phrase-match.ts';
import { FIGURES } from './rule-figure.ts';
import {
  CRITERIA_MAX,
  type Criterion,
  LANGUAGES_MAX,
  PHRASES_MAX,
  PHRASES_TOTAL_MAX,
  POINTS,
  type Rule,
  SCORECARD_TEXT,
  type ScorecardSettings,
  WITHIN_SECONDS,
} from './scorecard.ts';

/** Returns an empty list if all rules are kept. */
export function checkScorecard(settings: ScorecardSettings): readonly FieldError[] {
  const { name, passMark, criteria } = settings;
  return named([
    ['/name', lineFault(name, { min: 1, max: SCORECARD_TEXT.name })],
    ['/passMark', wholeFault(passMark, { min: 0, max: 100 })],
    ['/criteria', criteriaFault(criteria)],
  ]).concat(criteria.length > CRITERIA_MAX ? [] : criteria.flatMap(criterionFaults));
}

type Fault = readonly [field: string, message: string | null];

function named(faults: readonly Fault[]): FieldError[] {
  return faults.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]));
}

function criteriaFault(criteria: readonly Criterion[]): string | null {
  if (criteria.length === 0) return 'Give at least one criterion.';
  if (criteria.length > CRITERIA_MAX) {
    return `Give at most ${CRITERIA_MAX} criteria; these are ${criteria.length}.`;
  }
  if (criteria.every(({ points }) => points === 0)) {
    return 'Give points to at least one criterion; else no call can score.';
  }
  const phrases = criteria
    .flatMap(({ rule, appliesWhen }) => [rule, appliesWhen])
    .reduce((count, rule) => count + (rule?.type === 'PHRASE' ? rule.phrases.length : 0), 0);
  return phrases > PHRASES_TOTAL_MAX
    ? `Use at most ${PHRASES_TOTAL_MAX} phrases in all; these are ${phrases}.`
    : null;
}

const CRITERION_ID = /^[a-z][a-z0-9-]{0,63}$/;

function criterionFaults(
  criterion: Criterion,
  index: number,
  all: readonly Criterion[],
): readonly FieldError[] {
  const at = `/criteria/${index}`;
  const { id, question, guidance, points, rule, appliesWhen } = criterion;
  const first = all.findIndex((other) => other.id === id);
  return named([
    [`${at}/id`, CRITERION_ID.test(id) ? repeatFault(first, index) : ID_HELP],
    [`${at}/question`, lineFault(question, { min: 1, max: SCORECARD_TEXT.question })],
    [`${at}/guidance`, guidanceFault(guidance)],
    [`${at}/points`, wholeFault(points, POINTS)],
  ]).concat(ruleFaults(rule, `${at}/rule`), ruleFaults(appliesWhen, `${at}/appliesWhen`));
}

const ID_HELP = 'Use a-z, 0-9 and -, a letter first, at most 64 characters.';

function repeatFault(first: number, index: number): string | null {
  return first === index ? null : `Use an id of its own; /criteria/${first} has this one.`;
}

function guidanceFault(guidance: string): string | null {
  const length = codePointCount(guidance);
  return length > SCORECARD_TEXT.guidance
    ? `Send at most ${SCORECARD_TEXT.guidance} characters; this has ${length}.`
    : freeTextFault(guidance);
}

function wholeFault(value: number, { min, max }: Bounds): string | null {
  return Number.isInteger(value) && value >= min && value <= max
    ? null
    : `Use a whole number from ${min} to ${max}.`;
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

function ruleFaults(rule: Rule | null, at: string): readonly FieldError[] {
  if (rule === null) return [];
  return rule.type === 'METRIC' ? metricFaults(rule, at) : phraseRuleFaults(rule, at);
}

type PhraseRule = Extract<Rule, { readonly type: 'PHRASE' }>;

function phraseRuleFaults(rule: PhraseRule, at: string): readonly FieldError[] {
  const { phrases, within, languages } = rule;
  const seconds = within === null ? null : wholeFault(within.seconds, WITHIN_SECONDS);
  const count = countFault(phrases.length, PHRASES_MAX, 'phrases');
  return named([
    [`${at}/phrases`, count],
    ...(count === null ? phraseFaults(phrases, at) : []),
    [`${at}/within/seconds`, seconds],
    ...(languages === null ? [] : languageFaults(languages, `${at}/languages`)),
  ]);
}

function countFault(count: number, max: number, what: string): string | null {
  return count >= 1 && count <= max ? null : `Give 1 to ${max} ${what}; these are ${count}.`;
}

function phraseFaults(phrases: readonly string[], at: string): readonly Fault[] {
  const compared = phrases.map(folded);
  return phrases.map((phrase, index) => {
    const first = compared.indexOf(folded(phrase));
    return [`${at}/phrases/${index}`, phraseFault(phrase, at, first, index)];
  });
}

function phraseFault(phrase: string, at: string, first: number, index: number): string | null {
  const fault = lineFault(phrase, { min: 1, max: SCORECARD_TEXT.phrase });
  if (fault !== null) return fault;
  if (folded(phrase) === '') return 'Send at least one letter or digit; marks are not compared.';
  return first === index ? null : `Remove it; it compares like ${at}/phrases/${first}.`;
}

const PRIMARY_TAG = /^[a-z]{2,3}$/;

function languageFaults(languages: readonly string[], at: string): readonly Fault[] {
  const count = countFault(languages.length, LANGUAGES_MAX, 'languages, or null for every one');
  if (count !== null) return [[at, count]];
  return languages.map((language, index) => {
    const isFirst = languages.indexOf(language) === index;
    const fault = PRIMARY_TAG.test(language) ? null : 'Use two or three letters, such as en or ja.';
    return [`${at}/${index}`, fault ?? (isFirst ? null : 'Remove it; it is there already.')];
  });
}

function metricFaults({ metric, min, max }: MetricRule, at: string): readonly FieldError[] {
  const bounds = BOUNDS[FIGURES[metric].unit];
  if (min === null && max === null) return named([[at, 'Give min, max or both.']]);
  const faults = named([
    [`${at}/min`, thresholdFault(min, bounds)],
    [`${at}/max`, thresholdFault(max, bounds)],
  ]);
  const isCrossed = min !== null && max !== null && min > max;
  return faults.length === 0 && isCrossed
    ? named([[`${at}/max`, 'Use a max that is not below min.']])
    : faults;
}

/** The plausible range of each figure; a threshold beyond it was probably given in another unit. */
const BOUNDS: Readonly<Record<(typeof FIGURES)[MetricRule['metric']]['unit'], Bounds>> = {
  MS: { min: 0, max: CALL_MS_MAX },
  RATIO: { min: 0, max: 1 },
  WORDS_A_MINUTE: { min: 0, max: 10_000 },
  TIMES: { min: 0, max: TURNS_MAX },
};

function thresholdFault(value: number | null, { min, max }: Bounds): string | null {
  return value === null || (value >= min && value <= max)
    ? null
    : `Use a number from ${min} to ${max}.`;
}
