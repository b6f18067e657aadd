/**
 * Every way to write an address into the host of a URL that some parser, resolver or proxy is known
 * to understand. Each notation is a function of the address alone; the tests find out which of them
 * Node understands.
 */
import { groupsOf, type NumericAddress, octetsOf, textOf } from './address-math.ts';

/** The text between `scheme:` and the path; `port` is `:8443` or empty. */
export type Notation = (address: NumericAddress, port: string) => string;

type Host = (address: NumericAddress) => string;

const at =
  (host: Host): Notation =>
  (address, port) =>
    `//${host(address)}${port}`;
const octets = (address: NumericAddress) => octetsOf(address.value);
const octal = (value: number | bigint) => `0${value.toString(8)}`;
const hex = (value: number | bigint) => `0x${value.toString(16)}`;
const dotted = (address: NumericAddress) => textOf(address);
const low = (address: NumericAddress, bits: bigint) => address.value & ((1n << bits) - 1n);
const halves = (value: bigint) =>
  `${(value >> 16n).toString(16)}:${(value & 65_535n).toString(16)}`;
const inverted = (value: bigint) => value ^ 0xffff_ffffn;

/** Replaces digits by code points from `zero` on. */
const digits = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const circled = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(digit === '0' ? 0x24ea : 0x245f + +digit));
const escaped = (text: string) =>
  text.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);
const embedded = (prefix: string, suffix = ''): Notation =>
  at((address) => `[${prefix}${halves(address.value)}${suffix}]`);

const NUMBERS4: Readonly<Record<string, Notation>> = {
  dotted: at(dotted),
  decimal: at(({ value }) => String(value)),
  hex: at(({ value }) => hex(value)),
  'hex in capitals': at(({ value }) => hex(value).toUpperCase()),
  'hex with zeros': at(({ value }) => `0x0000${value.toString(16).padStart(8, '0')}`),
  octal: at(({ value }) => octal(value)),
  'octal with zeros': at(({ value }) => `0000${octal(value)}`),
  'octal parts': at((address) => octets(address).map(octal).join('.')),
  'long octal parts': at((address) =>
    octets(address)
      .map((part) => part.toString(8).padStart(8, '0'))
      .join('.'),
  ),
  'hex parts': at((address) => octets(address).map(hex).join('.')),
  'hex parts in capitals': at((address) => octets(address).map(hex).join('.').toUpperCase()),
  'two parts': at((address) => `${octets(address)[0]}.${low(address, 24n)}`),
  'three parts': at((address) =>
    [...octets(address).slice(0, 2), low(address, 16n)].map(String).join('.'),
  ),
  'two parts, hex and decimal': at((address) =>
    [hex(octets(address)[0] ?? 0), low(address, 24n)].join('.'),
  ),
  'three parts, octal, hex, decimal': at((address) => {
    const [first = 0, second = 0] = octets(address);
    return `${octal(first)}.${hex(second)}.${low(address, 16n)}`;
  }),
  'mixed parts': at((address) => {
    const [first = 0, second = 0, third = 0, fourth = 0] = octets(address);
    return `${hex(first)}.${octal(second)}.${third}.${hex(fourth)}`;
  }),
  'padded with zeros': at((address) =>
    octets(address)
      .map((part) => String(part).padStart(3, '0'))
      .join('.'),
  ),
  'padded short parts': at((address) =>
    octets(address)
      .map((part) => `0${part}`)
      .join('.'),
  ),
  'too large by 2^32': at(({ value }) => String(value + (1n << 32n))),
  'last part too large': at((address) => {
    const [first, second, third, fourth = 0] = octets(address);
    return `${first}.${second}.${third}.${fourth + 256}`;
  }),
  'dot at the end': at((address) => `${dotted(address)}.`),
  'two dots at the end': at((address) => `${dotted(address)}..`),
  'decimal and a dot': at(({ value }) => `${value}.`),
  'hex and a dot': at(({ value }) => `${hex(value)}.`),
};

const LETTERS4: Readonly<Record<string, Notation>> = {
  'fullwidth digits': at((address) => digits(0xff10)(dotted(address))),
  'circled digits': at((address) => circled(dotted(address))),
  'mathematical digits': at((address) => digits(0x1d7ce)(dotted(address))),
  'Arabic digits': at((address) => digits(0x660)(dotted(address))),
  'superscript digit': at((address) => dotted(address).replace('1', '¹')),
  'fullwidth decimal': at(({ value }) => digits(0xff10)(String(value))),
  'ideographic full stop': at((address) => dotted(address).replaceAll('.', '。')),
  'fullwidth full stop': at((address) => dotted(address).replaceAll('.', '．')),
  'halfwidth full stop': at((address) => dotted(address).replaceAll('.', '｡')),
  'one dot leader': at((address) => dotted(address).replaceAll('.', '․')),
  'soft hyphen': at((address) => dotted(address).replace('.', '\u00ad.')),
  'zero-width joiner': at((address) => dotted(address).replace('.', '\u200d.')),
  'every byte escaped': at((address) => escaped(dotted(address))),
  'dots escaped': at((address) => dotted(address).replaceAll('.', '%2e')),
  'decimal escaped': at(({ value }) => escaped(String(value))),
  'escaped twice': at((address) => escaped(dotted(address)).replaceAll('%', '%25')),
  'NUL behind': at((address) => `${dotted(address)}%00.example.com`),
  tab: at((address) => dotted(address).replace('.', '.\t')),
  'line feed': at((address) => dotted(address).replace('.', '.\n')),
  'return before': at((address) => `\r${dotted(address)}`),
};

const EMBEDDED4: Readonly<Record<string, Notation>> = {
  mapped: embedded('::ffff:'),
  'mapped, dotted': at((address) => `[::ffff:${dotted(address)}]`),
  'mapped, long': embedded('0000:0000:0000:0000:0000:FFFF:'),
  'mapped, dotted, long': at((address) => `[0:0:0:0:0:ffff:${dotted(address)}]`),
  compatible: embedded('::'),
  'compatible, dotted': at((address) => `[::${dotted(address)}]`),
  translated: embedded('::ffff:0:'),
  NAT64: embedded('64:ff9b::'),
  'NAT64, dotted': at((address) => `[64:ff9b::${dotted(address)}]`),
  'local NAT64': embedded('64:ff9b:1::'),
  'local NAT64, full': embedded('64:ff9b:1:ffff:ffff:ffff:'),
  '6to4': embedded('2002:', '::'),
  '6to4 with a host': embedded('2002:', '::1'),
  'Teredo server': embedded('2001:0:', '::1'),
  'Teredo client': at(({ value }) => `[2001:0:808:808:8000:63bf:${halves(inverted(value))}]`),
  'ISATAP, link-local': embedded('fe80::5efe:'),
  'ISATAP, global prefix': embedded('2606:4700:4700:1:0:5efe:'),
  'ISATAP, global, universal': embedded('2606:4700:4700:1:200:5efe:'),
  'link-local with a zone': at((address) => `[fe80::${halves(address.value)}%25eth0]`),
  'mapped with a zone': at((address) => `[::ffff:${dotted(address)}%25lo]`),
  'brackets around IPv4': at((address) => `[${dotted(address)}]`),
};

const AROUND: Readonly<Record<string, Notation>> = {
  'user info': (address, port) => `//example.com@${dotted(address)}${port}`,
  'user and password': (address, port) => `//example.com:443@${dotted(address)}${port}`,
  'two at signs': (address, port) => `//a@example.com@${dotted(address)}${port}`,
  'escaped at sign': (address, port) => `//example.com%40${dotted(address)}${port}`,
  'backslash at sign': (address, port) => `//example.com\\@${dotted(address)}${port}`,
  'fragment at sign': (address, port) => `//${dotted(address)}${port}#@example.com`,
  'query at sign': (address, port) => `//${dotted(address)}${port}?@example.com`,
  'path at sign': (address, port) => `//${dotted(address)}${port}/@example.com`,
  backslashes: (address, port) => `\\\\${dotted(address)}${port}`,
  'slash and backslash': (address, port) => `/\\${dotted(address)}${port}`,
  'one slash': (address, port) => `/${dotted(address)}${port}`,
  'no slash': (address, port) => `${dotted(address)}${port}`,
  'many slashes': (address, port) => `/////${dotted(address)}${port}`,
  'port with zeros': (address, port) => `//${dotted(address)}${port.replace(':', ':0000')}`,
  'nothing before the at sign': (address, port) => `//@${dotted(address)}${port}`,
};

/** Names that public resolvers resolve to the address inside them; the tests resolve them. */
const NAMES4: Readonly<Record<string, Notation>> = {
  'nip.io': at((address) => `${dotted(address)}.nip.io`),
  'nip.io, dashes': at((address) => `a-${octets(address).join('-')}.nip.io`),
  'nip.io, hex': at(({ value }) => `${value.toString(16).padStart(8, '0')}.nip.io`),
  'sslip.io': at((address) => `${octets(address).join('-')}.sslip.io`),
  'a subdomain': at((address) => `www.${octets(address).join('-')}.rebind.example`),
};

export const NOTATIONS4: Readonly<Record<string, Notation>> = {
  ...NUMBERS4,
  ...LETTERS4,
  ...EMBEDDED4,
  ...AROUND,
  ...NAMES4,
};

const groups = (address: NumericAddress) => groupsOf(address.value);

export const NOTATIONS6: Readonly<Record<string, Notation>> = {
  short: at((address) => `[${textOf(address)}]`),
  capitals: at((address) => `[${textOf(address).toUpperCase()}]`),
  long: at((address) => `[${groups(address).join(':')}]`),
  'long in capitals': at((address) => `[${groups(address).join(':').toUpperCase()}]`),
  'no leading zeros': at(
    (address) =>
      `[${groups(address)
        .map((part) => part.replace(/^0{1,3}/, ''))
        .join(':')}]`,
  ),
  'IPv4 at the end': at((address) => {
    const tail = textOf({ family: 4, value: address.value & 0xffff_ffffn });
    return `[${[...groups(address).slice(0, 6), tail].join(':')}]`;
  }),
  'zone id': at((address) => `[${textOf(address)}%25eth0]`),
  'bare zone id': at((address) => `[${textOf(address)}%eth0]`),
  'zone number': at((address) => `[${textOf(address)}%251]`),
  'user info': (address, port) => `//example.com@[${textOf(address)}]${port}`,
  'dot at the end': at((address) => `[${textOf(address)}].`),
  'escaped brackets': at((address) => `%5b${textOf(address)}%5d`),
  'no brackets': at((address) => textOf(address)),
  'fullwidth digits': at((address) => `[${digits(0xff10)(textOf(address))}]`),
  backslashes: (address, port) => `\\\\[${textOf(address)}]${port}`,
  'sslip.io': at((address) => `${groups(address).join('-')}.sslip.io`),
};
