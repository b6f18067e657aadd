/**
 * The addresses of one database, and which of them worked last. A URL may name several hosts, of
 * which one takes writes at a time; the driver supports one host per URL, so this file makes one
 * URL for each. Must never pass on a parameter that would override a pool's settings, such as a
 * timeout.
 */

export interface Address {
  /** The driver's URL, with a single host. */
  readonly url: string;
  /** Host, port and database for messages; never the password. */
  readonly place: string;
}

/** Its message says what is wrong with the address and never repeats any of it. */
export class AddressError extends Error {}

export class Hosts {
  readonly #addresses: readonly Address[];
  #at = 0;

  /** Throws `AddressError`. */
  constructor(url: string) {
    this.#addresses = addressesOf(url);
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** The address that worked last, or the one after the one that failed. */
  get current(): Address {
    const address = this.#addresses[this.#at];
    if (address === undefined) throw new Error('there is always a host');
    return address;
  }

  get places(): string {
    return this.#addresses.map(({ place }) => place).join(', ');
  }

  /** Does nothing if another connection has moved on already, since many fail at once. */
  leave(address: Address): void {
    if (this.current === address) this.#at = (this.#at + 1) % this.#addresses.length;
  }
}

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i;
const PORT = 5432;
/** No cluster has more hosts. */
const HOSTS_MAX = 16;

/**
 * URL parameters that the driver may get: TLS, sockets, and server settings such as `search_path`.
 * All others belong to libpq or would override this program's options.
 */
const KEPT: ReadonlySet<string> = new Set([
  'ssl',
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
  'options',
]);

/** Values that ask for a writable server or leave it open; Ringpost needs a writable one. */
const WRITABLE: ReadonlySet<string> = new Set(['any', 'read-write', 'primary']);

function addressesOf(url: string): readonly Address[] {
  const [, scheme = '', authority = '', path = '', query = ''] = PARTS.exec(url) ?? [];
  if (scheme === '') throw new AddressError('it does not begin with postgres://');
  const at = authority.lastIndexOf('@') + 1;
  // A `/` or `?` in a password ends the host early, so the shown place would contain a part of it.
  if (path.includes('@') || (at === 0 && query.includes('@'))) {
    throw new AddressError('a special character of the password is not percent-encoded');
  }
  const user = authority.slice(0, at);
  const params = new URLSearchParams(query);
  const wanted = params.get('target_session_attrs') ?? 'any';
  if (!WRITABLE.has(wanted)) {
    throw new AddressError(`target_session_attrs=${wanted} asks for a server that takes no writes`);
  }
  const socket = params.get('host');
  const hosts = socket === null ? authority.slice(at).split(',') : [''];
  if (hosts.length > HOSTS_MAX) throw new AddressError(`it has more than ${HOSTS_MAX} hosts`);
  const kept = new URLSearchParams([...params].filter(([name]) => KEPT.has(name)));
  if (socket !== null) kept.set('host', socket);
  const port = params.get('port');
  if (socket !== null && port !== null) kept.set('port', port);
  const rest = `${path}${kept.size === 0 ? '' : `?${kept}`}`;
  return hosts.map((host) => ({
    url: checked(`${scheme}${user}${host}${rest}`),
    place: `${socket ?? withPort(host)}${path}`,
  }));
}

function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${PORT}`;
}

function checked(url: string): string {
  if (!URL.canParse(url)) throw new AddressError('a host or a port of it cannot be read');
  return url;
}

/** Makes the addresses from a URL, or shares those that another pool uses. */
export function hostsAt(url: string | Hosts): Hosts {
  return typeof url === 'string' ? new Hosts(url) : url;
}
