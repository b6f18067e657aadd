/**
 * Composes people and API keys, and makes the link that creates the first owner. The link is
 * printed and never logged, because a reader of the link can become the owner.
 */
import type { Settings } from '../config/settings.ts';
import {
  type ApiKeyParts,
  type ApiKeyService,
  createApiKeyService,
} from '../engine/key/api-key-service.ts';
import { createPeople, type People, type PeopleParts } from '../engine/people/people.ts';
import { LOG_LINES, type Saying, say } from '../observe/log-lines.ts';
import { createOidcProvider } from '../system/oidc-provider.ts';
import { oneTimeCodes } from '../system/one-time-codes.ts';
import { passkeyVerifier } from '../system/passkey-verifier.ts';
import { createPasswordHasher } from '../system/password-hasher.ts';

/** The services for people, and for the API keys that they create. */
export function openPrincipals(
  settings: Settings,
  parts: Omit<Rest, 'apiKeys' | 'store'> & Pick<ApiKeyParts, 'store'> & Pick<Rest, 'store'>,
  log: Saying,
): { readonly apiKeys: ApiKeyService; readonly people: People } {
  const apiKeys = createApiKeyService({ ...parts, environmentKey: settings.apiKey });
  return { apiKeys, people: openPeople(settings, { ...parts, apiKeys }, log) };
}

type Rest = Pick<PeopleParts, 'store' | 'secrets' | 'clock' | 'apiKeys'> & {
  readonly signingKeyService: PeopleParts['signingKeys'];
  readonly mail: Pick<PeopleParts, 'allowance' | 'letters'>;
};

function openPeople(settings: Settings, parts: Rest, log: Saying): People {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  const onTrouble = (message: string) => say(log, LOG_LINES.providerFailed, { message });
  const isSet = issuer !== null && clientId !== null && clientSecret !== null;
  const oidc = isSet
    ? {
        provider: createOidcProvider({ issuer, clientId, clientSecret, name: settings.oidcName }),
        domains: settings.oidcDomains,
        role: settings.oidcRole,
        onTrouble,
      }
    : null;
  const { mail, signingKeyService: signingKeys, ...rest } = parts;
  const onUnsent = (message: string) => say(log, LOG_LINES.mailUnsent, { message });
  const passwords = createPasswordHasher();
  return createPeople({
    ...rest,
    codes: oneTimeCodes,
    verifier: passkeyVerifier,
    signingKeys,
    passwords,
    ...mail,
    onTrouble: onUnsent,
    oidc,
  });
}

/**
 * `url`: the address by which people reach the service. The token is in the fragment, which
 * browsers never send.
 */
export function setupLink(url: string, token: string): string {
  return `${url}/setup#token=${token}`;
}
