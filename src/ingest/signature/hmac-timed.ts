/**
 * HMAC-SHA256 over a time and the exact body, the time in the same header or in one of its own. The
 * styles are a table; a request outside the window is refused before its signature is computed.
 */
import { createHmac } from 'node:crypto';
import { parseIsoTime } from '../../core/time.ts';
import {
  fitsAny,
  isSame,
  missing,
  type SignatureCheck,
  secretsFault,
  signedTimeMs,
  windowFault,
} from './signature-check.ts';

interface Style {
  /** Names of the parts in one header, `t=…,v1=…`; null: the time has its own header. */
  readonly parts: { readonly time: string; readonly signature: string } | null;
  /** What stands before the signature, if the time has its own header. */
  readonly prefix: string;
  readonly text: (time: string, body: string) => string;
  /** Epoch ms of the time; null if it is none. */
  readonly atMs: (time: string) => number | null;
}

const seconds = (time: string) => signedTimeMs(time, 1_000);
const milliseconds = (time: string) => signedTimeMs(time, 1);
/** As seconds, 12 digits would be a time after the year 5138. */
const MILLISECONDS_LENGTH = 12;
/** Python writes a time of UTC without its zone if it has none. */
const isoOrUtc = (time: string) => parseIsoTime(time) ?? parseIsoTime(`${time}Z`);

export const TIMED_STYLES = {
  /** `t=1700000000,v1=hex` over `t.body`: jambonz, Stripe. */
  't,v1': {
    parts: { time: 't', signature: 'v1' },
    prefix: '',
    text: (time, body) => `${time}.${body}`,
    atMs: seconds,
  },
  /** `t=1700000000,v0=hex` over `t.body`: ElevenLabs. */
  't,v0': {
    parts: { time: 't', signature: 'v0' },
    prefix: '',
    text: (time, body) => `${time}.${body}`,
    atMs: seconds,
  },
  /** `v=1700000000000,d=hex` over the body and then the time, in milliseconds: Retell. */
  'v,d': {
    parts: { time: 'v', signature: 'd' },
    prefix: '',
    text: (time, body) => body + time,
    atMs: milliseconds,
  },
  /** `v0=hex` over `v0:time:body`: Zoom, Slack. */
  'v0:': { parts: null, prefix: 'v0=', text: (time, body) => `v0:${time}:${body}`, atMs: seconds },
  /** The hex alone over `time.body`; seconds, or milliseconds, which have 12 digits or more. */
  'time.body': {
    parts: null,
    prefix: '',
    text: (time, body) => `${time}.${body}`,
    atMs: (time) => (time.length < MILLISECONDS_LENGTH ? seconds(time) : milliseconds(time)),
  },
  /** One hex or several with commas over the body and then the time in ISO 8601: Ultravox. */
  'body+time': { parts: null, prefix: '', text: (time, body) => body + time, atMs: isoOrUtc },
} as const satisfies Readonly<Record<string, Style>>;

export interface TimedHmac {
  readonly style: keyof typeof TIMED_STYLES;
  /** In lower case. */
  readonly header: string;
  /** For styles whose time has a header of its own; else null. */
  readonly timeHeader: string | null;
  readonly windowMs: number;
}

export function hmacOfTimeAndBody(settings: TimedHmac): SignatureCheck {
  const { header, timeHeader, windowMs } = settings;
  const style: Style = TIMED_STYLES[settings.style];
  return ({ body, headers, secrets, nowMs, isSample }) => {
    if (isSample === true) return null;
    const given = headers[header];
    if (given === undefined || given === '') return missing(header);
    const read = style.parts === null ? apart(given, timeHeader, headers) : inParts(given, style);
    if (read.time === null) {
      return style.parts === null
        ? missing(timeHeader ?? header)
        : `The header ${header} holds no ${style.parts.time}=.`;
    }
    const { time, signatures } = read;
    const fault = windowFault(timeHeader ?? header, style.atMs(time), { nowMs, windowMs });
    if (fault !== null) return fault;
    const text = style.text(time, body);
    const wanted = (secret: string) =>
      style.prefix + createHmac('sha256', secret).update(text, 'utf8').digest('hex');
    return secretsFault(header, secrets, (secret) => {
      const signature = wanted(secret);
      return fitsAny(signatures, (each) => isSame(each, signature));
    });
  };
}

interface Read {
  readonly time: string | null;
  readonly signatures: readonly string[];
}

/** A header may hold a signature for each secret while a platform changes them. */
const SIGNATURES_MAX = 8;

function inParts(given: string, { parts }: Style): Read {
  const pairs = given.split(',', 2 * SIGNATURES_MAX).map((part): readonly [string, string] => {
    const equals = part.indexOf('=');
    return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
  });
  const time = pairs.find(([name]) => name === parts?.time)?.[1] ?? null;
  const signatures = pairs.filter(([name]) => name === parts?.signature).map(([, value]) => value);
  return { time, signatures: signatures.slice(0, SIGNATURES_MAX) };
}

function apart(
  given: string,
  timeHeader: string | null,
  headers: Readonly<Record<string, string | undefined>>,
): Read {
  const time = timeHeader === null ? undefined : headers[timeHeader];
  const signatures = given.split(',', SIGNATURES_MAX).map((each) => each.trim());
  return { time: time === undefined || time === '' ? null : time, signatures };
}
