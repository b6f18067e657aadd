/**
 * What follows a correct password or a return from the identity provider: a session, or first the
 * second factor. Until then the result of the first step is kept sealed in a cookie for some
 * minutes: nothing is stored, and the cookie alone grants nothing. Source: docs/decisions/0038.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { SignInWay } from '../../core/person/session.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { NewSession, PeopleStore, User } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { browserKept } from './browser-kept.ts';
import type { KnownDevices } from './known-device.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import { authorFrom, type Client, type Entry, type SessionMaker } from './session-maker.ts';

export type Entered =
  | { readonly kind: 'in'; readonly token: string }
  /** `kept`: the text of the cookie until the code is entered. */
  | { readonly kind: 'second-factor'; readonly kept: string };

export type Shown = Pick<NewSession, 'provenAtMs' | 'secondFactorAtMs'>;

export interface Entrance {
  /** `provenAtMs`: when the person last proved their identity; null: now. */
  enter(
    user: User,
    way: SignInWay,
    client: Client,
    shown: { readonly provenAtMs: number | null },
  ): Promise<Entered>;
  /** Begins the session after both factors. */
  begin(user: User, way: SignInWay, client: Client, shown: Shown): Promise<Entry>;
  /**
   * The person who must still show a second factor. Throws UNAUTHENTICATED if the sign-in must
   * begin again.
   */
  waiting(kept: string | null): Promise<User>;
  /** Finishes the sign-in; `assertShown` throws if the second factor is wrong. */
  finish(
    kept: string | null,
    client: Client,
    assertShown: (user: User) => Promise<unknown>,
  ): Promise<Entry>;
}

export interface EntranceParts {
  readonly store: Pick<PeopleStore, 'userByEmail' | 'createSession'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  readonly secondFactor: Pick<SecondFactorService, 'state'>;
  readonly devices: Pick<KnownDevices, 'notice'>;
}

const CONTEXT = 'second-factor-step';
/** Long enough for a person to find the phone. */
export const STEP_MS = 600_000;

interface Kept {
  readonly email: string;
  readonly id: string;
  /** If the password or e-mail changes meanwhile, this time differs and the step is void. */
  readonly updatedAtMs: number;
  readonly way: SignInWay;
  readonly provenAtMs: number;
  readonly atMs: number;
}

export function createEntrance(parts: EntranceParts): Entrance {
  const { store, secrets, clock, sessions, secondFactor, devices } = parts;

  async function begin(user: User, way: SignInWay, client: Client, shown: Shown): Promise<string> {
    const { token, session } = sessions.draft(way, client, shown);
    const told = shown.secondFactorAtMs === null ? {} : { secondFactor: true };
    const change = { before: null, after: { signedInBy: way, ...told } };
    const author = authorFrom(user.id, client);
    const audit = auditEntry(author, clock.wallMs(), 'session.created', user.id, change);
    await store.createSession({ user: user.key, session, audit });
    // The first session of a new account begins elsewhere, so this account existed before.
    devices.notice(client.device, user, session);
    return token;
  }

  async function waiting(sealed: string | null): Promise<{ user: User; kept: Kept }> {
    const kept = browserKept<Kept>(secrets, sealed, CONTEXT);
    if (kept === null || clock.wallMs() - kept.atMs > STEP_MS) throw beginAgain();
    const user = await store.userByEmail(kept.email);
    const isSame = user?.id === kept.id && user.updatedAtMs === kept.updatedAtMs;
    if (user === null || !isSame) throw beginAgain();
    return { user, kept };
  }

  return {
    begin: async (...asked) => sessions.entry(await begin(...asked)),

    waiting: async (sealed) => (await waiting(sealed)).user,

    async enter(user, way, client, { provenAtMs }) {
      if ((await secondFactor.state(user)) === null) {
        const shown = { provenAtMs, secondFactorAtMs: null };
        return { kind: 'in', token: await begin(user, way, client, shown) };
      }
      const { email, id, updatedAtMs } = user;
      const atMs = clock.wallMs();
      const kept: Kept = { email, id, updatedAtMs, way, provenAtMs: provenAtMs ?? atMs, atMs };
      return { kind: 'second-factor', kept: secrets.seal(JSON.stringify(kept), CONTEXT) };
    },

    async finish(sealed, client, assertShown) {
      const { user, kept } = await waiting(sealed);
      await assertShown(user);
      const shown = { provenAtMs: kept.provenAtMs, secondFactorAtMs: clock.wallMs() };
      return sessions.entry(await begin(user, kept.way, client, shown));
    },
  };
}

function beginAgain(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'The sign-in took too long. Begin it again.');
}
