/**
 * People with the parts that they need, and the link that makes the first owner. The link is
 * printed and never logged: whoever reads it owns the service.
 */
import type { Settings } from '../config/settings.ts';
import { createPeople, type People, type PeopleParts } from '../engine/people/people.ts';
import { createOidcProvider } from '../system/oidc-provider.ts';
import { createPasswordHasher } from '../system/password-hasher.ts';

type Rest = Omit<PeopleParts, 'passwords' | 'oidc'>;

export function openPeople(
  settings: Settings,
  parts: Rest,
  log: { warn(what: object, text: string): void },
): People {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  const onTrouble = (message: string) => log.warn({ message }, 'the identity provider');
  const isSet = issuer !== null && clientId !== null && clientSecret !== null;
  const oidc = isSet
    ? {
        provider: createOidcProvider({ issuer, clientId, clientSecret, name: settings.oidcName }),
        ...{ domains: settings.oidcDomains, role: settings.oidcRole, onTrouble },
      }
    : null;
  return createPeople({ ...parts, passwords: createPasswordHasher(), oidc });
}

/** `url`: where people reach us. In the fragment, which no server and no log ever sees. */
export function setupLink(url: string, token: string): string {
  return `${url}/setup#token=${token}`;
}
