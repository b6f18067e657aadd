/**
 * Parses the settings of signing in, and checks which of them need each other. As in
 * `read-value.ts`, a reader throws an Error that completes "<setting> ...".
 */
import type { MemberRole } from '../core/person/role.ts';

/** Without owner, because only an owner may create another one. */
export const OIDC_ROLES = ['viewer', 'operator', 'admin'] as const satisfies readonly MemberRole[];

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const DOMAIN = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Exactly as the provider writes it, including a slash at the end. */
export function oidcIssuer(value: string): string {
  const problem = 'must be an https address without user, query or fragment (http on this machine)';
  if (!URL.canParse(value)) throw new Error(problem);
  const { protocol, hostname, username, password, search, hash } = new URL(value);
  const safe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
  if (!safe || username + password + search + hash !== '') throw new Error(problem);
  return value;
}

export function mailDomain(value: string): string {
  const domain = value.toLowerCase();
  if (!DOMAIN.test(domain)) throw new Error(`holds "${value}", which is no domain`);
  return domain;
}

interface OidcSettings {
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  readonly oidcClientSecret: string | null;
  readonly oidcDomains: readonly string[];
}

/** Combinations of settings that exclude each other. */
export function peopleMisfits(settings: OidcSettings): readonly string[] {
  const { oidcIssuer: issuer, oidcClientId: id, oidcClientSecret: secret, oidcDomains } = settings;
  const set = [issuer, id, secret].filter((value) => value !== null).length;
  if (set === 1 || set === 2) {
    return [
      'RINGPOST_OIDC_ISSUER, RINGPOST_OIDC_CLIENT_ID and RINGPOST_OIDC_CLIENT_SECRET belong ' +
        'together: set all three, or none.',
    ];
  }
  if (set === 0 && oidcDomains.length > 0) {
    return [
      'RINGPOST_OIDC_DOMAINS needs RINGPOST_OIDC_ISSUER: only a provider verifies an e-mail.',
    ];
  }
  return [];
}
