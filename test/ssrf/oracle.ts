/** Says from the registries alone which addresses are special; the guard must agree. */
import { groupsOf, isWithin, type NumericAddress, numberOf, rangeOf } from './address-math.ts';
import { GLOBAL6, METADATA, SPECIAL4, SPECIAL6 } from './special-range.ts';

export const SPECIAL = [...SPECIAL4, ...SPECIAL6, ...METADATA].map(rangeOf);
const GLOBAL = rangeOf(GLOBAL6);

export function isSpecial(address: NumericAddress): boolean {
  if (address.family === 6 && (!isWithin(address, GLOBAL) || isIsatap(address))) return true;
  return SPECIAL.some((range) => isWithin(address, range));
}

/** ISATAP (RFC 5214, section 6.1): an interface identifier that holds an IPv4 address. */
function isIsatap({ value }: NumericAddress): boolean {
  return /^0[02]00:5efe:/.test(groupsOf(value).slice(4).join(':'));
}

/** The address that Node's URL parser reads from a host, or null for a name. */
export function literalOf(url: string): NumericAddress | null {
  const { hostname } = new URL(url);
  if (hostname.startsWith('[')) return numberOf(hostname.slice(1, -1));
  return /^\d+(?:\.\d+){3}$/.test(hostname) ? numberOf(hostname) : null;
}
