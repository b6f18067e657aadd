/**
 * Step 5: a firing is rendered once, into three parts that are stored with it and from which the
 * body for every endpoint is assembled. It is never rendered again, so a later change of a setting
 * cannot change the bytes of a delivery that is retried. The keys of `data` depend on the trigger
 * alone, their order is fixed, and every value is a string (S4.6). The display text is made from
 * the same entries, so the two always agree.
 */
import type { CallStatus, Direction } from '../call/status.ts';
import { type Endpoint, isAgent, type PayloadVersion, takesPayload } from '../endpoint/endpoint.ts';
import { codePointCount, cutAtCodePoints, cutAtGraphemes, showable } from '../text.ts';
import { isoTime } from '../time.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { CallError } from './call-error.ts';

/** The parts of a firing as they are stored. */
export interface StoredFiring {
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  readonly text: string;
  /** JSON text of an object of strings. */
  readonly data: string;
  /** JSON text of a list of errors; null if there are none. */
  readonly errors: string | null;
  /** JSON text of what was known of the call then, for version 2; null if nothing was. */
  readonly facts: string | null;
}

export function renderFiring(
  firing: {
    readonly trigger: Trigger;
    readonly data: readonly DataEntry[];
    readonly errors: readonly CallError[];
    /** As JSON text, since both firings of a transition have the same. */
    readonly facts?: string | null;
  },
  serviceName: string,
  firedAtMs: number,
): StoredFiring {
  const { trigger, data, errors, facts = null } = firing;
  return {
    trigger,
    firedAtMs,
    text: displayText({ serviceName, trigger, data, errors, atMs: firedAtMs }),
    data: dataJson(data),
    errors: errors.length === 0 ? null : JSON.stringify(errors),
    facts,
  };
}

/** The variants have 4, 2, 3 and 5 keys of a call. */
export type CallDataVariant = 'standard' | 'inbound-status' | 'inbound-error' | 'call-log';

/** The values of a call in `data`; `callStatus` is empty before the first status. */
export interface CallValues {
  readonly callId: string;
  readonly callStatus: CallStatus;
  readonly callSid: string;
  readonly clientId: string;
  readonly direction: Direction;
}

/** The values of a finished run in `data`. */
export interface RunValues {
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwResultId: string;
  readonly isError: boolean;
}

export type DataKey = keyof CallValues | keyof RunValues;
export type DataEntry = readonly [key: DataKey, value: string];

const KEYS: Readonly<Record<CallDataVariant, readonly (keyof CallValues)[]>> = {
  standard: ['callId', 'callStatus', 'callSid', 'clientId'],
  'inbound-status': ['callId', 'callStatus'],
  'inbound-error': ['callId', 'callStatus', 'callSid'],
  'call-log': ['callId', 'callStatus', 'callSid', 'clientId', 'direction'],
};

const RUN_KEYS = [
  'callId',
  'acwAgentId',
  'acwResultId',
  'isError',
] as const satisfies readonly (keyof RunValues)[];
/** Every name that `data` may have, including that of a launch. */
export const DATA_NAMES: readonly string[] = [
  ...new Set([...Object.values(KEYS).flat(), ...RUN_KEYS, 'projectId']),
];

export function callVariantOf(trigger: Exclude<Trigger, 'ACW_COMPLETED'>): CallDataVariant {
  if (trigger === 'CALL_LOG_CREATED') return 'call-log';
  if (trigger.startsWith('OUTBOUND_')) return 'standard';
  return trigger === 'INBOUND_CALL_ERROR' ? 'inbound-error' : 'inbound-status';
}

export function callData(variant: CallDataVariant, call: CallValues): readonly DataEntry[] {
  return KEYS[variant].map((key) => [key, call[key]]);
}

/** The four keys of `ACW_COMPLETED`; `isError` is the string `true` or `false`. */
export function runData(run: RunValues): readonly DataEntry[] {
  return RUN_KEYS.map((key) => [key, String(run[key])]);
}

/** The entries as JSON text, in their order. */
export function dataJson(entries: readonly DataEntry[]): string {
  return JSON.stringify(Object.fromEntries(entries));
}

export interface DisplayText {
  readonly serviceName: string;
  readonly trigger: Trigger;
  readonly data: readonly DataEntry[];
  readonly errors: readonly CallError[];
  readonly atMs: number;
}

/** Code points of the whole text, and of one value in it. */
export const TEXT_POINTS_MAX = 2_000;
export const VALUE_POINTS_MAX = 256;
/** With a name of this length the longest possible text has 1,897 code points. */
export const SERVICE_NAME_POINTS_MAX = 100;
export const ERROR_LINES_MAX = 10;

export const SEPARATOR = '─'.repeat(20);

/** The labels of the keys of `data` in the display text. */
export const LABELS: Readonly<Record<DataKey, string>> = {
  callId: 'Call ID',
  callStatus: 'Call Status',
  callSid: 'Call SID',
  clientId: 'Client ID',
  direction: 'Direction',
  acwAgentId: 'ACW Agent ID',
  acwResultId: 'ACW Result ID',
  isError: 'ACW Error',
};

export function displayText(input: DisplayText): string {
  const name = showable(cutAtGraphemes(input.serviceName, SERVICE_NAME_POINTS_MAX));
  const lines = [`[${name}] ${input.trigger}`, SEPARATOR];
  for (const [key, value] of input.data) lines.push(`${LABELS[key]}: ${shownValue(value)}`);
  lines.push(SEPARATOR);
  if (input.errors.length > 0) {
    lines.push('Errors:');
    for (const error of input.errors.slice(0, ERROR_LINES_MAX)) {
      lines.push(`[${error.code}] ${error.message}`);
    }
    const more = input.errors.length - ERROR_LINES_MAX;
    if (more > 0) lines.push(`… and ${more} more`);
    lines.push(SEPARATOR);
  }
  lines.push(`Time: ${isoTime(input.atMs)}`);
  return lines.join('\n');
}

/** A value on one line: `-` if it is empty, bounded, without invisible characters. */
export function shownValue(value: string): string {
  return value === '' ? '-' : showable(cutAtGraphemes(value, VALUE_POINTS_MAX));
}

/**
 * The characters that begin a mention or a link in chat products, by the key that each product
 * shows; U+200B after them prevents it. Discord reads `content` and notifies the person whom an `@`
 * names. Slack and Mattermost read `text`: `@channel`, `<!channel>`, `<@U1>`, and `<https://a|b>`,
 * which shows b and leads to a.
 */
const BREAKABLE: ReadonlyMap<string, string> = new Map([
  ['content', '@'],
  ['text', '@<'],
]);
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * The form of the body of a delivery: the payload version and the key of the display text. It is
 * one text that is stored with the delivery, so that a later change of either does not change a
 * body (S4.2). Version 1 is the key alone; of a later one the number stands before it:
 * `2:message`. No content key has a colon.
 */
export interface BodyForm {
  readonly payloadVersion: PayloadVersion;
  readonly contentKey: string;
}

export function writeForm({ payloadVersion, contentKey }: BodyForm): string {
  return payloadVersion === 1 ? contentKey : `${payloadVersion}:${contentKey}`;
}

export function readForm(form: string): BodyForm {
  return form.startsWith('2:')
    ? { payloadVersion: 2, contentKey: form.slice(2) }
    : { payloadVersion: 1, contentKey: form };
}

/** The `data` of payload version 2: `call` is its last key, and empty if nothing is known. */
export function withCall(data: string, facts: string | null): string {
  return `${data.slice(0, -1)},"call":${facts ?? '{}'}}`;
}

/** The `data` of the launch of a self-provided agent: `projectId` is the last key. */
export function withProjectId(data: string, projectId: string): string {
  return `${data.slice(0, -1)},"projectId":${JSON.stringify(projectId)}}`;
}

/**
 * The body for an endpoint of any kind; `form`: as `writeForm` makes it. A launch of
 * an agent is the standard payload with `projectId` as the last key of `data` (S4.8), made from
 * parts that were rendered once as well.
 */
export function bodyFor(
  { kind, projectId }: Pick<Endpoint, 'kind' | 'projectId'>,
  form: string,
  firing: Pick<StoredFiring, 'text' | 'data' | 'errors' | 'facts'>,
): string {
  const { text, errors } = firing;
  const { payloadVersion, contentKey } = readForm(form);
  const data = payloadVersion === 1 ? firing.data : withCall(firing.data, firing.facts);
  if (!isAgent(kind)) return assembleBody(contentKey, text, data, errors);
  const body = assembleBody(contentKey, text, withProjectId(data, projectId), errors);
  return takesPayload(kind) ? body : `${body.slice(0, -1)},"target":null}`;
}

/**
 * Assembles the JSON body from its stored parts (S4.1, S5.9). It only joins texts that were
 * rendered once, so the body has the same bytes on every attempt. Key order: content key, `data`,
 * `errors`; `errors` only if there are any. `dataJson` and `errorsJson` are JSON texts as stored
 * with the firing.
 */
export function assembleBody(
  contentKey: string,
  text: string,
  dataJson: string,
  errorsJson: string | null,
): string {
  const begins = BREAKABLE.get(contentKey);
  const shown = begins === undefined ? text : withoutMentions(text, begins);
  const errors = errorsJson === null ? '' : `,"errors":${errorsJson}`;
  return `{${JSON.stringify(contentKey)}:${JSON.stringify(shown)},"data":${dataJson}${errors}}`;
}

/** Makes mentions harmless in the lines after the header, and cuts lines that became too long. */
function withoutMentions(text: string, begins: string): string {
  const grows = (line: string) => [...begins].some((begin) => line.includes(begin));
  if (!grows(text)) return text;
  const [header = '', ...rest] = text.split('\n');
  const lines = rest.map((line) => ({ line: broken(line, begins), grown: grows(line) }));
  const room = TEXT_POINTS_MAX - codePointCount(header) - lines.length;
  return [header, ...fit(lines, room, begins)].join('\n');
}

function broken(line: string, begins: string): string {
  let text = line;
  for (const begin of begins) text = text.replaceAll(begin, `${begin}${ZERO_WIDTH_SPACE}`);
  return text;
}

interface Line {
  readonly line: string;
  readonly grown: boolean;
}

/** Cuts lines that grew, the longest first and no more than needed, until all fit into `room`. */
function fit(lines: readonly Line[], room: number, begins: string): readonly string[] {
  const grown = lines
    .filter((line) => line.grown)
    .sort((a, b) => codePointCount(a.line) - codePointCount(b.line));
  let left = room - sum(lines.filter((line) => !line.grown));
  let share = left;
  for (const [index, { line }] of grown.entries()) {
    share = Math.floor(left / (grown.length - index));
    if (codePointCount(line) > share) break;
    left -= codePointCount(line);
  }
  return lines.map(({ line, grown }) => (grown ? cutGrown(line, share, begins) : line));
}

/** A cut line never ends with the beginning of a mention that lost its zero-width space. */
function cutGrown(line: string, share: number, begins: string): string {
  const cut = cutAtCodePoints(line, share);
  return cut !== '' && begins.includes(cut.slice(-1)) ? cut.slice(0, -1) : cut;
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { line }) => total + codePointCount(line), 0);
}
