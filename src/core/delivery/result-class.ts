/**
 * The result of a delivery's last attempt in a word: coarse for filters (`5xx`, `timeout`), fine
 * for grouping failures (`503`, `timeout`). Derived from stored fields of the delivery (S12.17).
 * Must never hold a text of the receiver.
 */
import { SEND_ERRORS } from './outcome.ts';

/** `2xx` of a failure: an answer that a product means as a refusal. */
export const RESULT_CLASSES = [
  '2xx',
  '3xx',
  '4xx',
  '5xx',
  ...SEND_ERRORS,
  'blocked',
  'consumer',
] as const;
export type ResultClass = (typeof RESULT_CLASSES)[number];

const WORDS: ReadonlySet<string> = new Set<string>(RESULT_CLASSES);

export interface LastResult {
  readonly lastStatus: number | null;
  readonly lastError: string | null;
}

/** Null: no attempt has ended, or the status is not valid. */
export function resultClassOf({ lastStatus, lastError }: LastResult): ResultClass | null {
  const text = lastError ?? (lastStatus === null ? '' : `${Math.floor(lastStatus / 100)}xx`);
  return isResultClass(text) ? text : null;
}

function isResultClass(text: string): text is ResultClass {
  return WORDS.has(text);
}

/**
 * Failures of one class are one issue: `3xx` together, other answers by status, the rest by error.
 */
export function issueClassOf({ lastStatus, lastError }: LastResult): string | null {
  if (lastError !== null) return isIssueClass(lastError) ? lastError : null;
  if (lastStatus === null) return null;
  const text = lastStatus >= 300 && lastStatus <= 399 ? '3xx' : String(lastStatus);
  return isIssueClass(text) ? text : null;
}

/** A status of HTTP or SMTP. */
const STATUS = /^[1-9]\d\d$/;
const COARSE: ReadonlySet<string> = new Set(['2xx', '4xx', '5xx']);

export function isIssueClass(text: string): boolean {
  return (WORDS.has(text) && !COARSE.has(text)) || (STATUS.test(text) && !text.startsWith('3'));
}
