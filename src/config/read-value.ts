/**
 * Parses the text of a setting. Each reader throws an Error whose message completes the sentence
 * "<setting> ..."; it never guesses or clamps a value.
 */
import { isIP } from 'node:net';

type Reader<Value> = (text: string) => Value;

export function integer(bounds: { readonly min: number; readonly max: number }): Reader<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= bounds.min && value <= bounds.max)) {
      throw new Error(`must be a whole number from ${bounds.min} to ${bounds.max}`);
    }
    return value;
  };
}

export function text(bounds: { readonly max: number }): Reader<string> {
  return (value) => {
    if (value === '' || value.length > bounds.max || hasControl(value)) {
      throw new Error(`must be 1 to ${bounds.max} characters without control characters`);
    }
    return value;
  };
}

export function oneOf<Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return (value) => {
    const choice = choices.find((each) => each === value);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  };
}

export function list<Value>(reader: Reader<Value>): Reader<readonly Value[]> {
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(reader);
}

/** At least one of the choices, in the order of `choices`; repetitions count once. */
export function someOf<Choice extends string>(
  choices: readonly Choice[],
): Reader<readonly Choice[]> {
  const problem = `must be ${choices.join(' or ')}, or several of them with commas between`;
  return (value) => {
    const parts = value.split(',').map((part) => part.trim());
    const named = choices.filter((choice) => parts.includes(choice));
    const known: readonly string[] = choices;
    if (!parts.every((part) => known.includes(part))) throw new Error(problem);
    return named;
  };
}

const DATABASE =
  'must be postgres://user:password@host:5432/database, with several hosts as host1:5432,' +
  'host2:5432 and special characters of the password percent-encoded';
/** User, hosts, database, options. The hosts may be missing, since a socket is an option. */
const DATABASE_PARTS = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)\/([^/?#]+)(\?[^#]*)?$/;

/** Never repeats the value, which contains a password. */
export function databaseUrl(value: string): string {
  const [, who = '', hosts = '', database = '', options = ''] = DATABASE_PARTS.exec(value) ?? [];
  const elsewhere = /[?&]host=./.test(options);
  const reachable = hosts === '' ? elsewhere : hosts.split(',').every(isHost);
  if (value.length > 4_096 || database === '' || !reachable || !isEncoded(who + database)) {
    throw new Error(DATABASE);
  }
  return value;
}

function isHost(text: string): boolean {
  return text !== '' && URL.canParse(`http://${text}`) && !/[\s\\]/.test(text);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return !hasControl(text) && !text.includes(' ');
  } catch {
    return false;
  }
}

/** A name as in a Host header, without a port. Addresses are always allowed. */
export function hostName(value: string): string {
  if (!/^(?=.{1,253}$)[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(value)) {
    throw new Error(`holds "${value}", which is no name of a host such as calls.example.com`);
  }
  return value.toLowerCase();
}

/** `http(s)://host[:port][/path]`, without a trailing slash. */
export function baseUrl(value: string): string {
  const problem = 'must be an http or https address without user, query or fragment';
  if (!URL.canParse(value)) throw new Error(problem);
  const url = new URL(value);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !/^https?:$/.test(url.protocol)) throw new Error(problem);
  return url.href.replace(/\/+$/, '');
}

export function apiKey(value: string): string {
  if (!/^rp_[A-Za-z0-9_-]{32,128}$/.test(value)) {
    throw new Error('must be rp_ followed by 32 to 128 letters, digits, - or _ (make it random)');
  }
  return value;
}

export function instanceKey(value: string): string {
  if (!/^rpi_[A-Za-z0-9_-]{32,128}$/.test(value)) {
    throw new Error('must be rpi_ followed by 32 to 128 letters, digits, - or _ (make it random)');
  }
  return value;
}

/** `10.1.0.0/16`, `fd00::/8`, or one address, which becomes a range of a single address. */
export function addressRange(value: string): string {
  const [address = '', bits, ...rest] = value.split('/');
  // A zone (fe80::1%eth0) names an interface of one machine, not an address.
  const version = address.includes('%') ? 0 : isIP(address);
  const width = version === 6 ? 128 : 32;
  const length = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (version === 0 || rest.length > 0 || !(length >= 0 && length <= width)) {
    throw new Error(`holds "${value}", which is no address range such as 10.1.0.0/16`);
  }
  return `${address}/${length}`;
}

function hasControl(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
  return /[\u0000-\u001f\u007f]/.test(value);
}
