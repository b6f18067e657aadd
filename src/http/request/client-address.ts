/**
 * The address that a request came from, for the audit trail and the limits of each network. Behind
 * trusted proxies it is what they say in `X-Forwarded-For`; what is no IP address there is ignored,
 * so that no client is counted under a name that it chose.
 */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../../core/person/network.ts';

interface Addressed {
  /** Undefined when the connection has ended before the request is looked at. */
  readonly ip?: FastifyRequest['ip'] | undefined;
  /** It begins at the connection and ends at the first address that no trusted proxy has. */
  readonly ips?: FastifyRequest['ips'];
}

/** Empty when the connection has ended already: no answer will reach it. */
export function clientAddress({ ip, ips }: Addressed): string {
  return plainAddress(ips?.findLast((each) => isIP(each ?? '') !== 0) ?? ip ?? '');
}
