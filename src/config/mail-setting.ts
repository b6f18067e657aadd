/**
 * The settings of mail: the server, the sender, the DKIM key. Each reader throws an Error whose
 * message completes the sentence "<setting> ..." and never repeats the value, which may be a
 * secret. A setting that would send a password in clear text over a network is refused.
 */
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { mailFault } from '../core/endpoint/target-rules.ts';

/** The form that the mail channel needs. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly tls: 'wrapped' | 'required' | 'optional';
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly connectionsMax: number;
}

/** Enough for some 100 mails a second to a nearby server; common servers allow it. */
const CONNECTIONS = { fallback: 10, max: 50 } as const;
const PORTS = { smtp: 587, smtps: 465 } as const;

const SMTP_FORM =
  'must be smtps://user:password@host:465 or smtp://user:password@host:587, with special ' +
  'characters of user and password percent-encoded';
const SMTP_OPTIONS =
  'may end with ?tls=required, ?tls=optional and connections=1 to 50, and with nothing else';
const SMTP_CLEAR =
  'would send the password in clear when the server offers no TLS: leave out tls=optional, or ' +
  'the user and the password';

export function smtpUrl(text: string): SmtpServer {
  const url = text.length <= 2_048 && URL.canParse(text) ? new URL(text) : null;
  const scheme = url?.protocol === 'smtps:' ? 'smtps' : url?.protocol === 'smtp:' ? 'smtp' : null;
  if (url === null || scheme === null || !/^\/?$/.test(url.pathname) || url.hash !== '') {
    throw new Error(SMTP_FORM);
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const isName = /^(?!-)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host);
  if (host.length > 253 || (isIP(host) === 0 && !isName) || url.port === '0') {
    throw new Error(SMTP_FORM);
  }
  const { tls, connectionsMax } = optionsOf(url.searchParams, scheme, isLoopback(host));
  const login = loginOf(url);
  if (tls === 'optional' && login !== null && !isLoopback(host)) throw new Error(SMTP_CLEAR);
  const port = url.port === '' ? PORTS[scheme] : Number(url.port);
  return { host, port, tls, login, connectionsMax };
}

/** On this machine no third party can listen in, and its mail servers seldom have a certificate. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function optionsOf(query: URLSearchParams, scheme: 'smtp' | 'smtps', near: boolean) {
  const names = [...query.keys()];
  const known = names.every((name) => name === 'tls' || name === 'connections');
  const tls = query.get('tls') ?? (near ? 'optional' : 'required');
  const connections = query.get('connections') ?? String(CONNECTIONS.fallback);
  const count = /^\d{1,2}$/.test(connections) ? Number(connections) : 0;
  const isTls =
    tls === 'required' || (tls === 'optional' && !(scheme === 'smtps' && query.has('tls')));
  if (!known || new Set(names).size < names.length || !isTls) throw new Error(SMTP_OPTIONS);
  if (count < 1 || count > CONNECTIONS.max) throw new Error(SMTP_OPTIONS);
  return { tls: scheme === 'smtps' ? 'wrapped' : tls, connectionsMax: count } as const;
}

function loginOf({ username, password }: URL): SmtpServer['login'] {
  if (username === '' && password === '') return null;
  const login = { user: decoded(username), password: decoded(password) };
  if (login.user === '' || login.password === '') throw new Error(SMTP_FORM);
  return login;
}

function decoded(text: string): string {
  try {
    const whole = decodeURIComponent(text);
    if (!/\p{Cc}/u.test(whole)) return whole;
  } catch {
    // A broken escape, which is refused like a control character.
  }
  throw new Error(SMTP_FORM);
}

/** `Name <address>` or an address alone. */
export function mailFrom(text: string): string {
  const [, name = '', address = text] = /^(.*) <([^<>]+)>$/.exec(text) ?? [];
  const isName =
    name.length <= 100 && name.trim() === name && !/[\p{C}\p{Zl}\p{Zp}"<>]/u.test(name);
  if (isName && mailFault(address) === null) return text;
  throw new Error('must be an address such as calls@example.com, or Calls <calls@example.com>');
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const RECORD = new RegExp(`^(?:${LABEL}\\.)+_domainkey(?:\\.${LABEL}){2,}$`);

/** The name of the DNS record with the public key: `selector._domainkey.domain`. */
export function dkimRecord(text: string): string {
  const name = text.toLowerCase();
  if (name.length <= 253 && RECORD.test(name)) return name;
  throw new Error('must be the name of a DNS record such as calls._domainkey.example.com');
}

const KEY_BITS_MIN = 1_024;

/** The key itself, or the file that holds it. */
export function dkimKey(text: string): string {
  const pem = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : fileText(text);
  const { asymmetricKeyType, asymmetricKeyDetails } = keyOf(pem);
  const bits = asymmetricKeyDetails?.modulusLength ?? 0;
  if (asymmetricKeyType === 'rsa' && bits >= KEY_BITS_MIN) return pem;
  throw new Error('must be an RSA key of 1,024 bits or more; 2,048 are usual');
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Error('names a file that cannot be read; give its path, or the PEM text itself');
  }
}

function keyOf(pem: string) {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error('must be a private key as PEM, without a passphrase');
  }
}

/** Combinations of settings of mail that exclude each other. */
export function mailMisfits(settings: {
  readonly smtpUrl: SmtpServer | null;
  readonly mailFrom: string | null;
  readonly dkimRecord: string | null;
  readonly dkimKey: string | null;
}): readonly string[] {
  const { mailFrom: from, dkimRecord: record } = settings;
  if (settings.smtpUrl !== null && from === null) {
    return ['RINGPOST_SMTP_URL needs RINGPOST_MAIL_FROM: say whom mail comes from.'];
  }
  if ((record === null) !== (settings.dkimKey === null)) {
    return ['RINGPOST_DKIM_RECORD and RINGPOST_DKIM_KEY need each other: set both or none.'];
  }
  if (record === null) return [];
  const domain = record.slice(record.indexOf('_domainkey.') + '_domainkey.'.length);
  const sender = from?.replace(/>$/, '').split('@').at(-1)?.toLowerCase() ?? '';
  if (sender === domain || sender.endsWith(`.${domain}`)) return [];
  return ['RINGPOST_DKIM_RECORD must be of the domain of RINGPOST_MAIL_FROM, or one above it.'];
}
