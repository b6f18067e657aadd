/**
 * An OpenID Connect provider by openid-client: discovery once, code flow with PKCE, state and
 * nonce, the id token's claims, and its signature by the provider's published keys. The operator
 * sets the issuer, so the destination guard does not apply; only https, or http on this machine.
 * Must never accept an e-mail that the provider has not verified, nor an id token that is not
 * signed with its key.
 */
import type * as Library from 'openid-client';
import { PROVEN_MS } from '../core/person/session.ts';
import {
  type Identity,
  type IdentityAttempt,
  IdentityError,
  type IdentityProvider,
} from '../engine/ports/identity-provider.ts';
import { boundedFetch } from './bounded-fetch.ts';

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

const TIMEOUT_S = 10;
const SCOPE = 'openid email profile';

export function createOidcProvider(options: OidcOptions): IdentityProvider {
  let known: Promise<Provider> | null = null;

  /** Read once; a failure is not cached, so that the next call reads it again. */
  function provider(): Promise<Provider> {
    known ??= discover(options).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  }

  return {
    name: options.name,

    async begin(redirectUri, again) {
      const { client, config } = await provider();
      const attempt: IdentityAttempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
        // A browser can drop both parameters; `auth_time`, which the second demands, cannot be
        // forged.
        ...(again ? { prompt: 'login', max_age: String(PROVEN_MS / 1_000) } : {}),
      });
      return { url: url.href, attempt };
    },

    async finish(callback, { state, nonce, codeVerifier }) {
      const { client, config } = await provider();
      try {
        const tokens = await client.authorizationCodeGrant(config, new URL(callback), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('there is no id token');
        const told = hasEmail(claims)
          ? claims
          : { ...claims, ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)) };
        return identityOf(options.issuer, told);
      } catch (error) {
        throw new IdentityError('refused', `Signing in by ${options.name}: ${text(error)}`, error);
      }
    },
  };
}

interface Provider {
  readonly client: typeof Library;
  readonly config: Library.Configuration;
}

/** Loads the library as well: most services have no provider. */
async function discover({ issuer, clientId, clientSecret, name }: OidcOptions): Promise<Provider> {
  const client = await import('openid-client');
  try {
    const url = new URL(issuer);
    // Without it the library trusts the connection of the token and checks no signature.
    const always = [client.enableNonRepudiationChecks];
    const execute = url.protocol === 'http:' ? [...always, client.allowInsecureRequests] : always;
    const config = await client.discovery(url, clientId, clientSecret, undefined, {
      execute,
      timeout: TIMEOUT_S,
      [client.customFetch]: boundedFetch,
    });
    return { client, config };
  } catch (error) {
    const what = `${name} cannot be asked at ${issuer}: ${text(error)}`;
    throw new IdentityError('unavailable', what, error);
  }
}

interface Claims {
  readonly sub: string;
  readonly email?: unknown;
  readonly email_verified?: unknown;
  readonly name?: unknown;
  readonly auth_time?: unknown;
}

function hasEmail({ email, email_verified: verified }: Claims): boolean {
  return email !== undefined && verified !== undefined;
}

function identityOf(issuer: string, claims: Claims): Identity {
  const { sub, email, email_verified, name, auth_time: shownAtS } = claims;
  return {
    subject: `${issuer} ${sub}`,
    verifiedEmail: email_verified === true && typeof email === 'string' ? email : null,
    name: typeof name === 'string' ? name : null,
    shownAtMs: typeof shownAtS === 'number' ? shownAtS * 1_000 : null,
  };
}

/** The failure in one line; the library has the provider's answer in the cause. */
function text(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}
