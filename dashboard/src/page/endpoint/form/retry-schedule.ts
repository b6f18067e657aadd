/**
 * A retry schedule as people write it, `5s, 15s, 2m 15s`, and back. A number alone means seconds;
 * nothing at all means no retry. Bounds are the service's to say. Pure.
 */

const WAIT = /^(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+(?:\.\d+)?)\s*s?)?$/i;

/** Null: some of it is no time. */
export function parseSchedule(text: string): readonly number[] | null {
  if (text.trim() === '') return [];
  const waits = text.split(',').map((part) => parseWait(part.trim()));
  return waits.every((wait) => wait !== null) ? waits : null;
}

function parseWait(text: string): number | null {
  const match = text === '' ? null : WAIT.exec(text);
  if (match === null) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Math.round(Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000);
}

export function scheduleText(schedule: readonly number[]): string {
  return schedule.map(waitText).join(', ');
}

function waitText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor((ms % 3_600_000) / 60_000);
  const seconds = (ms % 60_000) / 1_000;
  const parts = [
    hours > 0 ? `${hours}h` : '',
    minutes > 0 ? `${minutes}m` : '',
    seconds > 0 || ms === 0 ? `${seconds}s` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}
