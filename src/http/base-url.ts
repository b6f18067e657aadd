/**
 * The address by which clients reach the service. The address that a source shows and the one
 * against which its provider's signature is checked are the same: with two, an operator could hand
 * out an address whose every callback is refused. Must never read a header of a request.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BaseUrl {
  /** `https://host[:port][/path]`, without a trailing slash. */
  readonly url: string;
  /**
   * False if it is not set and the service listens on more than this machine, so that `url` is a
   * guess.
   */
  readonly known: boolean;
}

/** `publicUrl`: the setting; null: where the server listens. */
export function baseOf(publicUrl: string | null, server: Pick<Server, 'address'>): BaseUrl {
  if (publicUrl !== null) return { url: publicUrl, known: true };
  const listening = server.address();
  if (listening === null || typeof listening === 'string') {
    return { url: 'http://localhost', known: false };
  }
  const { address, port }: AddressInfo = listening;
  const host = address.includes(':') ? `[${address}]` : address;
  return { url: `http://${host}:${port}`, known: isLoopback(address) };
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
