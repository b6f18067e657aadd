/**
 * Numbers, sizes, durations and times as the reader's language writes them. Pure: takes language,
 * present and zone as arguments; `useFormat` binds the language. The machine's form (ISO 8601,
 * UTC) always stands beside a time in `datetime` and `title`.
 */
import { useMemo } from 'react';
import type { Language } from './language.ts';
import { useLanguage } from './words.ts';

export interface Format {
  number(value: number): string;
  /** Formats a share from 0 to 1, with one digit if it matters: `99.7 %`. */
  percent(share: number): string;
  bytes(count: number): string;
  duration(ms: number): string;
  /** `12s ago`, `in 3 min.`; one unit, rounded down. */
  relative(iso: string, nowMs: number): string;
  /** Time of day on the reader's clock; with the day when that is another one. */
  clock(iso: string, nowMs: number, options?: ClockOptions): string;
  /** A label on the axis of a chart: the day at midnight or if steps are days, else the time. */
  tick(ms: number, stepMs: number): string;
  /** Day and time with seconds, as a title shows it. */
  full(iso: string, timeZone?: string): string;
}

export interface ClockOptions {
  readonly seconds?: boolean;
  readonly timeZone?: string;
}

const DAY_MS = 86_400_000;
const UNITS: ReadonlyArray<readonly [Intl.RelativeTimeFormatUnitSingular, number]> = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const NOW: Readonly<Record<Language, string>> = { en: 'now', ja: '今' };

export function useFormat(): Format {
  const language = useLanguage();
  return useMemo(() => formatFor(language), [language]);
}

export function formatFor(language: Language): Format {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const ago = new Intl.RelativeTimeFormat(language, { style: 'narrow' });
  return {
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    bytes: (count) => bytes(language, count),
    duration: (ms) => duration(language, ms),
    relative: (iso, nowMs) => {
      const deltaMs = Date.parse(iso) - nowMs;
      if (Number.isNaN(deltaMs)) return iso;
      const [unit, unitMs] = UNITS.find(([, ms]) => Math.abs(deltaMs) >= ms) ?? ['second', 1_000];
      const count = Math.trunc(deltaMs / unitMs);
      return count === 0 ? NOW[language] : ago.format(count, unit);
    },
    clock: (iso, nowMs, options = {}) => clock(language, iso, nowMs, options),
    tick: (ms, stepMs) => {
      const time = timeFormat(language).format(ms);
      return stepMs >= DAY_MS || time === '00:00' ? dayFormat(language).format(ms) : time;
    },
    full: (iso, timeZone) => {
      const at = Date.parse(iso);
      return Number.isNaN(at) ? iso : fullFormat(language, timeZone).format(at);
    },
  };
}

/**
 * Each format is made once: making one takes a hundred times as long as using it (measured: four
 * fifths of the first paint of a large timeline). Call sites here, the two languages and the time
 * zones in use limit their number.
 */
const MADE = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function once<Made extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Made,
): Made {
  const present = MADE.get(key);
  // Each key belongs to one call site, which makes one kind.
  if (present !== undefined) return present as Made;
  const made = make();
  MADE.set(key, made);
  return made;
}

type Display = 'short' | 'narrow' | 'long';

function unit(
  language: Language,
  name: string,
  digits: number,
  unitDisplay: Display = 'short',
): Intl.NumberFormat {
  return once(
    `unit ${language} ${name} ${digits}`,
    () =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit: name,
        unitDisplay,
        maximumFractionDigits: digits,
        minimumFractionDigits: digits,
      }),
  );
}

/** Units are powers of 1,000, as in the limits of the API. */
function bytes(language: Language, count: number): string {
  if (count < 1_000) return unit(language, 'byte', 0, 'long').format(count);
  if (count < 1_000_000) return unit(language, 'kilobyte', 1).format(count / 1_000);
  if (count < 1e9) return unit(language, 'megabyte', 1).format(count / 1e6);
  return unit(language, 'gigabyte', 1).format(count / 1e9);
}

/** `96ms`, `4.7s`, `1m 5s`, and in Japanese `4.7秒`, `1分5秒`: short, for columns and axes. */
function duration(language: Language, ms: number): string {
  const part = (name: string, value: number, digits = 0): string =>
    language === 'en'
      ? unit(language, name, digits, 'narrow').format(value)
      : unit(language, name, digits).format(value).replace(' ', '');
  if (ms < 1_000) return part('millisecond', Math.round(ms));
  if (ms < 60_000) return part('second', ms / 1_000, ms % 1_000 === 0 ? 0 : 1);
  const [big, small, bigMs, smallMs] =
    ms < 3_600_000
      ? (['minute', 'second', 60_000, 1_000] as const)
      : ms < DAY_MS
        ? (['hour', 'minute', 3_600_000, 60_000] as const)
        : (['day', 'hour', DAY_MS, 3_600_000] as const);
  const many = Math.floor(ms / bigMs);
  const few = Math.floor((ms - many * bigMs) / smallMs);
  if (few === 0) return part(big, many);
  return `${part(big, many)}${language === 'en' ? ' ' : ''}${part(small, few)}`;
}

function clock(language: Language, iso: string, nowMs: number, options: ClockOptions): string {
  const atMs = Date.parse(iso);
  if (Number.isNaN(atMs)) return iso;
  const { seconds = false, timeZone } = options;
  const day = dayFormat(language, timeZone);
  const time = timeFormat(language, timeZone, seconds);
  const sameDay = day.format(atMs) === day.format(nowMs) && Math.abs(nowMs - atMs) < DAY_MS;
  return sameDay ? time.format(atMs) : `${day.format(atMs)} ${time.format(atMs)}`;
}

function dayFormat(language: Language, timeZone?: string): Intl.DateTimeFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  return once(
    `day ${language} ${timeZone ?? ''}`,
    () => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...zone }),
  );
}

function timeFormat(language: Language, timeZone?: string, seconds = false): Intl.DateTimeFormat {
  return once(
    `time ${language} ${timeZone ?? ''} ${seconds}`,
    () =>
      new Intl.DateTimeFormat(language, {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(seconds ? { second: '2-digit' } : {}),
      }),
  );
}

function fullFormat(language: Language, timeZone: string | undefined): Intl.DateTimeFormat {
  return once(
    `full ${language} ${timeZone ?? ''}`,
    () =>
      new Intl.DateTimeFormat(language, {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hourCycle: 'h23',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        timeZoneName: 'short',
        ...(timeZone === undefined ? {} : { timeZone }),
      }),
  );
}
