/**
 * The client of servers that speak the chat protocol of OpenAI: `POST {base}/chat/completions`
 * (S11.24, S11.31). A question gets one answer within its time: it waits for its turn, is paid from
 * the day's tokens, is repeated on 429, 5xx and connection errors, and is asked in a plainer form
 * if the server refuses the strict one. `ask` never rejects. Must never send the key anywhere but
 * to the base URL, follow a redirect, or repeat a server's text in a `detail`.
 */
import type { buildConnector } from 'undici';
import { tokensOf } from '../acw/model-answer/model-tokens.ts';
import type { Clock, Random } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type {
  LanguageModel,
  ModelAnswer,
  ModelPolicy,
  ModelQuestion,
} from '../engine/ports/language-model.ts';
import { judgeReply, type Reply } from './chat-answer.ts';
import { createChatClient, type TransportFault } from './chat-client.ts';
import { type ChatForm, formAfter, requestBody, STRICT_FORM } from './chat-form.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createSemaphore } from './semaphore.ts';
import { createTokenBudget } from './token-budget.ts';

export interface LanguageModelOptions {
  /** Without a slash at the end, for example `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  readonly policy: ModelPolicy;
  /** The most questions in flight at once. */
  readonly concurrency: number;
  /** For questions and answers, by UTC day; null: no limit. */
  readonly tokensPerDay: number | null;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** Opens connections, and refuses those that the destination guard refuses. */
  readonly connect: buildConnector.connector;
  /** The meaning of an error of the connection or undici, without its text. */
  readonly judge: (error: unknown) => TransportFault;
}

/** The most tries of one question. */
const TRIES_MAX = 5;
/** The most plainer forms that one question may try. */
const FORMS_MAX = 4;
/** The first wait between two tries; doubled each time. */
const BACKOFF_MS = 500;

export function createLanguageModel(options: LanguageModelOptions): LanguageModel {
  const { clock, policy, emit } = options;
  const client = createChatClient(options);
  const line = createSemaphore(clock, options.concurrency);
  const breaker = createCircuitBreaker(clock);
  const budget = createTokenBudget(clock, options.tokensPerDay);
  const remembered = { form: STRICT_FORM };

  const paidFor = async (asking: Asking, size: number): Promise<ModelAnswer> => {
    const paid = budget.reserve(size);
    if (paid === null) return failed('BUDGET', DAY_SPENT);
    const answer = await asking.run(client);
    paid.settle(asking.tokens);
    breaker.tell(answer.kind === 'failed' && AWAY_REASONS.has(answer.reason));
    return answer;
  };
  const ask = async (question: ModelQuestion): Promise<ModelAnswer> => {
    const startedMs = clock.monoMs();
    const asking = new Asking(options, question, startedMs + question.timeoutMs, remembered);
    const size = asking.promptTokens + question.answerTokensMax;
    let answer: ModelAnswer;
    if (size > policy.questionTokensMax) {
      answer = failed('BUDGET', TOO_LARGE);
    } else {
      const leave = await line.enter(question.timeoutMs);
      if (leave === 'late') answer = failed('TIMEOUT', NO_TURN);
      else if (leave === 'full') answer = failed('UNAVAILABLE', NO_PLACE);
      else {
        try {
          // Checked again after the wait, since other questions may have failed meanwhile.
          answer = breaker.admits() ? await paidFor(asking, size) : failed('UNAVAILABLE', AWAY);
        } finally {
          leave();
        }
      }
    }
    emit({
      name: 'model.asked',
      outcome: answer.kind === 'answer' ? 'answer' : answer.reason,
      tokens: asking.tokens,
      tries: asking.tries,
      ms: Math.round(clock.monoMs() - startedMs),
      detail: answer.kind === 'answer' ? null : answer.detail,
    });
    return answer;
  };
  return { model: options.model, policy, ask, close: () => client.close() };
}

/** One question until its answer. */
class Asking {
  readonly #options: LanguageModelOptions;
  readonly #question: ModelQuestion;
  readonly #dueMs: number;
  readonly #remembered: { form: ChatForm };
  readonly promptTokens: number;
  /** For all tries, as reported by the server, else estimated. */
  tokens = 0;
  tries = 0;

  constructor(
    options: LanguageModelOptions,
    question: ModelQuestion,
    dueMs: number,
    remembered: { form: ChatForm },
  ) {
    this.#options = options;
    this.#question = question;
    this.#dueMs = dueMs;
    this.#remembered = remembered;
    this.promptTokens = tokensOf(question.system + question.user + JSON.stringify(question.schema));
  }

  async run(client: ReturnType<typeof createChatClient>): Promise<ModelAnswer> {
    let forms = 0;
    for (;;) {
      const { form } = this.#remembered;
      const reply = await this.#try(client, form);
      if (reply.kind === 'answer' || reply.kind === 'failed') return reply;
      if (reply.kind === 'form') {
        // Another question may have changed the form meanwhile.
        const next =
          form === this.#remembered.form ? formAfter(form, reply.fault) : this.#remembered.form;
        forms += 1;
        if (next === null || forms > FORMS_MAX) return failed('MISCONFIGURED', reply.detail);
        this.#remembered.form = next;
        continue;
      }
      const waitMs = this.#waitMs(reply.retryAfterMs);
      if (this.tries >= TRIES_MAX) return failed('UNAVAILABLE', reply.detail);
      if (this.#options.clock.monoMs() + waitMs >= this.#dueMs) {
        return failed(reply.isLate ? 'TIMEOUT' : 'UNAVAILABLE', reply.detail);
      }
      await this.#pause(waitMs);
    }
  }

  async #try(client: ReturnType<typeof createChatClient>, form: ChatForm): Promise<Reply> {
    this.tries += 1;
    const body = requestBody(this.#options.model, this.#question, form);
    const leftMs = this.#dueMs - this.#options.clock.monoMs();
    const reply = judgeReply(await client.post(body, leftMs), this.#options);
    if (reply.kind === 'answer') {
      const said = reply.usage.promptTokens + reply.usage.answerTokens;
      const usage =
        said > 0
          ? reply.usage
          : { promptTokens: this.promptTokens, answerTokens: tokensOf(reply.text) };
      this.tokens += usage.promptTokens + usage.answerTokens;
      return { ...reply, usage };
    }
    if (reply.kind === 'failed' && reply.reason === 'CUT_OFF') {
      this.tokens += this.promptTokens + this.#question.answerTokensMax;
    }
    // The server may have worked on it for all that time, and charge for it.
    if (reply.kind === 'again' && reply.isLate) this.tokens += this.promptTokens;
    return reply;
  }

  /**
   * Never shorter than the server asks for; somewhat longer, so that questions do not come at once.
   */
  #waitMs(retryAfterMs: number | null): number {
    const backoffMs = BACKOFF_MS * 2 ** (this.tries - 1);
    const waitMs = Math.max(backoffMs, retryAfterMs ?? 0);
    return waitMs + (backoffMs / 2) * this.#options.random.fraction();
  }

  #pause(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#options.clock.after(waitMs, resolve);
    });
  }
}

function failed(
  reason: Extract<ModelAnswer, { kind: 'failed' }>['reason'],
  detail: string,
): Extract<ModelAnswer, { kind: 'failed' }> {
  return { kind: 'failed', reason, detail };
}

const TOO_LARGE = 'The question needs more tokens than RINGPOST_LLM_QUESTION_TOKENS allows.';
const DAY_SPENT =
  'The tokens of this day are used up (RINGPOST_LLM_TOKENS_PER_DAY); it goes on at midnight UTC.';
const NO_TURN =
  'Other questions took all the time; RINGPOST_LLM_CONCURRENCY allows so many at once.';
const AWAY_REASONS: ReadonlySet<string> = new Set(['TIMEOUT', 'UNAVAILABLE']);
const AWAY = 'The model did not answer the last questions; it is asked again after 30 s.';
const NO_PLACE = 'Too many questions wait for the language model.';
