/**
 * Signing in by an identity provider (OpenID Connect). The provider says who a person is; this
 * service decides who may enter: a known person, an invited one, or one of an allowed domain. Only
 * an e-mail that the provider has verified is matched, and never with an unconfirmed e-mail of an
 * account. Source: S13.19, S13.20.
 */
import type { ProjectKey } from '../../core/id.ts';
import { domainOf, emailFault, normalEmail } from '../../core/person/email.ts';
import type { MemberRole } from '../../core/person/role.ts';
import { isProven } from '../../core/person/session.ts';
import { lineFault, showable } from '../../core/text.ts';
import type { Clock } from '../ports/clock.ts';
import {
  type Identity,
  type IdentityAttempt,
  IdentityError,
  type IdentityProvider,
} from '../ports/identity-provider.ts';
import type { PeopleStore } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { browserKept } from './browser-kept.ts';
import type { Entered, Entrance } from './entrance.ts';
import { type Admitted, admitIdentity, type RefusalReason } from './oidc-admission.ts';
import type { ReauthenticationService } from './reauthentication-service.ts';
import type { Client, SessionMaker } from './session-maker.ts';

export interface OidcService {
  /** The provider's name, as people read it. */
  readonly name: string;
  /**
   * `kept`: the text of the cookie until the browser returns. `again`: a signed-in person proves
   * their identity again. Returns null if the provider does not answer.
   */
  begin(
    redirectUri: string,
    returnTo: string,
    again?: boolean,
  ): Promise<{ readonly url: string; readonly kept: string } | null>;
  finish(callback: string, kept: string | null, client: Client): Promise<OidcEnd>;
}

/** `returnTo`: a path of this service. */
export type OidcEnd =
  | (Entered & { readonly returnTo: string })
  | { readonly kind: 'proven' }
  | { readonly kind: 'refused'; readonly reason: OidcReason; readonly again: boolean };
export type OidcReason =
  | RefusalReason
  | 'expired'
  | 'unavailable'
  | 'refused'
  | 'not-again'
  | 'another-person';

export interface OidcParts {
  readonly provider: IdentityProvider;
  /**
   * Persons with an e-mail of these domains enter the first project without an invitation, with
   * this role.
   */
  readonly domains: readonly string[];
  readonly role: MemberRole;
  readonly store: Pick<
    PeopleStore,
    | 'isSetupNeeded'
    | 'userBySubject'
    | 'userByEmail'
    | 'invitationsFor'
    | 'updateUser'
    | 'endSessions'
    | 'admit'
  >;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly entrance: Pick<Entrance, 'enter'>;
  readonly reauthentication: Pick<ReauthenticationService, 'proven'>;
  readonly firstProject: () => Promise<ProjectKey>;
  /** Told to the operator: the provider does not answer, or answers nonsense. */
  readonly onTrouble: (message: string) => void;
}

const CONTEXT = 'oidc-sign-in';
/** Long enough to find a phone for the second factor. */
const ATTEMPT_MS = 600_000;
/** A path of this service, and nothing that a browser would take for another host. */
const OWN_PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/;

interface Kept {
  readonly attempt: IdentityAttempt;
  readonly returnTo: string;
  readonly again: boolean;
  readonly atMs: number;
}

export function createOidcService(parts: OidcParts): OidcService {
  const { provider, secrets, clock, onTrouble } = parts;

  async function finish(callback: string, kept: Kept, client: Client): Promise<OidcEnd> {
    const identity = await provider.finish(callback, kept.attempt);
    if (kept.again) return provenBy(parts, identity, client);
    const email = identity.verifiedEmail === null ? null : normalEmail(identity.verifiedEmail);
    const admitted: Admitted = await admitIdentity(
      parts,
      {
        subject: identity.subject,
        email: email === null || emailFault(email) !== null ? null : email,
        name: nameOf(identity.name, email),
        shownAtMs: identity.shownAtMs,
      },
      client,
    );
    if (admitted.kind === 'refused') return { ...admitted, again: false };
    return { ...admitted, returnTo: kept.returnTo };
  }

  return {
    name: provider.name,

    async begin(redirectUri, returnTo, again = false) {
      try {
        const { url, attempt } = await provider.begin(redirectUri, again);
        const path = OWN_PATH.test(returnTo) ? returnTo : '/';
        const kept: Kept = { attempt, returnTo: path, again, atMs: clock.wallMs() };
        return { url, kept: secrets.seal(JSON.stringify(kept), CONTEXT) };
      } catch (error) {
        if (!(error instanceof IdentityError)) throw error;
        onTrouble(error.message);
        return null;
      }
    },

    async finish(callback, sealed, client) {
      const kept = browserKept<Kept>(secrets, sealed, CONTEXT);
      const ageMs = clock.wallMs() - (kept?.atMs ?? 0);
      const again = kept?.again ?? false;
      if (kept === null || ageMs > ATTEMPT_MS) return { kind: 'refused', reason: 'expired', again };
      try {
        return await finish(callback, kept, client);
      } catch (error) {
        if (!(error instanceof IdentityError)) throw error;
        onTrouble(error.message);
        return { kind: 'refused', reason: error.kind, again };
      }
    },
  };
}

/**
 * Confirms the identity of the person in the present session, who must be the provider's subject.
 * If the provider checked the identity long ago, that is no proof; if it does not say when, the
 * return from it counts.
 */
async function provenBy(
  { sessions, clock, reauthentication }: OidcParts,
  { subject, shownAtMs }: Identity,
  client: Client,
): Promise<OidcEnd> {
  const refused = (reason: OidcReason) => ({ kind: 'refused', reason, again: true }) as const;
  const signedIn = client.token === null ? null : await sessions.find(client.token);
  if (signedIn === null) return refused('expired');
  if (signedIn.user.oidcSubject !== subject) return refused('another-person');
  const nowMs = clock.wallMs();
  if (!isProven({ provenAtMs: shownAtMs ?? nowMs }, nowMs)) return refused('not-again');
  await reauthentication.proven(signedIn, 'oidc', client);
  return { kind: 'proven' };
}

/** The name that the provider gives, or the part of the e-mail before the @. */
function nameOf(name: string | null, email: string | null): string {
  const told = showable(name ?? '').trim();
  if (told !== '' && lineFault(told, { min: 1, max: 120 }) === null) return told;
  return email === null ? 'Member' : email.slice(0, -domainOf(email).length - 1) || 'Member';
}
