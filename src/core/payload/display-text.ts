/**
 * Step 5: the display text of a firing (S5.1 to S5.7). For people only: a value can never begin a
 * line of its own, reorder what is around it or make the text longer than `TEXT_POINTS_MAX`,
 * whatever a reporter put into it.
 */
import { cutAtGraphemes, showable } from '../text.ts';
import { isoTime } from '../time.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { CallError } from './call-error.ts';
import type { DataEntry, DataKey } from './data.ts';

export interface DisplayText {
  readonly serviceName: string;
  readonly trigger: Trigger;
  readonly data: readonly DataEntry[];
  readonly errors: readonly CallError[];
  readonly atMs: number;
}

/** Code points of a whole text, and of one value in it. */
export const TEXT_POINTS_MAX = 2_000;
export const VALUE_POINTS_MAX = 256;
/** With a name of this length the longest text there can be has 1,897 code points. */
export const SERVICE_NAME_POINTS_MAX = 100;
export const ERROR_LINES_MAX = 10;

export const SEPARATOR = '─'.repeat(20);

/** What people call the keys of `data`. */
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

/** One value on one line: `-` when it is empty, bounded, nothing unseen in it. */
export function shownValue(value: string): string {
  return value === '' ? '-' : showable(cutAtGraphemes(value, VALUE_POINTS_MAX));
}
