/**
 * The result of a model without the numbers of the call (`../redaction`): what the model wrote is
 * redacted too, since a model may have been sent the numbers. Pure.
 */
import type { Analysis } from '../analysis/analysis.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';
import { redactedText } from '../redaction/redact.ts';
import { type Redaction, redactedEvaluation } from '../redaction/redaction.ts';

/** Leaves results alone that were computed here: they are redacted when they are made. */
export function redactedAnswer(
  result: Analysis | Evaluation,
  redaction: Redaction,
): Analysis | Evaluation {
  if (result.engine.mode !== 'LLM') return result;
  const told = (text: string): string => redactedText(text, result.language);
  if ('criteria' in result) {
    const criteria = result.criteria.map((criterion) => ({
      ...criterion,
      rationale: criterion.source === 'LLM' ? told(criterion.rationale) : criterion.rationale,
    }));
    return redactedEvaluation({ ...result, criteria }, redaction);
  }
  const { summary, topics, actionItems, outcome } = result;
  return {
    ...result,
    summary: summary === null ? null : { ...summary, text: told(summary.text) },
    topics: topics?.map((topic) => ({ ...topic, name: told(topic.name) })) ?? null,
    actionItems: actionItems?.map((item) => ({ ...item, text: told(item.text) })) ?? null,
    outcome:
      outcome === null
        ? null
        : { ...outcome, label: told(outcome.label), rationale: told(outcome.rationale) },
  };
}
