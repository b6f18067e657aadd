/**
 * Step 8: the guard against deliveries into the operator's own network (S7.20). `refusal` judges an
 * address at connect time, `checkTarget` a target at registration. The allow list
 * (RINGPOST_ALLOW_TARGETS) opens named private ranges, and `http:` to exactly those; it never opens
 * link-local and metadata addresses. Reasons never repeat the address: the person who registered
 * the name reads them and could map the private network with them. The one exception is the origin
 * of the local inbox, written as an address: a name that resolves to it is refused.
 */
import {
  type Address,
  COMPATIBLE6,
  GLOBAL6,
  isIn,
  isIsatap,
  LOOPBACK6,
  NEVER,
  parseAddress,
  parseRange,
  type Range,
  SPECIAL4,
  SPECIAL6,
} from './address-range.ts';
import { type TargetPolicy, targetRefusal } from './target-refusal.ts';

export interface Guard {
  /**
   * Why no connection may be made to this IP address, as a sentence; null if it may. `origin`: that
   * of the target, such as `http://127.0.0.1:8081`, with its port.
   */
  readonly refusal: (
    address: string,
    protocol?: 'https:' | 'http:',
    origin?: string,
  ) => string | null;
  /** Why a target may not be registered, as a sentence; null if it may. Looks up no name. */
  readonly checkTarget: (target: string) => string | null;
}

/**
 * `allow`: address ranges such as `10.1.0.0/16`, checked by the settings. A wrong range throws, and
 * so does one that lies within the ranges that are never opened. `own`: the origin of this
 * process's inbox, `http://<address>:<port>`; null if it has none.
 */
export function createGuard(options: {
  readonly allow: readonly string[];
  readonly own?: string | null;
}): Guard {
  const { own = null } = options;
  const allowed = options.allow.map(opened);
  const isAllowed = (address: Address) => allowed.some((range) => isIn(address, range));

  const refusal: Guard['refusal'] = (text, protocol = 'https:', origin) => {
    if (own !== null && origin === own && new URL(own).hostname === text) return null;
    const address = parseAddress(text);
    if (address === null) return 'The destination is no plain IP address.';
    const always = neverReason(address);
    if (always !== null) return refused(always);
    if (isAllowed(address)) return null;
    const special = specialReason(address);
    if (special !== null) return refused(special);
    return protocol === 'http:' ? 'The destination may be called over https: only.' : null;
  };

  const allowsLiteral: TargetPolicy['allowsLiteral'] = (text, protocol) =>
    refusal(text, protocol) === null;
  const policy = { privateNames: allowed.length > 0, allowsLiteral };
  const checkTarget: Guard['checkTarget'] = (target) =>
    own !== null && target.startsWith(`${own}/`) && OWN_PATH.test(target.slice(own.length))
      ? null
      : targetRefusal(target, policy);
  return { refusal, checkTarget };
}

/** A path that all parsers of URLs read alike. */
const OWN_PATH = /^(?:\/[A-Za-z0-9_.-]+)+$/;

function opened(text: string): Range {
  const range = parseRange(text, 'allowed');
  const never = NEVER.find((each) => range.bits >= each.bits && isIn(range.base, each));
  if (never === undefined) return range;
  const why = `which is ${never.what}: it is never opened; leave it out`;
  throw new Error(`RINGPOST_ALLOW_TARGETS holds ${text}, ${why}`);
}

function refused(what: string): string {
  return `The destination address is refused: it is ${what}.`;
}

function neverReason(address: Address): string | null {
  for (const range of NEVER) if (isIn(address, range)) return range.what;
  if (isIn(address, COMPATIBLE6) && !isIn(address, LOOPBACK6)) return COMPATIBLE6.what;
  return isIsatap(address) ? COMPATIBLE6.what : null;
}

function specialReason(address: Address): string | null {
  if (address.kind() === 'ipv6' && !isIn(address, GLOBAL6)) return 'not global';
  for (const range of address.kind() === 'ipv4' ? SPECIAL4 : SPECIAL6) {
    if (isIn(address, range)) return range.what;
  }
  return null;
}
