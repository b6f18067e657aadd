/**
 * The settings of tracing. Each reader throws an Error whose message completes the sentence
 * "<setting> ..."; that of the headers never repeats the value.
 */
import { baseUrl } from './read-value.ts';

/** For example `http://127.0.0.1:4318`, to which `/v1/traces` is added. */
export function collectorUrl(text: string): string {
  const url = baseUrl(text);
  if (/\/v1\/traces$/.test(url)) {
    throw new Error('must be without /v1/traces, such as http://127.0.0.1:4318');
  }
  return url;
}

const HEADERS =
  'must be name=value, with commas between several and special characters of a value ' +
  'percent-encoded, such as authorization=Bearer%20abc';
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const VALUE = /^[\x20-\x7e]{0,4096}$/;
const HEADERS_MAX = 20;

/** As OTEL_EXPORTER_OTLP_HEADERS is written. */
export function collectorHeaders(text: string): Readonly<Record<string, string>> {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', encoded = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
      const value = decoded(encoded.trim());
      if (!NAME.test(name.trim()) || value === null || !VALUE.test(value)) throw new Error(HEADERS);
      return [name.trim().toLowerCase(), value] as const;
    });
  if (pairs.length === 0 || pairs.length > HEADERS_MAX) throw new Error(HEADERS);
  return Object.fromEntries(pairs);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** From 0 to 1. */
export function ratio(text: string): number {
  const value = /^(?:0|1|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1, such as 0.1');
  return value;
}

/** Settings of tracing that have no effect alone. */
export function traceMisfits(settings: {
  readonly otlpUrl: string | null;
  readonly otlpHeaders: unknown;
}): readonly string[] {
  if (settings.otlpUrl !== null || settings.otlpHeaders === null) return [];
  return [
    'RINGPOST_OTLP_HEADERS without RINGPOST_OTLP_URL has no effect: set it too, such as ' +
      'http://127.0.0.1:4318, or leave both out.',
  ];
}
