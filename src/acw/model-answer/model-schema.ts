/**
 * The answers that a model must give, as JSON Schemas in the strict form that servers accept: every
 * property is required, no others are allowed, and a missing value is null. Some servers refuse
 * bounds, so `model-analysis-answer.ts` and `model-verdict-answer.ts` check the bounds when they
 * read the answers.
 */
import { CRITERION_RESULTS } from '../evaluation/evaluation.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

function record(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function orNull(type: string, description: string): JsonSchema {
  return { type: [type, 'null'], description };
}

const text = { type: 'string' };
const turn = { type: 'integer', description: 'The number after # of the turn' };
const score = orNull('number', '-5 (angry) to 5 (delighted); null when there is nothing to tell');
const outcome = {
  anyOf: [
    record({
      label: { ...text, description: 'A few words, such as "refund promised"' },
      success: orNull('boolean', 'Whether the caller got what the call was for; null: unclear'),
      rationale: text,
    }),
    { type: 'null' },
  ],
};

/** The answer about a transcript or one part of it. */
export const ANALYSIS_SCHEMA: JsonSchema = record({
  summary: { ...text, description: 'Two to five sentences' },
  sentiment: record({
    agent: score,
    customer: score,
    quarters: {
      ...list(record({ quarter: { type: 'integer', enum: [1, 2, 3, 4] }, score })),
      description: 'The mood of the conversation in each quarter of the call that is shown',
    },
  }),
  topics: list(record({ name: text, turns: list(turn) })),
  actionItems: list(
    record({
      text,
      owner: orNull('string', 'Who does it, as the transcript says; null: not said'),
      due: orNull('string', 'When, as the transcript says; null: not said'),
      turn,
    }),
  ),
  outcome,
});

/** The answer about the summaries of all parts of one transcript. */
export const MERGE_SCHEMA: JsonSchema = record({
  summary: { ...text, description: 'Two to five sentences on the whole call' },
  outcome,
});

/** `ids`: the criteria that the model is asked about. */
export function verdictSchema(ids: readonly string[]): JsonSchema {
  return record({
    verdicts: list(
      record({
        id: { type: 'string', enum: ids },
        rationale: { ...text, description: 'One or two sentences' },
        evidence: list(
          record({ turn, quote: { ...text, description: 'Copied word for word from that turn' } }),
        ),
        result: { type: 'string', enum: CRITERION_RESULTS },
      }),
    ),
  });
}
