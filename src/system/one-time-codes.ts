/**
 * One-time codes by node:crypto: HOTP (RFC 4226) over steps of 30 seconds (TOTP, RFC 6238). Must
 * never accept a code more than one step away: the clocks of phones are right, and each further
 * step is one more code that a guess may hit.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OneTimeCodes } from '../engine/ports/one-time-codes.ts';

const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const oneTimeCodes: OneTimeCodes = {
  secret: () => base32(randomBytes(SECRET_BYTES)),

  stepOf(secret, code, nowMs) {
    const key = bytesOf(secret);
    const given = Buffer.from(code.padEnd(DIGITS, ' ').slice(0, DIGITS + 1));
    const now = Math.floor(nowMs / STEP_MS);
    let found: number | null = null;
    for (const step of [now - 1, now, now + 1]) {
      const expected = Buffer.from(codeOf(key, step));
      if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
    }
    return found;
  },

  recoveryCode: () => (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'),
};

/** RFC 4226, section 5.3: 31 bits at the offset that the last four bits give. */
function codeOf(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

function bytesOf(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += ALPHABET.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
