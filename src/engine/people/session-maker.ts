/**
 * Creates the token of a session and finds the person of a session. The token is 256 random bits,
 * is sent once and stored only as SHA-256. Must never return a person whose session is over.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { isOver, isUnseen, type SignInWay } from '../../core/person/session.ts';
import { cutAtCodePoints, showable } from '../../core/text.ts';
import type { Author } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { NewSession, PeopleStore, SignedIn } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';

/** The client that signs in, as far as the request describes it. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  /** The token of the browser's present session; signing in ends that session. */
  readonly token: string | null;
  /** The browser's list of known accounts, as it was sent (`known-device.ts`). */
  readonly device: string | null;
}

/** `token` goes into the cookie and nowhere else. */
export interface Entry {
  readonly token: string;
  readonly signedIn: SignedIn;
}

export interface SessionMaker {
  draft(
    signedInBy: SignInWay,
    client: Client,
    shown?: Partial<Pick<NewSession, 'provenAtMs' | 'secondFactorAtMs'>>,
  ): { readonly token: string; readonly session: NewSession };
  /** The result after the session was stored. */
  entry(token: string): Promise<Entry>;
  /**
   * Returns null if the session is unknown, ended, or was not used for too long. Records that it is
   * used.
   */
  find(token: string): Promise<SignedIn | null>;
  hashOf(token: string): string;
}

export interface SessionMakerParts {
  readonly store: Pick<PeopleStore, 'sessionByHash' | 'touchSession'>;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly clock: Clock;
}

const TOKEN_BYTES = 32;
const USER_AGENT_POINTS_MAX = 200;

export function createSessionMaker({ store, secrets, clock }: SessionMakerParts): SessionMaker {
  const hashOf = (token: string) => secrets.sha256Hex(token);
  return {
    hashOf,

    draft(signedInBy, { address, userAgent, token: former }, shown = {}) {
      const token = secrets.token(TOKEN_BYTES);
      const told = cutAtCodePoints(showable(userAgent), USER_AGENT_POINTS_MAX);
      const replaces = former === null ? null : hashOf(former);
      const session = {
        hash: hashOf(token),
        replaces,
        signedInBy,
        address,
        userAgent: told,
        provenAtMs: null,
        secondFactorAtMs: null,
        ...shown,
      };
      return { token, session };
    },

    async entry(token) {
      const signedIn = await store.sessionByHash(hashOf(token));
      if (signedIn === null) {
        throw new ServiceError('UNAUTHENTICATED', 'The session has ended; sign in again.');
      }
      return { token, signedIn };
    },

    async find(token) {
      const found = await store.sessionByHash(hashOf(token));
      const nowMs = clock.wallMs();
      if (found === null || isOver(found.session, nowMs)) return null;
      // Not awaited, so that people can still read if the store cannot write.
      if (isUnseen(found.session, nowMs)) {
        store.touchSession({ key: found.session.key, atMs: nowMs }).catch(() => {});
      }
      return found;
    },
  };
}

export function authorFrom(actor: string, { address, requestId }: Client): Author {
  return { actor, requestId, address };
}
