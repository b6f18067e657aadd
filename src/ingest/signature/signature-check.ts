/**
 * What the presets of signature schemes share: the form of a check, comparing without telling by
 * its duration where two texts differ, headers, and the window of signed times. A fault names
 * headers and times as the platform does, never a secret or a right signature.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IngestRequest } from '../../engine/ports/ingest-adapter.ts';
import { keyFileFault } from './secret-form.ts';

/** Null if the platform sent the request; else a sentence for the platform and the operator. */
export type SignatureCheck = (request: SignedRequest) => string | null;

export type SignedRequest = Pick<
  IngestRequest,
  'body' | 'headers' | 'secrets' | 'nowMs' | 'isSample'
>;

/** What most platforms and their libraries tolerate. */
export const WINDOW_MS = 5 * 60_000;

/** Of equal length within a scheme, so that the length tells nothing. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** For secrets that are sent as they are, whose length is part of the secret. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(digest(given), digest(wanted));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** All are compared, so that the duration does not tell which secret fits. */
export function fitsAny<Value>(values: readonly Value[], fits: (value: Value) => boolean): boolean {
  let found = false;
  for (const value of values) if (fits(value)) found = true;
  return found;
}

/**
 * Null if the request fits one of the secrets, each of which both sides know as a text; else a
 * sentence. One of a wrong form proves nothing: others could know it, as they know a public key
 * (S12.27). `what` and `secrets`: as of `mismatch`; `faultOf`: null if the secret may be used.
 */
export function secretsFault(
  what: string,
  secrets: readonly string[],
  fits: (secret: string) => boolean,
  faultOf: (secret: string) => string | null = keyFileFault,
): string | null {
  const usable = secrets.filter((secret) => faultOf(secret) === null);
  const [first] = secrets;
  if (first !== undefined && usable.length === 0) {
    return `The secret of this source cannot be used. ${faultOf(first)}`;
  }
  return fitsAny(usable, fits) ? null : mismatch(what, secrets);
}

export function missing(header: string): string {
  return `The header ${header} is missing.`;
}

/** `what`: the header, or what was compared. */
export function mismatch(what: string, secrets: readonly string[]): string {
  const which = secrets.length > 1 ? 'either secret' : 'the secret';
  return `${what} does not match the request under ${which} of this source.`;
}

/** `text`: a whole number of units since 1970. Null if it is none. */
export function signedTimeMs(text: string, unitMs: 1 | 1_000): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) * unitMs : null;
}

/** `atMs` null: not a time. */
export function windowFault(
  header: string,
  atMs: number | null,
  { nowMs, windowMs }: { readonly nowMs: number; readonly windowMs: number },
): string | null {
  if (atMs === null) return `The time of ${header} is no time.`;
  const ageS = Math.round((nowMs - atMs) / 1_000);
  if (Math.abs(nowMs - atMs) <= windowMs) return null;
  const apart = ageS > 0 ? `${ageS} s old` : `${-ageS} s ahead of this service's clock`;
  return `The signed time of ${header} is ${apart}; at most ${windowMs / 1_000} s are allowed.`;
}
