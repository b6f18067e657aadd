/**
 * Ids and keys. A key is the integer by which a store finds a row; an id is its public form:
 * `<prefix>_<10 characters of creation time><9 characters of key>`, in Crockford's base 32, so ids
 * sort by time, contain no dot, and lead to their row without an index. Must never be used as a
 * secret: ids can be guessed, and access is decided elsewhere. Source: S5.15.
 */

declare const brand: unique symbol;
type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

export type ProjectKey = Brand<number, 'ProjectKey'>;
export type EndpointKey = Brand<number, 'EndpointKey'>;
export type CallKey = Brand<number, 'CallKey'>;
export type FiringKey = Brand<number, 'FiringKey'>;
export type DeliveryKey = Brand<number, 'DeliveryKey'>;
export type ApiKeyKey = Brand<number, 'ApiKeyKey'>;
export type InstanceKeyKey = Brand<number, 'InstanceKeyKey'>;
export type SourceKey = Brand<number, 'SourceKey'>;
/** The run of an after-call-work agent has the key of the delivery that launches it. */
export type RunKey = Brand<number, 'RunKey'>;
export type ResultKey = Brand<number, 'ResultKey'>;
export type ScorecardKey = Brand<number, 'ScorecardKey'>;
export type BulkKey = Brand<number, 'BulkKey'>;
export type UserKey = Brand<number, 'UserKey'>;
export type SessionKey = Brand<number, 'SessionKey'>;
export type InvitationKey = Brand<number, 'InvitationKey'>;
export type PasskeyKey = Brand<number, 'PasskeyKey'>;
export type AlertKey = Brand<number, 'AlertKey'>;
export type NoticeKey = Brand<number, 'NoticeKey'>;
export type MaintenanceWindowKey = Brand<number, 'MaintenanceWindowKey'>;

/**
 * The prefixes of S5.15; `src` is an ingest source, `aud` an audit entry, `inb` an item of the
 * local inbox, `sc` a scorecard, `blk` a bulk job, `ik` an instance key, `usr` a person, `ses` a
 * session, `inv` an invitation, `psk` a passkey, `alr` an alert, `ntc` a notice of alerts, and
 * `mtw` a maintenance window.
 */
export type IdPrefix =
  | 'msg'
  | 'dlv'
  | 'att'
  | 'ep'
  | 'prj'
  | 'key'
  | 'ik'
  | 'acwr'
  | 'run'
  | 'src'
  | 'aud'
  | 'rpt'
  | 'inb'
  | 'sc'
  | 'blk'
  | 'usr'
  | 'ses'
  | 'inv'
  | 'psk'
  | 'alr'
  | 'ntc'
  | 'mtw';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
const KEY_LENGTH = 9;
const KEY_MAX = 32 ** KEY_LENGTH - 1;

/** `createdAtMs` is epoch milliseconds (integer), `key` a non-negative integer below 2^45. */
export function formatId(prefix: IdPrefix, createdAtMs: number, key: number): string {
  return `${prefix}_${encode(createdAtMs, TIME_LENGTH)}${encode(key, KEY_LENGTH)}`;
}

/**
 * The parts of an id; null if `text` is no id with this prefix. The caller must compare the time.
 */
export function parseId(
  prefix: IdPrefix,
  text: string,
): { readonly createdAtMs: number; readonly key: number } | null {
  const start = prefix.length + 1;
  if (text.length !== start + TIME_LENGTH + KEY_LENGTH || !text.startsWith(`${prefix}_`)) {
    return null;
  }
  const createdAtMs = decode(text, start, TIME_LENGTH);
  const key = decode(text, start + TIME_LENGTH, KEY_LENGTH);
  if (createdAtMs === null || key === null) return null;
  return { createdAtMs, key };
}

function encode(value: number, length: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not an id part: ${value}`);
  if (length === KEY_LENGTH && value > KEY_MAX) throw new RangeError(`key too large: ${value}`);
  let text = '';
  let rest = value;
  for (let position = 0; position < length; position += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function decode(text: string, start: number, length: number): number | null {
  let value = 0;
  for (let position = start; position < start + length; position += 1) {
    const digit = ALPHABET.indexOf(text.charAt(position));
    if (digit < 0) return null;
    value = value * 32 + digit;
  }
  // At most 10 digits of 5 bits, so always a safe integer.
  return value;
}

/** Only this function makes a branded key of a plain integer. */
export function asKey<Key extends number>(value: number): Key {
  return value as Key;
}
