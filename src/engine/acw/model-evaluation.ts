/**
 * Asks the language model for verdicts on the criteria that no rule judges, window by window, with
 * as many criteria in one question as the answer has room for. Rules, points and criteria that do
 * not apply stay unchanged.
 */
import type { Evaluation } from '../../acw/evaluation/evaluation.ts';
import type { Criterion, Scorecard } from '../../acw/evaluation/scorecard.ts';
import { openCriteria, withVerdicts } from '../../acw/evaluation/verdict.ts';
import { quotedParty } from '../../acw/model-answer/model-evidence.ts';
import { verdictPrompt } from '../../acw/model-answer/model-prompt.ts';
import { verdictSchema } from '../../acw/model-answer/model-schema.ts';
import { tokensOf } from '../../acw/model-answer/model-tokens.ts';
import type { TranscriptWindow } from '../../acw/model-answer/model-transcript.ts';
import { type AskedVerdict, readVerdicts } from '../../acw/model-answer/model-verdict-answer.ts';
import { mergedVerdicts } from '../../acw/model-answer/model-verdict-merge.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { askAll, askJudged } from './model-question.ts';
import { answerShare, NO_ROOM, transcriptWithin } from './model-share.ts';
import type { ModelOutcome, ModelWork } from './model-work.ts';

/** The estimated tokens of one verdict with its reason and quotes. */
const VERDICT_TOKENS = 250;
/** With more criteria in one question, models begin to leave some out. */
const CRITERIA_MAX = 20;

export async function askForVerdicts(
  evaluation: Evaluation,
  scorecard: Pick<Scorecard, 'criteria'>,
  work: ModelWork & { readonly model: LanguageModel },
): Promise<ModelOutcome<Evaluation>> {
  const { model } = work;
  const open = new Set(openCriteria(evaluation).map(({ id }) => id));
  const criteria = scorecard.criteria.filter(({ id }) => open.has(id));
  if (criteria.length === 0 || evaluation.warnings.includes('TOO_SHORT')) {
    return { kind: 'done', value: evaluation };
  }
  const { language } = evaluation;
  const batches = batchesOf(criteria, answerShare(model));
  const longest = batches.reduce((one, other) => (sizeOf(one) < sizeOf(other) ? other : one));
  const around = verdictPrompt({ transcript: '', language, criteria: longest, part: ANY_PART });
  const schema = verdictSchema(longest.map(({ id }) => id));
  const found = await transcriptWithin(work, around, schema);
  if (found === null) return { kind: 'failed', reason: 'MODEL_FAILED', detail: NO_ROOM };
  const { windows, turns, isCut } = found.transcript;

  const ask = ({ window, batch }: Question, rounds: number) => {
    const ids = batch.map(({ id }) => id);
    const part = { number: windows.indexOf(window) + 1, of: windows.length };
    return askJudged(
      { ...work, rounds },
      {
        name: 'call_verdicts',
        prompt: verdictPrompt({ transcript: window.text, language, criteria: batch, part }),
        schema: verdictSchema(ids),
        answerTokensMax: answerShare(model),
        read: (answer, isLast) => readVerdicts(answer, batch.map(askedOf), turns, isLast),
      },
    );
  };
  const questions = windows.flatMap((window) => batches.map((batch) => ({ window, batch })));
  const read = await askAll(questions, ask);
  if (read.kind === 'failed') return read;
  const byWindow = windows.map((_, index) =>
    read.value.slice(index * batches.length, (index + 1) * batches.length).flat(),
  );
  const { verdicts, dropped } = mergedVerdicts(criteria.map(askedOf), byWindow, turns);
  const warnings = [
    ...evaluation.warnings,
    ...(dropped ? (['EVIDENCE_DROPPED'] as const) : []),
    ...(isCut ? (['TRANSCRIPT_CUT'] as const) : []),
  ];
  const engine = { ...evaluation.engine, mode: 'LLM', model: model.model } as const;
  const value = withVerdicts({ ...evaluation, warnings }, { verdicts, turns, engine });
  return { kind: 'done', value };
}

interface Question {
  readonly window: TranscriptWindow;
  readonly batch: readonly Criterion[];
}

function askedOf(criterion: Criterion): AskedVerdict {
  return { id: criterion.id, speaker: quotedParty(criterion) };
}

const ANY_PART = { number: 1, of: 2 } as const;

/** Splits the criteria so that neither a batch nor its verdicts exceed the tokens of an answer. */
function batchesOf(
  criteria: readonly Criterion[],
  share: number,
): readonly (readonly Criterion[])[] {
  const batches: Criterion[][] = [];
  let size = 0;
  for (const criterion of criteria) {
    const last = batches.at(-1);
    const own = Math.max(VERDICT_TOKENS, sizeOf([criterion]));
    if (last === undefined || last.length === CRITERIA_MAX || size + own > share) {
      batches.push([criterion]);
      size = own;
    } else {
      last.push(criterion);
      size += own;
    }
  }
  return batches;
}

function sizeOf(criteria: readonly Criterion[]): number {
  return criteria.reduce(
    (sum, { id, question, guidance }) => sum + tokensOf(`- id ${id}: ${question} (${guidance})\n`),
    0,
  );
}
