/**
 * The Bearer token of a request, compared in constant time. Both sides are hashed first, so that
 * the duration does not even reveal the length of the expected token. Several tokens may be valid
 * while one replaces another.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type Check, failed, PASSED } from './check.ts';

export function checkBearerToken(authorization: string | null, expected: readonly string[]): Check {
  if (authorization === null) return failed('missing-header', 'authorization is missing.');
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) return failed('bearer-mismatch', 'authorization is no Bearer token.');
  const given = hashOf(token);
  let matches = false;
  for (const each of expected) {
    if (timingSafeEqual(given, hashOf(each))) matches = true;
  }
  return matches ? PASSED : failed('bearer-mismatch', 'The Bearer token is another one.');
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
