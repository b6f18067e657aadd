/** All hostile behaviours, and their rows in docs/reference/hostile-receivers.md. */
import type { AttemptOutcome } from '../../src/core/delivery/outcome.ts';
import { BODIES } from './hostile-bodies.ts';
import type { HostileCase } from './hostile-case.ts';
import { CONNECTIONS } from './hostile-connections.ts';
import { HEADS, LEFTOVERS, redirects } from './hostile-heads.ts';

/** `canary`: an address in the inner network, which no redirect may reach. */
export function hostileCases(canary: string): readonly HostileCase[] {
  const leads = redirects({
    itself: '/',
    'an address within the network': canary,
    'a cloud metadata service': 'http://169.254.169.254/latest/meta-data/',
  });
  return [...BODIES, ...HEADS, ...LEFTOVERS, ...leads, ...CONNECTIONS];
}

const THEN: Readonly<Record<AttemptOutcome, string>> = {
  delivered: 'delivered',
  retryable: 'retried',
  rejected: 'rejected',
  gone: 'rejected',
  blocked: 'blocked',
};

/** Redirects differ only in their status, and share a row. */
export function rowOf({ what, shown, outcome, end, kept }: HostileCase): string {
  const name = what.replace(/^answers 30\d to/, 'answers 301, 302, 303, 307 or 308 to');
  const seen = name === what ? shown : '3xx';
  const connection = kept ? 'kept' : 'closed';
  return `| ${name} | \`${seen}\` | ${THEN[outcome]} | ${end} | ${connection} |`;
}

/** Values of `Retry-After`, and the seconds before the first retry. */
export const RETRY_AFTER: ReadonlyArray<readonly [string, number]> = [
  ['60', 60],
  ['0', 5],
  ['-60', 5],
  ['1e9', 5],
  ['NaN', 5],
  ['60, 5', 5],
  ['999999999', 1_215],
  ['99999999999999999999', 5],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 5],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 1_215],
  ['tomorrow', 5],
];

export function waitRowOf([header, waitS]: readonly [string, number]): string {
  return `| \`${header}\` | ${waitS.toLocaleString('en')} s |`;
}
