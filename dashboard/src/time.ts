/**
 * Times and durations in words. Pure: takes the present, and in tests the zone, as an argument.
 * The machine's form (ISO 8601, UTC) stays beside every one in `datetime` and `title`.
 */

/** `12 s ago`, `in 3 min`; one unit, rounded down. */
export function relative(iso: string, nowMs: number): string {
  const deltaMs = nowMs - Date.parse(iso);
  if (Number.isNaN(deltaMs)) return iso;
  const size = Math.abs(deltaMs);
  const [unit, unitMs] = UNITS.find(([, ms]) => size >= ms) ?? ['s', 1_000];
  const count = Math.floor(size / unitMs);
  if (count === 0) return 'now';
  return deltaMs > 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
}

/** Of what is still to come: `now` once its time has passed, since then only our data is old. */
export function ahead(iso: string, nowMs: number): string {
  return Date.parse(iso) <= nowMs ? 'now' : relative(iso, nowMs);
}

/** The time of day on the reader's clock; with the day when that is another one. */
export function clockTime(iso: string, nowMs: number, options: ClockOptions = {}): string {
  const atMs = Date.parse(iso);
  if (Number.isNaN(atMs)) return iso;
  const { seconds = false, timeZone } = options;
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...zone });
  const time = new Intl.DateTimeFormat('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone },
    ...(seconds ? { second: '2-digit' } : {}),
  });
  const sameDay = day.format(atMs) === day.format(nowMs) && Math.abs(nowMs - atMs) < DAY_MS;
  return sameDay ? time.format(atMs) : `${day.format(atMs)} ${time.format(atMs)}`;
}

export interface ClockOptions {
  readonly seconds?: boolean;
  readonly timeZone?: string;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${Math.round((ms - minutes * 60_000) / 1_000)} s`;
}

const DAY_MS = 86_400_000;

const UNITS: ReadonlyArray<readonly [string, number]> = [
  ['d', DAY_MS],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
];
