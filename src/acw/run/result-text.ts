/**
 * The stored JSON text of a built-in agent's result, within the largest size of a result (S9.19).
 * If a result is too long, the ends of its lists are cut, all at the same length, and the warning
 * LISTS_CUT is added. The same result is always cut to the same text.
 */
import { utf8Bytes } from '../../core/text.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { Evaluation } from '../evaluation/evaluation.ts';

export function resultText(result: Analysis | Evaluation, bytesMax: number): string {
  const whole = JSON.stringify(result);
  if (utf8Bytes(whole) <= bytesMax) return whole;
  for (const length of LENGTHS) {
    const text = JSON.stringify(cut(result, length));
    if (length === 0 || utf8Bytes(text) <= bytesMax) return text;
  }
  return whole;
}

/** The list lengths that are tried one after the other. */
const LENGTHS = [128, 64, 32, 16, 8, 4, 2, 1, 0] as const;

function cut(result: Analysis | Evaluation, length: number): Analysis | Evaluation {
  return 'criteria' in result ? cutEvaluation(result, length) : cutAnalysis(result, length);
}

function cutAnalysis(analysis: Analysis, length: number): Analysis {
  const { metrics, topics, phrases, entities, actionItems, warnings } = analysis;
  const { silence } = metrics;
  const segments = silence.segments.slice(0, length);
  return {
    ...analysis,
    metrics: { ...metrics, silence: { ...silence, segments } },
    topics:
      topics
        ?.slice(0, length)
        .map(({ name, turns }) => ({ name, turns: turns.slice(0, length) })) ?? null,
    phrases: phrases.slice(0, length),
    entities: entities.slice(0, length),
    actionItems: actionItems?.slice(0, length) ?? null,
    warnings: [...new Set([...warnings, 'LISTS_CUT' as const])],
  };
}

/** Keeps every criterion, because the score is computed from all of them. */
function cutEvaluation(evaluation: Evaluation, length: number): Evaluation {
  const criteria = evaluation.criteria.map((criterion) => ({
    ...criterion,
    evidence: criterion.evidence.slice(0, length),
  }));
  const warnings = [...new Set([...evaluation.warnings, 'LISTS_CUT' as const])];
  return { ...evaluation, criteria, warnings };
}
