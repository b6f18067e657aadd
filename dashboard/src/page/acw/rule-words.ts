/**
 * A rule as a sentence: "The agent says any of: “good morning”, in the first 30 s". Pure.
 * Long lists of phrases are cut, and say how many more there are.
 */
import type { Format } from '../../i18n/format.ts';
import type { RuleRecord } from './acw-api.ts';
import { shownFigure, unitOf } from './scorecard-draft.ts';
import type { ScorecardText } from './text.ts';

const PHRASES_SHOWN = 3;

export function ruleWords(rule: RuleRecord, t: ScorecardText, format: Format): string {
  return rule.type === 'METRIC' ? metricWords(rule, t, format) : phraseWords(rule, t, format);
}

type PhraseRule = Extract<RuleRecord, { readonly type: 'PHRASE' }>;
type MetricRule = Extract<RuleRecord, { readonly type: 'METRIC' }>;

function phraseWords(rule: PhraseRule, { say }: ScorecardText, format: Format): string {
  const { match, phrases, speaker, within, languages } = rule;
  const shown = phrases.slice(0, PHRASES_SHOWN).map((phrase) => `“${phrase}”`);
  const more = phrases.length - shown.length;
  const list = [...shown, ...(more > 0 ? [say.more(more)] : [])].join(', ');
  const who = { AGENT: say.agent, CUSTOMER: say.customer, any: say.anybody }[speaker ?? 'any'];
  const edge = within?.edge === 'LAST' ? say.last : say.first;
  const where = within === null || within === undefined ? '' : edge(format.number(within.seconds));
  const tags =
    languages === null || languages === undefined ? '' : say.languages(languages.join(', '));
  return say.phrase(who, say[match], list, `${where}${tags}`);
}

function metricWords(rule: MetricRule, t: ScorecardText, format: Format): string {
  const { metric, min = null, max = null } = rule;
  const name = t.metrics[metric];
  const shown = (value: number): string =>
    t.value[unitOf(metric)](format.number(shownFigure(metric, value)));
  if (min !== null && max !== null) return t.say.between(name, shown(min), shown(max));
  if (min !== null) return t.say.least(name, shown(min));
  return max === null ? name : t.say.most(name, shown(max));
}
