/** An authenticator app for tests, written from RFC 6238 apart from the service's own code. */
import { createHmac } from 'node:crypto';
import type { Person } from './people.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function codeAt(secret: string, nowMs: number): string {
  const bits = [...secret].map((each) => ALPHABET.indexOf(each).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(nowMs / 30_000), 4);
  const key = Buffer.from(bytes.map((each) => Number.parseInt(each, 2)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const at = (mac[19] ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Sets up an authenticator app for the person; returns its secret and the recovery codes. */
export async function withAuthenticator(person: Person, nowMs: number) {
  const begun = await person.ask('POST', '/v1/account/second-factor');
  const secret = String(begun.at('/secret'));
  const body = { code: codeAt(secret, nowMs) };
  const confirmed = await person.ask('POST', '/v1/account/second-factor/confirm', body);
  if (confirmed.status !== 200) throw new Error(`no second factor: ${confirmed.text}`);
  const codes: string[] = JSON.parse(confirmed.text).codes;
  return { secret, codes };
}
