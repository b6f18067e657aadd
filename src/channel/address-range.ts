/**
 * Step 8: which IP addresses a delivery may connect to. IPv4 refuses every special-purpose range,
 * IPv6 allows only ranges assigned for global unicast; an address outside the tables is refused.
 * Must never rely on a library's idea of "unicast": ipaddr.js calls `::7f00:1` and `4000::1` so
 * (S7.20, S7.21).
 */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Range {
  readonly base: Address;
  readonly bits: number;
  /** Completes the sentence "that is ..." for operators. */
  readonly what: string;
}

/**
 * Parses a text such as `10.0.0.0/8`; a plain address is a range of one. Throws if it is neither.
 */
export function parseRange(text: string, what: string): Range {
  const [address = '', length] = text.split('/');
  const base = parseAddress(address);
  if (base === null) throw new Error(`"${text}" is no address range`);
  const width = base.kind() === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? width : Number(length);
  if (!Number.isInteger(bits) || bits < 0 || bits > width) {
    throw new Error(`"${text}" is no address range`);
  }
  return { base, bits, what };
}

/**
 * Accepts only the plain forms: four decimal numbers, or IPv6 without a zone. Null for anything
 * else.
 */
export function parseAddress(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text))
    return ipaddr.IPv6.parse(text);
  return null;
}

export function isIn(address: Address, range: Range): boolean {
  return address.kind() === range.base.kind() && address.match(range.base, range.bits);
}

function ranges(what: string, ...texts: readonly string[]): readonly Range[] {
  return texts.map((text) => parseRange(text, what));
}

/** Never reachable, even if the operator allows them: they hand out credentials of the machine. */
export const NEVER: readonly Range[] = [
  ...ranges('link-local', '169.254.0.0/16', 'fe80::/10'),
  ...ranges(
    'a cloud metadata service',
    '100.100.100.200/32',
    '168.63.129.16/32',
    '192.0.0.192/32',
    'fd00:ec2::/32',
    'fd00:c1::a9fe:a9fe/128',
    'fd20:ce::254/128',
    'fd00:42::42/128',
  ),
  // An IPv4 address inside an IPv6 one is a second form of the same address. Only one form is
  // checked and shown, so this one is refused. `::/96` holds `::` and `::1`; see `LOOPBACK6`.
  ...ranges('an embedded IPv4 address', '::ffff:0:0/96', '::ffff:0:0:0/96', '64:ff9b::/96'),
  ...ranges('an embedded IPv4 address', '64:ff9b:1::/48', '2001::/32', '2002::/16'),
];

/**
 * IPv4-compatible addresses, refused for the same reason, except that `::1` may be allowed by name.
 */
export const COMPATIBLE6 = parseRange('::/96', 'an embedded IPv4 address');
export const LOOPBACK6 = parseRange('::1/128', 'loopback');

/**
 * ISATAP (RFC 5214): an interface identifier, under any prefix, that holds an IPv4 address to which
 * a router of that prefix forwards the packet. The owner of the prefix cannot be known from
 * outside.
 */
export function isIsatap(address: Address): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  // One bit may differ: it tells whether the IPv4 address is globally unique.
  const [flags = 0, marker] = address.parts.slice(4, 6);
  return (flags & ~0x0200) === 0 && marker === 0x5efe;
}

/** The IANA special-purpose registry, and all unassigned ranges. */
export const SPECIAL4: readonly Range[] = [
  ...ranges('this network', '0.0.0.0/8'),
  ...ranges('private', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'),
  ...ranges('shared by a carrier', '100.64.0.0/10'),
  ...ranges('loopback', '127.0.0.0/8'),
  ...ranges('reserved for protocols', '192.0.0.0/24'),
  ...ranges('documentation', '192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'),
  ...ranges('a special service', '192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'),
  ...ranges('a 6to4 relay', '192.88.99.0/24'),
  ...ranges('for benchmarks', '198.18.0.0/15'),
  ...ranges('multicast', '224.0.0.0/4'),
  ...ranges('broadcast', '255.255.255.255/32'),
  ...ranges('reserved', '240.0.0.0/4'),
];

export const GLOBAL6 = parseRange('2000::/3', 'global unicast');

export const SPECIAL6: readonly Range[] = [
  ...ranges('reserved for protocols', '2001::/23'),
  ...ranges('documentation', '2001:db8::/32', '3fff::/20'),
  ...ranges('an embedded IPv4 address', '2002::/16'),
  ...ranges('a special service', '2620:4f:8000::/48'),
];
