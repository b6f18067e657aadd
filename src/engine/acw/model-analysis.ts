/**
 * Asks the language model for what an analysis cannot measure: summary, moods, topics, action items
 * and outcome. It asks about each window, then once about all summaries. The measured figures stay.
 */
import type { Analysis } from '../../acw/analysis/analysis.ts';
import { readAnalysis, readMerge } from '../../acw/model-answer/model-analysis-answer.ts';
import {
  quartersOf,
  quarterTimes,
  withModelAnalysis,
} from '../../acw/model-answer/model-analysis-merge.ts';
import { analysisPrompt, mergePrompt } from '../../acw/model-answer/model-prompt.ts';
import { ANALYSIS_SCHEMA, MERGE_SCHEMA } from '../../acw/model-answer/model-schema.ts';
import type { TranscriptWindow } from '../../acw/model-answer/model-transcript.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { askAll, askJudged } from './model-question.ts';
import { answerShare, NO_ROOM, transcriptWithin } from './model-share.ts';
import type { ModelOutcome, ModelWork } from './model-work.ts';

export async function askForAnalysis(
  analysis: Analysis,
  work: ModelWork & { readonly model: LanguageModel },
): Promise<ModelOutcome<Analysis>> {
  const { model } = work;
  if (analysis.warnings.includes('TOO_SHORT')) return { kind: 'done', value: analysis };
  const { language } = analysis;
  const around = analysisPrompt({ transcript: '', language, quarters: WIDEST, part: ANY_PART });
  const found = await transcriptWithin(work, around, ANALYSIS_SCHEMA);
  if (found === null) return { kind: 'failed', reason: 'MODEL_FAILED', detail: NO_ROOM };
  const { transcript, beginsAtMs } = found;
  const quarters = quartersOf(beginsAtMs, analysis.metrics.durationMs);
  const times = quarterTimes(quarters);
  const answerTokensMax = answerShare(model);
  const { windows } = transcript;

  const ask = async (window: TranscriptWindow, rounds: number) => {
    const part = { number: windows.indexOf(window) + 1, of: windows.length };
    // With several windows, one more question about their summaries follows.
    const toCome = rounds + (windows.length > 1 ? 1 : 0);
    const asked = await askJudged(
      { ...work, rounds: toCome },
      {
        name: 'call_analysis',
        prompt: analysisPrompt({ transcript: window.text, language, quarters: times, part }),
        schema: ANALYSIS_SCHEMA,
        answerTokensMax,
        read: (answer, isLast) => readAnalysis(answer, window, isLast),
      },
    );
    return asked.kind === 'failed'
      ? asked
      : { kind: 'done' as const, value: { window, answer: asked.value } };
  };
  const read = await askAll(windows, ask);
  if (read.kind === 'failed') return read;
  const [first, ...others] = read.value.map(({ answer }) => answer);
  if (first === undefined) return { kind: 'done', value: analysis };
  const summaries = [first, ...others].flatMap(({ summary }) => summary ?? []);
  const merged =
    others.length === 0 || summaries.length === 0
      ? ({ kind: 'done', value: first } as const)
      : await askJudged(work, {
          name: 'call_summary',
          prompt: mergePrompt(
            summaries,
            language,
            // A third of the tokens for the summaries; the rest is for rules, answer and repair.
            Math.floor(model.policy.questionTokensMax / 3),
          ),
          schema: MERGE_SCHEMA,
          answerTokensMax,
          read: readMerge,
        });
  if (merged.kind === 'failed') return merged;
  const engine = { ...analysis.engine, mode: 'LLM', model: model.model } as const;
  const given = { read: read.value, merged: merged.value, transcript, quarters, engine };
  return { kind: 'done', value: withModelAnalysis(analysis, given) };
}

const ANY_PART = { number: 1, of: 2 } as const;
/**
 * The prompt needs room for the times of the quarters, which are known only with the transcript.
 * These are the longest possible ones, as a log covers at most a day or so.
 */
const WIDEST: readonly string[] = Array(4).fill('99:59:59 to 99:59:59');
