/** Addresses as whole numbers: ranges, edges, neighbours. Uses no library of the product. */

export interface NumericRange {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

export interface NumericAddress {
  readonly family: 4 | 6;
  readonly value: bigint;
}

export function rangeOf(cidr: string): NumericRange {
  const [address = '', length = ''] = cidr.split('/');
  const { family, value } = numberOf(address);
  const size = 1n << BigInt((family === 4 ? 32 : 128) - Number(length));
  if (value % size !== 0n) throw new Error(`${cidr} does not begin at its address`);
  return { family, first: value, last: value + size - 1n };
}

export function isWithin({ family, value }: NumericAddress, range: NumericRange): boolean {
  return family === range.family && value >= range.first && value <= range.last;
}

/** The first, middle and last address of the range. */
export function insideOf(range: NumericRange): readonly NumericAddress[] {
  const { family, first, last } = range;
  return [...new Set([first, (first + last) / 2n, last])].map((value) => ({ family, value }));
}

/** The addresses directly before and after the range, if they exist. */
export function neighboursOf({ family, first, last }: NumericRange): readonly NumericAddress[] {
  const end = family === 4 ? 1n << 32n : 1n << 128n;
  return [first - 1n, last + 1n]
    .filter((value) => value >= 0n && value < end)
    .map((value) => ({ family, value }));
}

export function textOf({ family, value }: NumericAddress): string {
  return family === 4 ? octetsOf(value).join('.') : compressed(value);
}

export function octetsOf(value: bigint): readonly number[] {
  return [24n, 16n, 8n, 0n].map((shift) => Number((value >> shift) & 255n));
}

/** Eight groups of four hexadecimal digits, without any abbreviation. */
export function groupsOf(value: bigint): readonly string[] {
  return (value.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).map(String);
}

/** Reads only the plain notations of the registries. */
export function numberOf(address: string): NumericAddress {
  if (!address.includes(':')) {
    const value = address.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
    return { family: 4, value };
  }
  const [head = '', tail = ''] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  const value = groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  return { family: 6, value };
}

/** The address as the URL standard writes it. */
function compressed(value: bigint): string {
  return new URL(`http://[${groupsOf(value).join(':')}]/`).hostname.slice(1, -1);
}
