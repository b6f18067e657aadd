/**
 * The network from which a person signs in, as far as it distinguishes people: an IPv4 address, or
 * the first 64 bits of an IPv6 address, which a household or a server shares (RFC 6177). Text in,
 * text out.
 */

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The address to show and to store: an IPv4 address without the prefix of a mapped one. */
export function plainAddress(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail);
  const missing = Math.max(0, GROUPS - before.length - after.length);
  const groups = plain.includes('::')
    ? [...before, ...Array.from({ length: missing }, () => '0'), ...after]
    : before;
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function groupsOf(text: string): readonly string[] {
  const [address = ''] = text.split('%');
  const parts = address.split(':').filter((part) => part !== '');
  return parts.map((part) => part.toLowerCase().replace(/^0+(?=.)/, ''));
}
