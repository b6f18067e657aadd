/**
 * What a registered target must look like before any name is looked up: `https:`, plain printable
 * ASCII, no user info, no fragment, a public name (S7.19). It is strict where URL parsers disagree,
 * so that the text that an operator reads is the host that is called. It must never be the only
 * guard: a name may resolve to anything, so the connection is checked again.
 */

export const TARGET_LENGTH_MAX = 2_048;

export interface TargetPolicy {
  /**
   * Whether names of private machines are allowed, also by `http:`; the connection decides per
   * address.
   */
  readonly privateNames: boolean;
  /** Whether an IP literal is public and used by `https:`, or was allowed by the operator. */
  readonly allowsLiteral: (address: string, protocol: 'http:' | 'https:') => boolean;
}

/** Top-level names that never lead to the public internet. */
const PRIVATE_ZONES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
] as const;

/** Why it may not be registered, as a sentence; null if it may. */
export function targetRefusal(target: string, policy: TargetPolicy): string | null {
  if (target.length > TARGET_LENGTH_MAX) return 'The target is longer than 2,048 characters.';
  if (!/^[\x21-\x7e]+$/.test(target) || target.includes('\\')) {
    return 'The target may hold printable ASCII only, no space or backslash; write names as xn--.';
  }
  const parts = /^(https?):\/\/([^/?#]+)([/?][^#]*)?$/i.exec(target);
  const url = parse(target);
  if (parts === null || url === null) {
    return target.includes('#')
      ? 'The target may not have a fragment.'
      : 'The target is no https: address.';
  }
  const authority = parts[2] ?? '';
  if (authority.includes('@')) return 'The target may not hold user info; use a token instead.';
  // `0x7f.1`, `2130706433`, `%6c`, `[::ffff:127.0.0.1]`: a parser would call another host than the
  // written one, so a target must already have its plain form.
  const plain = authority.toLowerCase().replace(url.protocol === 'https:' ? /:443$/ : /:80$/, '');
  if (plain !== url.host) return 'The host of the target is not written in its plain form.';
  return hostRefusal(url, policy);
}

function hostRefusal(url: URL, policy: TargetPolicy): string | null {
  const literal = literalOf(url.hostname);
  const labels = url.hostname.split('.');
  if (
    literal === null &&
    (url.hostname.length > 253 ||
      labels.some((label) => !/^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label)))
  ) {
    return 'The host of the target is no valid name.';
  }
  const isPrivate = literal === null && (labels.length < 2 || isPrivateZone(labels.at(-1)));
  if (url.protocol === 'http:') {
    const isOpened =
      literal === null ? isPrivate && policy.privateNames : policy.allowsLiteral(literal, 'http:');
    return isOpened ? null : HTTP_REFUSED;
  }
  if (literal !== null) {
    return policy.allowsLiteral(literal, 'https:')
      ? null
      : 'The address is not public; only RINGPOST_ALLOW_TARGETS can permit it.';
  }
  return isPrivate && !policy.privateNames
    ? 'The target must have a public name; this one can only lead to a private network.'
    : null;
}

const HTTP_REFUSED =
  'The target must be an https: address: http: is for addresses that RINGPOST_ALLOW_TARGETS ' +
  'names and for names that cannot be public, such as crm or crm.internal.';

/** The address in the host of an IP literal (`[::1]` without its brackets), or null for a name. */
function literalOf(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return /^\d+(\.\d+){3}$/.test(hostname) ? hostname : null;
}

function isPrivateZone(label: string | undefined): boolean {
  return PRIVATE_ZONES.some((zone) => zone === label);
}

function parse(target: string): URL | null {
  return URL.canParse(target) ? new URL(target) : null;
}
