/**
 * Step 5: a firing is rendered once, into three parts that are stored with it and from which the
 * body for every endpoint is assembled (`body.ts`). It is never rendered again, so a later change
 * of a setting cannot change the bytes of a delivery that is retried. The keys of `data` depend on
 * the trigger alone, their order is fixed, and every value is a string (S4.6). The display text is
 * made from the same entries, so the two always agree.
 */
import type { CallStatus, Direction } from '../call/status.ts';
import { cutAtGraphemes, showable } from '../text.ts';
import { isoTime } from '../time.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { CallError } from './call-error.ts';

export interface RenderedFiring {
  readonly trigger: Trigger;
  readonly firedAtMs: number;
  readonly text: string;
  /** `data` and `errors` as JSON texts; `errors` is null if the payload has none. */
  readonly data: string;
  readonly errors: string | null;
}

export function renderFiring(
  firing: {
    readonly trigger: Trigger;
    readonly data: readonly DataEntry[];
    readonly errors: readonly CallError[];
  },
  serviceName: string,
  firedAtMs: number,
): RenderedFiring {
  const { trigger, data, errors } = firing;
  return {
    trigger,
    firedAtMs,
    text: displayText({ serviceName, trigger, data, errors, atMs: firedAtMs }),
    data: dataJson(data),
    errors: errors.length === 0 ? null : JSON.stringify(errors),
  };
}

/** The variants have 4, 2, 3 and 5 keys of a call. */
export type CallDataVariant = 'standard' | 'inbound-status' | 'inbound-error' | 'call-log';

/** The facts of a call in `data`; `callStatus` is empty before the first status. */
export interface CallFacts {
  readonly callId: string;
  readonly callStatus: CallStatus;
  readonly callSid: string;
  readonly clientId: string;
  readonly direction: Direction;
}

/** The facts of a finished run in `data`. */
export interface RunFacts {
  readonly callId: string;
  readonly acwAgentId: string;
  readonly acwResultId: string;
  readonly isError: boolean;
}

export type DataKey = keyof CallFacts | keyof RunFacts;
export type DataEntry = readonly [key: DataKey, value: string];

const KEYS: Readonly<Record<CallDataVariant, readonly (keyof CallFacts)[]>> = {
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
] as const satisfies readonly (keyof RunFacts)[];
/** Every name that `data` may have, including that of a launch. */
export const DATA_NAMES: readonly string[] = [
  ...new Set([...Object.values(KEYS).flat(), ...RUN_KEYS, 'projectId']),
];

export function callVariantOf(trigger: Exclude<Trigger, 'ACW_COMPLETED'>): CallDataVariant {
  if (trigger === 'CALL_LOG_CREATED') return 'call-log';
  if (trigger.startsWith('OUTBOUND_')) return 'standard';
  return trigger === 'INBOUND_CALL_ERROR' ? 'inbound-error' : 'inbound-status';
}

export function callData(variant: CallDataVariant, call: CallFacts): readonly DataEntry[] {
  return KEYS[variant].map((key) => [key, call[key]]);
}

/** The four keys of `ACW_COMPLETED`; `isError` is the string `true` or `false`. */
export function runData(run: RunFacts): readonly DataEntry[] {
  return [
    ['callId', run.callId],
    ['acwAgentId', run.acwAgentId],
    ['acwResultId', run.acwResultId],
    ['isError', run.isError ? 'true' : 'false'],
  ];
}

/** The entries as JSON text, in their order. */
export function dataJson(entries: readonly DataEntry[]): string {
  return `{${entries.map(([key, value]) => `"${key}":${JSON.stringify(value)}`).join(',')}}`;
}

/** The `data` of the launch of a self-provided agent: `projectId` is the last key. */
export function withProjectId(data: string, projectId: string): string {
  return `${data.slice(0, -1)},"projectId":${JSON.stringify(projectId)}}`;
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
