/**
 * The Bearer token of a request, compared in constant time. Both sides are hashed first, so that
 * the duration does not even reveal the length of the expected token. Several tokens may be valid
 * while one replaces another.
 */
import { areSame, bytesOf, sha256 } from './bytes.ts';
import { type Check, failed, PASSED } from './check.ts';

export async function checkBearerToken(
  authorization: string | null,
  expected: readonly string[],
): Promise<Check> {
  if (authorization === null) return failed('missing-header', 'authorization is missing.');
  const token = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) return failed('bearer-mismatch', 'authorization is no Bearer token.');
  const given = await sha256(bytesOf(token));
  let matches = false;
  for (const each of expected) {
    if (areSame(given, await sha256(bytesOf(each)))) matches = true;
  }
  return matches ? PASSED : failed('bearer-mismatch', 'The Bearer token is another one.');
}
