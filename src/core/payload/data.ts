/**
 * Step 5: the `data` of a payload (S4.6). Which keys it carries depends on the trigger alone, their
 * order is fixed, and every value is a string, empty when there is none. The display text is made
 * from the same entries, so the two can never tell different things.
 */
import type { CallStatus, Direction } from '../call/status.ts';
import type { Trigger } from '../trigger/trigger.ts';

/** 4, 2, 3 and 5 keys of a call. */
export type CallDataVariant = 'standard' | 'inbound-status' | 'inbound-error' | 'call-log';

/** What `data` says of a call; `callStatus` empty before the first status. */
export interface CallFacts {
  readonly callId: string;
  readonly callStatus: CallStatus;
  readonly callSid: string;
  readonly clientId: string;
  readonly direction: Direction;
}

/** What `data` says of a finished run of an after-call-work agent. */
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
  ...['callId', 'acwAgentId', 'acwResultId', 'isError'],
] as const satisfies readonly (keyof RunFacts)[];
/** Every name that `data` may have, that of a launch included. */
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

/** `data` of the launch of a self-provided agent: `projectId` as the last key. */
export function withProjectId(data: string, projectId: string): string {
  return `${data.slice(0, -1)},"projectId":${JSON.stringify(projectId)}}`;
}
