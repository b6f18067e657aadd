/**
 * Scorecards on the wire (S11.13). The schema says which keys and types there are;
 * `acw/evaluation/scorecard-rules.ts` says which values are allowed. A field that is left out of a
 * criterion or a rule is null, false or empty, and is shown so.
 */
import type { Static } from 'typebox';
import {
  CRITERIA_MAX,
  type Criterion,
  LANGUAGES_MAX,
  PHRASES_MAX,
  RULE_METRICS,
  type Rule,
  type Scorecard,
  type ScorecardSettings,
  UNKNOWN_CRITERIA,
  UNKNOWN_CRITERIA_DEFAULT,
} from '../../acw/evaluation/scorecard.ts';
import { isoTime } from '../../core/time.ts';
import {
  idOf,
  nullable,
  nullableTimestampOf,
  oneOf,
  pageOf,
  pageQuery,
  strictObject,
  Timestamp,
  Type,
} from './shared.ts';

const PARTIES = ['AGENT', 'CUSTOMER'] as const;

const PhraseRule = strictObject(
  {
    type: Type.Literal('PHRASE'),
    match: oneOf(['ANY', 'ALL', 'NONE'], { description: 'How many of the phrases must be said' }),
    phrases: Type.Array(Type.String(), {
      maxItems: PHRASES_MAX,
      description: 'Whole words; case, width and spaces make no difference',
    }),
    speaker: Type.Optional(
      nullable(oneOf(PARTIES, { description: 'Null: any speaker, announcements too' })),
    ),
    within: Type.Optional(
      nullable(
        strictObject(
          { edge: oneOf(['FIRST', 'LAST']), seconds: Type.Integer() },
          { title: 'Within', description: 'Part of the call; null: anywhere in it' },
        ),
      ),
    ),
    languages: Type.Optional(
      nullable(
        Type.Array(Type.String({ examples: ['de'] }), {
          maxItems: LANGUAGES_MAX,
          description:
            'Those that the phrases are in: what is not said in a call of another one is ' +
            'UNKNOWN. Null: they do for every language',
        }),
      ),
    ),
  },
  { title: 'PhraseRule' },
);

const bound = Type.Optional(nullable(Type.Number({ description: 'Inclusive; null: no bound' })));
const MetricRule = strictObject(
  {
    type: Type.Literal('METRIC'),
    metric: oneOf(RULE_METRICS, { description: 'Ratios are 0 to 1, times milliseconds' }),
    min: bound,
    max: bound,
  },
  { title: 'MetricRule' },
);

type PhraseInput = Static<typeof PhraseRule>;
type RuleInput = PhraseInput | Static<typeof MetricRule>;

/** Discriminated by `type`, so that a fault names the rule that was meant. */
const RuleShape = Type.Unsafe<RuleInput>({
  title: 'Rule',
  type: 'object',
  required: ['type'],
  properties: { type: oneOf(['PHRASE', 'METRIC']) },
  discriminator: { propertyName: 'type' },
  oneOf: [PhraseRule, MetricRule],
});

const QuotedParty = oneOf(PARTIES, {
  description: 'The speaker whom a model must quote for its verdict; null: either party',
});

const CriterionInput = strictObject(
  {
    id: Type.String({ description: 'a-z, 0-9 and -, a letter first; unique here' }),
    question: Type.String({ examples: ['Did the agent say the name of the company?'] }),
    guidance: Type.Optional(Type.String({ description: 'Help for the model, and for people' })),
    points: Type.Integer({ description: 'Points that a pass earns, 0 to 1,000' }),
    autoFail: Type.Optional(
      Type.Boolean({ description: 'True: if the criterion fails, the call fails' }),
    ),
    rule: Type.Optional(nullable(RuleShape)),
    speaker: Type.Optional(nullable(QuotedParty)),
    appliesWhen: Type.Optional(nullable(RuleShape)),
  },
  {
    title: 'CriterionInput',
    description:
      'Without a rule the model judges it, and without a model it is UNKNOWN. With appliesWhen ' +
      'it is NOT_APPLICABLE unless that rule passes',
  },
);

const UnknownCriteriaShape = oneOf(UNKNOWN_CRITERIA, {
  description:
    'What a criterion that cannot be judged does: LEAVE_OUT, the default, takes it out of the ' +
    'score, NO_SCORE leaves the call without one, COUNT_AS_FAILED keeps its points possible',
});

const settingsProperties = {
  name: Type.String({ description: '1 to 120 characters', examples: ['Service calls'] }),
  passMark: Type.Integer({ description: 'Percentage from which a call passes, 0 to 100' }),
  unknownCriteria: Type.Optional(UnknownCriteriaShape),
  criteria: Type.Array(CriterionInput, { maxItems: CRITERIA_MAX }),
} as const;

export const ScorecardBody = strictObject(settingsProperties, { title: 'ScorecardInput' });
export const ScorecardChangeBody = strictObject(
  {
    ...settingsProperties,
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The revision that was edited, unless If-Match names it',
      }),
    ),
  },
  { title: 'ScorecardChange' },
);
export const ScorecardHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description: 'The ETag of the revision that was edited; or revision in the body',
    }),
  ),
});
export const ScorecardTryBody = strictObject(
  { scorecard: ScorecardBody, callId: Type.String({ description: 'A call that has a log' }) },
  { title: 'ScorecardTrial' },
);

const ShownCriterion = strictObject(
  {
    id: Type.String(),
    question: Type.String(),
    guidance: Type.String(),
    points: Type.Integer(),
    autoFail: Type.Boolean(),
    rule: nullable(RuleShape),
    speaker: nullable(QuotedParty),
    appliesWhen: nullable(RuleShape),
  },
  { title: 'Criterion' },
);

export const ScorecardRecord = strictObject(
  {
    id: idOf('sc'),
    revision: Type.Integer({ minimum: 1, description: 'Grows with every edit; also the ETag' }),
    isDefault: Type.Boolean({
      description: 'True: evaluators that name no scorecard use this one',
    }),
    name: Type.String(),
    passMark: Type.Integer(),
    unknownCriteria: UnknownCriteriaShape,
    criteria: Type.Array(ShownCriterion),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: nullable(Timestamp),
  },
  { title: 'Scorecard' },
);
export const ScorecardPage = pageOf(ScorecardRecord, 'ScorecardPage');

export const ScorecardPath = strictObject({ id: Type.String({ maxLength: 64 }) });
export const ScorecardQuery = strictObject({
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: 'An earlier revision; also of a removed scorecard' }),
  ),
});
export const ScorecardListQuery = strictObject(pageQuery);

/** Fills in the fields that were left out. */
export function settingsOf(body: Static<typeof ScorecardBody>): ScorecardSettings {
  return {
    name: body.name,
    passMark: body.passMark,
    unknownCriteria: body.unknownCriteria ?? UNKNOWN_CRITERIA_DEFAULT,
    criteria: body.criteria.map(
      (each): Criterion => ({
        id: each.id,
        question: each.question,
        guidance: each.guidance ?? '',
        points: each.points,
        autoFail: each.autoFail ?? false,
        rule: ruleOf(each.rule ?? null),
        speaker: each.speaker ?? null,
        appliesWhen: ruleOf(each.appliesWhen ?? null),
      }),
    ),
  };
}

function ruleOf(rule: RuleInput | null): Rule | null {
  if (rule === null) return null;
  if (rule.type === 'METRIC') return { ...rule, min: rule.min ?? null, max: rule.max ?? null };
  const { speaker = null, within = null, languages = null } = rule;
  return { ...rule, speaker, within, languages };
}

export function showScorecard(scorecard: Scorecard): Static<typeof ScorecardRecord> {
  return {
    id: scorecard.id,
    revision: scorecard.revision,
    isDefault: scorecard.isDefault,
    name: scorecard.name,
    passMark: scorecard.passMark,
    unknownCriteria: scorecard.unknownCriteria,
    criteria: scorecard.criteria.map((each) => ({
      ...each,
      rule: showRule(each.rule),
      appliesWhen: showRule(each.appliesWhen),
    })),
    createdAt: isoTime(scorecard.createdAtMs),
    updatedAt: isoTime(scorecard.updatedAtMs),
    deletedAt: nullableTimestampOf(scorecard.deletedAtMs),
  };
}

function showRule(rule: Rule | null): RuleInput | null {
  if (rule?.type !== 'PHRASE') return rule;
  const languages = rule.languages === null ? null : [...rule.languages];
  return { ...rule, phrases: [...rule.phrases], languages };
}
