/**
 * What a result is: an analysis, an evaluation, or an object of the agent's own form. By its shape
 * and not by who made it: an agent of one's own may answer in our form. Pure.
 */
import { type Analysis, readAnalysis } from './read-analysis.ts';
import { type Evaluation, readEvaluation } from './read-evaluation.ts';

export type ResultShape =
  | { readonly kind: 'analysis'; readonly analysis: Analysis }
  | { readonly kind: 'evaluation'; readonly evaluation: Evaluation }
  | { readonly kind: 'own'; readonly text: string }
  | { readonly kind: 'none' };

export function resultShape(text: string | null): ResultShape {
  if (text === null) return { kind: 'none' };
  const value = parsed(text);
  const evaluation = readEvaluation(value);
  if (evaluation !== null) return { kind: 'evaluation', evaluation };
  const analysis = readAnalysis(value);
  if (analysis !== null) return { kind: 'analysis', analysis };
  return { kind: 'own', text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
