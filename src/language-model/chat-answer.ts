/**
 * Judges a chat server's reply: an answer, a failure, another form needed, or try again. Servers
 * repeat keys and transcripts in their errors, so of an error only its status and a short code are
 * reported. Must never throw, whatever the reply contains.
 */
import { isObject, type JsonObject } from '../acw/model-answer/model-json.ts';
import { retryAfterMs } from '../core/delivery/outcome.ts';
import type { Clock } from '../engine/ports/clock.ts';
import type { ModelAnswer, ModelUsage } from '../engine/ports/language-model.ts';
import type { RawReply } from './chat-client.ts';
import type { FormFault } from './chat-form.ts';

export type Reply =
  | ModelAnswer
  | { readonly kind: 'form'; readonly fault: FormFault; readonly detail: string }
  | {
      readonly kind: 'again';
      readonly retryAfterMs: number | null;
      readonly isLate: boolean;
      readonly detail: string;
    };

export interface Reading {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly apiKey: string | null;
}

/** A larger number of tokens is not plausible. */
const TOKENS_MAX = 10_000_000;

export function judgeReply(raw: RawReply, reading: Reading): Reply {
  switch (raw.kind) {
    case 'late':
      return again('The language model gave no answer in time.', null, true);
    case 'closed':
      return failed('UNAVAILABLE', 'The service is shutting down.');
    case 'too-long':
      return failed('UNAVAILABLE', 'The answer of the language model is too long.');
    case 'encoded':
      return failed('MISCONFIGURED', 'The model server compresses its answers unasked.');
    case 'fault':
      return raw.fault.kind === 'blocked'
        ? failed('MISCONFIGURED', `${raw.fault.detail} ${ALLOW}`)
        : again(`The language model cannot be reached. ${raw.fault.detail}`, null);
    case 'response':
      return judgeResponse(raw, reading);
  }
}

type Response = Extract<RawReply, { kind: 'response' }>;

function judgeResponse(raw: Response, reading: Reading): Reply {
  const body = parsed(raw.body);
  if (raw.status === 200 && body !== null && !isObject(body.error)) return answerOf(body);
  if (raw.status === 200 && body === null) return failed('MISCONFIGURED', NO_CHAT);
  const error = isObject(body?.error) ? body.error : (body ?? {});
  // Some gateways answer 200 and have the status in the body.
  const inside = raw.status === 200 && typeof error.code === 'number' ? error.code : raw.status;
  const said = [error.message, body?.error, body?.message, body?.detail].map(textOf).join(' ');
  return judgeStatus(inside, error, said, raw, reading);
}

function judgeStatus(
  status: number,
  error: JsonObject,
  said: string,
  raw: Response,
  reading: Reading,
): Reply {
  const code = codeOf(error, reading.apiKey);
  const detail = `The model server answers ${status}${code === '' ? '' : ` (${code})`}.`;
  if (status >= 300 && status < 400) {
    return failed('MISCONFIGURED', `${detail} Redirects are not followed; ${CHECK_URL}`);
  }
  if (/content_?filter|content management policy/i.test(`${code} ${said}`)) {
    return failed('REFUSED', `${detail} It does not take this transcript.`);
  }
  switch (status) {
    case 401:
    case 403:
      return failed('MISCONFIGURED', `${detail} Check RINGPOST_LLM_API_KEY.`);
    case 404:
    case 405:
      return failed('MISCONFIGURED', `${detail} Check RINGPOST_LLM_MODEL; ${CHECK_URL}`);
    case 413:
      return failed('MISCONFIGURED', `${detail} ${LOWER}`);
    case 429:
      if (/insufficient_quota|billing/i.test(code)) {
        return failed('MISCONFIGURED', `${detail} The account has no credit left.`);
      }
      return again(detail, waitOf(raw, reading));
    case 400:
    case 422:
      return judgeRefusal(said, textOf(error.param), detail);
    default:
      if (status === 408 || status === 409 || status === 425 || status >= 500) {
        return again(detail, waitOf(raw, reading));
      }
      return failed('MISCONFIGURED', `${detail} ${CHECK_URL}`);
  }
}

/**
 * In this order, because a server that finds a question too long may name the token limit as well.
 */
function judgeRefusal(said: string, param: string, detail: string): Reply {
  if (TOO_LONG.some((words) => words.test(said))) {
    return failed('MISCONFIGURED', `${detail} ${LOWER}`);
  }
  const text = `${param} ${said}`;
  if (/max_tokens|max_completion_tokens/i.test(text)) return form('tokensName', detail);
  if (/temperature/i.test(text)) return form('temperature', detail);
  if (/response_format|json_?schema|json_?object|grammar|structured|schema/i.test(text)) {
    return form('format', detail);
  }
  return failed('MISCONFIGURED', `${detail} Check RINGPOST_LLM_MODEL; ${CHECK_URL}`);
}

const TOO_LONG = [
  /context.{0,20}(?:length|window|size)/i,
  /too many tokens|prompt is too long|tokens?.{0,40}too large/i,
];

/** An answer without a text is passed on as an empty one; the caller may ask again. */
function answerOf(body: JsonObject): Reply {
  const [choice] = Array.isArray(body.choices) ? body.choices : [];
  if (!Array.isArray(body.choices)) return failed('MISCONFIGURED', NO_CHAT);
  const { finish_reason: finish, message } = isObject(choice) ? choice : {};
  const { content, refusal } = isObject(message) ? message : {};
  if (finish === 'length') return failed('CUT_OFF', CUT);
  if (finish === 'content_filter' || (typeof refusal === 'string' && refusal !== '')) {
    return failed('REFUSED', 'The language model refuses to answer about this transcript.');
  }
  return { kind: 'answer', text: contentOf(content), usage: usageOf(body.usage) };
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .join('');
}

/** Zeros if the server does not report it. */
function usageOf(usage: unknown): ModelUsage {
  const { prompt_tokens: prompt, completion_tokens: answer } = isObject(usage) ? usage : {};
  if (!isCount(prompt) || !isCount(answer)) return { promptTokens: 0, answerTokens: 0 };
  return { promptTokens: prompt, answerTokens: answer };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && typeof value === 'number' && value >= 0 && value <= TOKENS_MAX;
}

function waitOf({ headers }: Response, { clock }: Reading): number | null {
  const exact = Number(first(headers['retry-after-ms']) || Number.NaN);
  if (exact >= 0) return exact;
  const value = first(headers['retry-after']);
  return value === '' ? null : retryAfterMs(value.slice(0, 128), clock.wallMs());
}

function first(value: string | string[] | undefined): string {
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}

/** A word such as `invalid_api_key`; empty if it is anything else, or could be the key. */
function codeOf({ code, type }: JsonObject, apiKey: string | null): string {
  const word = [code, type].find((each) => typeof each === 'string') ?? '';
  const text = textOf(word);
  const isKey = apiKey !== null && (apiKey.includes(text) || text.includes(apiKey));
  return /^[A-Za-z][A-Za-z_-]{0,63}$/.test(text) && !isKey ? text : '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2_000) : '';
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function again(detail: string, retryAfter: number | null, isLate = false): Reply {
  return { kind: 'again', retryAfterMs: retryAfter, isLate, detail };
}

function form(fault: FormFault, detail: string): Reply {
  return { kind: 'form', fault, detail };
}

function failed(
  reason: Extract<ModelAnswer, { kind: 'failed' }>['reason'],
  detail: string,
): Extract<ModelAnswer, { kind: 'failed' }> {
  return { kind: 'failed', reason, detail };
}

const CHECK_URL = 'check RINGPOST_LLM_BASE_URL, which mostly ends in /v1.';
const ALLOW =
  'A model server in a private network needs its address in RINGPOST_ALLOW_TARGETS, such as ' +
  'RINGPOST_ALLOW_TARGETS=127.0.0.1 for one on this machine.';
const LOWER = 'The question is too long for this model: lower RINGPOST_LLM_QUESTION_TOKENS.';
const NO_CHAT = `What answers is no chat server; ${CHECK_URL}`;
const CUT =
  'The language model used all tokens of its answer before it was done. One that thinks first ' +
  'needs more: raise RINGPOST_LLM_QUESTION_TOKENS, of which a quarter is for the answer.';
