/**
 * Creates the first owner: a one-time token, printed when the service starts, creates one person
 * and never a second. There is no default password. Source: S13.5.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { PeopleStore } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { checkedPerson } from './person-input.ts';
import type { Client, Entry, SessionMaker } from './session-maker.ts';

export interface SetupInput {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export interface SetupService {
  isNeeded(): Promise<boolean>;
  /** Adds a token to those of earlier starts; null once there is an owner. */
  newToken(): Promise<string | null>;
  /**
   * Throws STATE_CONFLICT if the setup is done, and INVALID_INPUT at `/token` for an unknown token.
   */
  complete(input: SetupInput, client: Client): Promise<Entry>;
}

export interface SetupParts {
  readonly store: Pick<
    PeopleStore,
    'isSetupNeeded' | 'addSetupToken' | 'isSetupToken' | 'completeSetup'
  >;
  readonly secrets: Pick<Secrets, 'token' | 'sha256Hex'>;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly sessions: SessionMaker;
  /** The project that the first owner owns. */
  readonly firstProject: () => Promise<ProjectKey>;
}

const TOKEN_BYTES = 32;

export function createSetupService(parts: SetupParts): SetupService {
  const { store, secrets, passwords, clock, sessions } = parts;
  return {
    isNeeded: () => store.isSetupNeeded(),

    async newToken() {
      const token = secrets.token(TOKEN_BYTES);
      const added = await store.addSetupToken({
        hash: secrets.sha256Hex(token),
        nowMs: clock.wallMs(),
      });
      return added ? token : null;
    },

    async complete(input, client) {
      if (!(await store.isSetupNeeded())) throw doneBefore();
      const tokenHash = secrets.sha256Hex(input.token.trim());
      if (!(await store.isSetupToken({ hash: tokenHash, nowMs: clock.wallMs() })))
        throw wrongToken();
      const { email, name, password } = checkedPerson(input);
      const { token, session } = sessions.draft('setup', client);
      const user = {
        ...({ email, name, emailFrom: 'setup', language: null, oidcSubject: null } as const),
        passwordHash: await passwords.hash(password),
      };
      // The store adds the person to the entry once the person has an id.
      const author = { actor: 'system', requestId: client.requestId, address: client.address };
      const change = { before: null, after: { email, name, role: 'owner' } };
      const audit = auditEntry(author, clock.wallMs(), 'setup.completed', null, change);
      const project = await parts.firstProject();
      if (!(await store.completeSetup({ projectKey: project, tokenHash, user, session, audit }))) {
        throw doneBefore();
      }
      return sessions.entry(token);
    },
  };
}

function doneBefore(): ServiceError {
  return new ServiceError('STATE_CONFLICT', 'Ringpost is set up already. Sign in instead.');
}

function wrongToken(): ServiceError {
  const message =
    'This link is unknown, or older than 24 hours. `ringpost setup-link` prints a new one.';
  return new ServiceError('INVALID_INPUT', message, { fields: [{ field: '/token', message }] });
}
