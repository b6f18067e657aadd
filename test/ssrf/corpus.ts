/**
 * All URLs of the suite: every edge of every special range in every notation, names of this
 * machine and of metadata services, each with the private address that it is meant to reach.
 */
import { insideOf, type NumericAddress, numberOf, rangeOf, textOf } from './address-math.ts';
import { NOTATIONS4, NOTATIONS6 } from './notation.ts';
import { METADATA, METADATA_NAMES, SPECIAL4, SPECIAL6 } from './special-range.ts';

export interface Trap {
  readonly url: string;
  /** The address to which a resolver of the attacker would resolve a name. */
  readonly means: string;
  readonly notation: string;
}

/** More addresses of this machine, for the control without the guard. */
const LOOPBACK = ['127.0.0.1', '127.0.0.2', '127.0.1.1', '127.1.1.1', '127.99.8.7', '127.0.0.53'];

const HERE: readonly string[] = [
  'localhost',
  'LOCALHOST',
  'LocalHost',
  'localhost.',
  'localhost.localdomain',
  'localhost6',
  'ip6-localhost',
  'ip6-loopback',
  'a.localhost',
  'example.com.localhost',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'ｌｏｃａｌｈｏｓｔ',
  '𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭',
  'locаlhost',
  'xn--loclhost-5jg',
  'lоcalhost',
  'ℓocalhost',
  'localhoſt',
  'local\u00adhost',
  'local%68ost',
  '%6c%6f%63%61%6c%68%6f%73%74',
  'localhost%2e',
  'localhost。',
  'local\thost',
  'user@localhost',
  'host.docker.internal',
  'gateway.docker.internal',
  'broadcasthost',
  'loopback',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'printer.local',
  'nas.home.arpa',
  'intranet',
  'db.corp',
  'router.lan',
  '1.0.0.127.in-addr.arpa',
];

/** `port`: the port of the canary, which is in every URL. */
export function corpusOf(scheme: 'http' | 'https', port: number): readonly Trap[] {
  const addresses = [...edges(SPECIAL4), ...edges(SPECIAL6), ...edges(METADATA)];
  addresses.push(...LOOPBACK.map(numberOf));
  const written = addresses.flatMap((address) => writtenIn(address, scheme, port));
  const named = [...HERE, ...METADATA_NAMES].flatMap((name) => [
    { url: `${scheme}://${name}:${port}/`, means: '127.0.0.1', notation: `name ${name}` },
    { url: `${scheme.toUpperCase()}://${name}:${port}`, means: '::1', notation: `name ${name}` },
  ]);
  return [...new Map([...written, ...named].map((trap) => [trap.url, trap])).values()];
}

/** The first URL of each notation, and then each `step`th. */
export function thinned(corpus: readonly Trap[], step: number): readonly Trap[] {
  const seen = new Map<string, number>();
  return corpus.filter(({ notation }) => {
    const before = seen.get(notation) ?? 0;
    seen.set(notation, before + 1);
    return before % step === 0;
  });
}

function edges(cidrs: readonly string[]): readonly NumericAddress[] {
  return cidrs.flatMap((cidr) => insideOf(rangeOf(cidr)));
}

function writtenIn(address: NumericAddress, scheme: string, port: number): readonly Trap[] {
  const notations = Object.entries(address.family === 4 ? NOTATIONS4 : NOTATIONS6);
  return notations.map(([notation, write]) => ({
    url: `${scheme}:${write(address, `:${port}`)}`,
    means: textOf(address),
    notation,
  }));
}
