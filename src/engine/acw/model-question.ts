/**
 * Puts one question to the language model and checks its answer. After a faulty answer it asks once
 * more and names the faults. Never rejects, and never exceeds the time for the call's questions.
 */
import type { Read } from '../../acw/model-answer/model-json.ts';
import { type Prompt, repairPrompt } from '../../acw/model-answer/model-prompt.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel, ModelAnswer } from '../ports/language-model.ts';
import type { ModelFailure, ModelOutcome } from './model-work.ts';

export interface Asking {
  readonly model: LanguageModel;
  readonly clock: Pick<Clock, 'monoMs'>;
  readonly untilMs: number;
  /**
   * How many questions will follow one another until then, including this one; absent: only this
   * one.
   */
  readonly rounds?: number;
}

export interface JudgedQuestion<Value> {
  readonly name: string;
  readonly prompt: Prompt;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly answerTokensMax: number;
  /** `isLast`: the question will not be repeated. */
  readonly read: (answer: string, isLast: boolean) => Read<Value>;
}

/** The first answer, and one more to correct its faults. */
const TRIES = 2;

export async function askJudged<Value>(
  asking: Asking,
  question: JudgedQuestion<Value>,
): Promise<ModelOutcome<Value>> {
  const { name, schema, answerTokensMax } = question;
  let faults: readonly string[] = [];
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const left = asking.untilMs - asking.clock.monoMs();
    if (left < 1) return failed('MODEL_FAILED', 'The time for questions about this call is over.');
    const prompt = tried === 1 ? question.prompt : repairPrompt(question.prompt, faults);
    // Each question gets an equal share, so that one that hangs leaves time for the others.
    const timeoutMs = Math.min(left / (asking.rounds ?? 1), asking.model.policy.timeoutMs);
    const answer = await asking.model.ask({ name, ...prompt, schema, answerTokensMax, timeoutMs });
    if (answer.kind === 'failed') {
      const isAway = answer.reason === 'TIMEOUT' || answer.reason === 'UNAVAILABLE';
      return { ...failed(reasonOf(answer.reason), answer.detail), isAway };
    }
    const read = question.read(answer.text, tried === TRIES);
    if (read.kind === 'ok') return { kind: 'done', value: read.value };
    faults = read.faults;
  }
  return failed('MODEL_OUTPUT_INVALID', `The model's answer is not usable: ${faults.join('; ')}.`);
}

function reasonOf(reason: Extract<ModelAnswer, { kind: 'failed' }>['reason']): ModelFailure {
  switch (reason) {
    case 'BUDGET':
      return 'MODEL_BUDGET_EXHAUSTED';
    case 'CUT_OFF':
      return 'MODEL_OUTPUT_INVALID';
    case 'TIMEOUT':
    case 'REFUSED':
    case 'UNAVAILABLE':
    case 'MISCONFIGURED':
      return 'MODEL_FAILED';
  }
}

function failed(
  reason: ModelFailure,
  detail: string,
): Extract<ModelOutcome<never>, { kind: 'failed' }> {
  return { kind: 'failed', reason, detail };
}

/** Questions about one call in flight at once; the client limits those of all calls. */
const AT_ONCE = 4;

/**
 * Returns all answers in the order of their questions, or the first failure, after which no
 * question is asked. `rounds`: how many questions follow one another, including this one.
 */
export async function askAll<Question, Value>(
  questions: readonly Question[],
  ask: (question: Question, rounds: number) => Promise<ModelOutcome<Value>>,
): Promise<ModelOutcome<readonly Value[]>> {
  const values = new Map<number, Value>();
  let failure: ModelOutcome<never> | null = null;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (failure === null && next < questions.length) {
      const at = next;
      next += 1;
      const question = questions[at];
      if (question === undefined) return;
      const answer = await ask(question, Math.ceil((questions.length - at) / AT_ONCE));
      if (answer.kind === 'failed') failure ??= answer;
      else values.set(at, answer.value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (failure !== null) return failure;
  const inOrder = [...values].sort(([one], [other]) => one - other).map(([, value]) => value);
  return { kind: 'done', value: inOrder };
}
