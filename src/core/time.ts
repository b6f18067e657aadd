/**
 * Times as text, in both directions: ISO 8601 in reports and payloads (S4.9), HTTP dates in
 * `Retry-After` (RFC 9110 section 5.6.7). The only file of core that uses `Date`, and only for
 * arithmetic on a given time. Must never read the clock.
 */

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** The last millisecond that ISO 8601 writes with a four-digit year. */
export const TIME_MS_MAX = 253_402_300_799_999;

/** What to do about a time that `parseIsoTime` cannot read. */
export const TIME_HELP =
  'Send an ISO 8601 time with a zone, such as 2026-11-20T11:19:00.125Z, from 1970 to 9999.';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
/** The three forms of an HTTP date; a recipient must accept all of them. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, (\d{2})-([A-Z][a-z]{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const YEAR_MS = 31_556_952_000;

/** `2026-11-20T11:19:00.125Z`: UTC, milliseconds, trailing Z. `atMs`: 0 to `TIME_MS_MAX`. */
export function isoTime(atMs: number): string {
  const second = Math.floor(atMs / 1_000);
  if (second !== last.second) {
    last = { second, text: new Date(second * 1_000).toISOString().slice(0, -'000Z'.length) };
  }
  const millisecond = String(Math.trunc(atMs) - second * 1_000);
  return `${last.text}${millisecond.padStart(3, '0')}Z`;
}

/**
 * The text of the second that was asked for last, up to its point: nearly all times that are
 * written are of the present second, and making the whole text anew costs 3 to 5 times as much.
 */
let last = { second: -1, text: '' };

/**
 * Epoch milliseconds of an ISO 8601 time with date, time to the second and a zone (`Z` or
 * `+09:00`); finer fractions are cut. Null for anything else, and outside 1970 to 9999.
 */
export function parseIsoTime(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, zoneHour, zoneMinute] =
    match;
  const atMs = utcMs(Number(year), Number(month), Number(day), clockMs(hour, minute, second));
  if (atMs === null || Number(zoneHour ?? 0) > 23 || Number(zoneMinute ?? 0) > 59) return null;
  const zoneMs = (Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0)) * 60_000;
  const millisecond = Number(fraction.padEnd(3, '0').slice(0, 3));
  const utc = atMs + millisecond + (sign === '-' ? zoneMs : -zoneMs);
  return utc >= 0 && utc <= TIME_MS_MAX ? utc : null;
}

/** Epoch milliseconds of an HTTP date, or null. `nowMs` resolves the two-digit year of RFC 850. */
export function parseHttpDate(text: string, nowMs: number): number | null {
  const fixed = IMF_FIXDATE.exec(text);
  if (fixed !== null) {
    const [, day, month = '', year, hour, minute, second] = fixed;
    return utcMs(Number(year), monthOf(month), Number(day), clockMs(hour, minute, second));
  }
  const old = RFC_850.exec(text);
  if (old !== null) {
    const [, day, month = '', year, hour, minute, second] = old;
    const clock = clockMs(hour, minute, second);
    const near = utcMs(2_000 + Number(year), monthOf(month), Number(day), clock);
    // More than 50 years ahead means the century before (RFC 9110).
    if (near === null || near <= nowMs + 50 * YEAR_MS) return near;
    return utcMs(1_900 + Number(year), monthOf(month), Number(day), clock);
  }
  const spaced = ASCTIME.exec(text);
  if (spaced === null) return null;
  const [, month = '', day, hour, minute, second, year] = spaced;
  return utcMs(Number(year), monthOf(month), Number(day), clockMs(hour, minute, second));
}

/** 1 to 12, or 0 if it is no month. */
function monthOf(name: string): number {
  return MONTHS.indexOf(name) + 1;
}

/** Milliseconds since midnight, or null; second 60, a leap second, is the next minute. */
function clockMs(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): number | null {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  return ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1_000;
}

/** Null if the day does not exist (30 February); `Date.UTC` misreads years below 100. */
function utcMs(year: number, month: number, day: number, clock: number | null): number | null {
  if (clock === null || year < 100) return null;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  return exists ? midnight.getTime() + clock : null;
}
