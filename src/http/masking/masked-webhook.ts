/**
 * The view of a webhook for a person from whom personal data is hidden: its outline, by the places
 * of the specification (S4) and never by the name of a member alone, since an operator chooses the
 * name of the display text. Under `data` ids and words of fixed lists are shown, under `errors`
 * codes and times; everything else is hidden with its name. Must never show a text because of its
 * looks.
 */
import {
  DIRECTIONS,
  IN_PROGRESS_STATUSES,
  INTERNAL_STATUSES,
  TERMINAL_STATUSES,
} from '../../core/call/status.ts';
import { parseId } from '../../core/id.ts';
import { ERROR_CODES } from '../../core/payload/call-error.ts';

export const MASK = '•••••';

type Shows = (text: string) => boolean;
type Fields = Readonly<Record<string, unknown>>;

const always: Shows = () => true;

/** The members of `data` that are shown. */
const DATA: Readonly<Record<string, Shows>> = {
  callId: always,
  callSid: always,
  callStatus: oneOf([...IN_PROGRESS_STATUSES, ...TERMINAL_STATUSES, ...INTERNAL_STATUSES]),
  direction: oneOf(DIRECTIONS),
  acwAgentId: (text) => parseId('ep', text) !== null,
  acwResultId: (text) => parseId('acwr', text) !== null,
  isError: oneOf(['true', 'false']),
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const ERROR: Readonly<Record<string, Shows>> = {
  code: oneOf(ERROR_CODES),
  message: () => false,
  timestamp: (text) => TIME.test(text),
};

/** The places in an answer that hold our JSON as a text, with the function that masks each. */
const TEXTS: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ['body', maskedBody],
  ['data', (value: unknown) => maskedMembers(value, DATA)],
  ['errors', maskedErrors],
]);

/** Whether a text of this name is a webhook's body, or the `data` or `errors` of one. */
export function isWebhookText(name: string): boolean {
  return TEXTS.has(name);
}

/** Masks a JSON text and keeps its outline; a text in another form is hidden whole. */
export function maskedWebhook(name: string, text: string): string {
  const masked = TEXTS.get(name);
  if (text === '' || masked === undefined) return text === '' ? '' : MASK;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return JSON.stringify(masked(value));
  } catch {
    // The text is no JSON.
  }
  return MASK;
}

/** The display text may have any name but these two; by default `message`. */
function maskedBody(value: unknown): unknown {
  if (!isRecord(value)) return MASK;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === 'data') return [key, maskedMembers(part, DATA)];
      if (key === 'errors') return [key, maskedErrors(part)];
      return [key === 'message' ? key : MASK, MASK];
    }),
  );
}

function maskedErrors(value: unknown): unknown {
  return Array.isArray(value) ? value.map((each) => maskedMembers(each, ERROR)) : MASK;
}

/** A list or an object where a text belongs is not our webhook, so it is hidden. */
function maskedMembers(value: unknown, members: Readonly<Record<string, Shows>>): unknown {
  if (!isRecord(value)) return MASK;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const shows = Object.hasOwn(members, key) ? members[key] : undefined;
      if (shows === undefined) return [MASK, MASK];
      return [key, typeof part === 'string' && (part === '' || shows(part)) ? part : MASK];
    }),
  );
}

function oneOf(words: readonly string[]): Shows {
  const known = new Set(words);
  return (text) => known.has(text);
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
