/**
 * Composes all services for people: setup, sign-in, accounts, members, invitations, lost passwords
 * and, if one is configured, an identity provider. Routes call these and hold no rules of their
 * own.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import type { ApiKeyService } from '../key/api-key-service.ts';
import type { SigningKeyService } from '../key/signing-key-service.ts';
import type { MailAllowance } from '../mail-allowance.ts';
import type { Clock } from '../ports/clock.ts';
import type { EmailChangeStore } from '../ports/email-change-store.ts';
import type { Letters } from '../ports/letters.ts';
import type { ProjectStore } from '../ports/manage-store.ts';
import type { OneTimeCodes } from '../ports/one-time-codes.ts';
import type { PasskeyStore } from '../ports/passkey-store.ts';
import type { PasskeyVerifier } from '../ports/passkey-verifier.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { PeopleStore } from '../ports/people-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type AccountService, createAccountService } from './account-service.ts';
import { createEmailChangeService, type EmailChangeService } from './email-change-service.ts';
import { createEntrance } from './entrance.ts';
import { createFailureLog, type FailureLog, type FailureLogParts } from './failure-log.ts';
import { createInvitationService, type InvitationService } from './invitation-service.ts';
import { createKnownDevices, type KnownDevices } from './known-device.ts';
import { createMemberFactorService, type MemberFactorService } from './member-factor-service.ts';
import { createMemberService, type MemberService } from './member-service.ts';
import { createOidcService, type OidcParts, type OidcService } from './oidc-service.ts';
import { createPasskeyChallenges } from './passkey-challenge.ts';
import { createPasskeyEntrance, type PasskeyEntrance } from './passkey-entrance.ts';
import { createPasskeyService, type PasskeyService } from './passkey-service.ts';
import { createPasswordResetService, type PasswordResetService } from './password-reset-service.ts';
import {
  createReauthenticationService,
  type ReauthenticationService,
} from './reauthentication-service.ts';
import { createSecondFactorService, type SecondFactorService } from './second-factor-service.ts';
import { createSessionMaker, type SessionMaker } from './session-maker.ts';
import { createSetupService, type SetupService } from './setup-service.ts';
import { createSignInService, type SignInService } from './sign-in-service.ts';
import { createTryCounter } from './try-counter.ts';

export interface People {
  readonly setup: SetupService;
  readonly signIn: SignInService;
  readonly sessions: Pick<SessionMaker, 'entry'>;
  readonly failures: FailureLog;
  readonly devices: Pick<KnownDevices, 'remembered'>;
  readonly reauthentication: ReauthenticationService;
  readonly secondFactor: SecondFactorService;
  readonly passkeys: PasskeyService;
  readonly passkeyEntrance: PasskeyEntrance;
  readonly accounts: AccountService;
  readonly emails: EmailChangeService;
  readonly members: MemberService;
  readonly memberFactors: MemberFactorService;
  readonly invitations: InvitationService;
  readonly resets: PasswordResetService;
  /** Null if no identity provider is configured. */
  readonly oidc: OidcService | null;
}

export interface PeopleParts {
  readonly store: PeopleStore &
    EmailChangeStore &
    PasskeyStore &
    Pick<ProjectStore, 'project' | 'projects'> &
    FailureLogParts['store'];
  readonly codes: OneTimeCodes;
  readonly verifier: PasskeyVerifier;
  readonly secrets: Secrets;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly signingKeys: Pick<SigningKeyService, 'ensure'>;
  readonly apiKeys: Pick<ApiKeyService, 'forgetAll'>;
  /** Null: no mail server is configured. */
  readonly letters: Letters | null;
  readonly allowance: MailAllowance;
  readonly onTrouble: (message: string) => void;
  readonly oidc: Pick<OidcParts, 'provider' | 'domains' | 'role' | 'onTrouble'> | null;
}

export function createPeople(parts: PeopleParts): People {
  const { oidc, ...rest } = parts;
  const firstProject = () => oldestOf(parts.store);
  const failures = createFailureLog({ ...rest, firstProject });
  const tries = createTryCounter({
    ...rest,
    onRefused: ({ purpose, email, address }) => {
      // Asking for a reset mail is no attempt to sign in.
      if (purpose !== 'reset-mail') failures.refused(purpose, email, address);
    },
  });
  const sessions = createSessionMaker(rest);
  const secondFactor = createSecondFactorService({ ...rest, tries, failures });
  const devices = createKnownDevices(rest);
  const entrance = createEntrance({ ...rest, sessions, secondFactor, devices });
  const challenges = createPasskeyChallenges(rest);
  const counting = { failures, tries };
  const opened = { sessions, entrance, secondFactor, challenges };
  const shared = { ...rest, ...counting, ...opened, firstProject };
  const signIn = createSignInService(shared);
  const reauthentication = createReauthenticationService({ ...shared, signIn });
  const emails = createEmailChangeService(shared);
  return {
    passkeys: createPasskeyService(shared),
    passkeyEntrance: createPasskeyEntrance({ ...shared, reauthentication }),
    failures,
    devices,
    reauthentication,
    emails,
    secondFactor,
    sessions,
    setup: createSetupService(shared),
    signIn,
    accounts: createAccountService({ ...shared, signIn, emails }),
    members: createMemberService(shared),
    memberFactors: createMemberFactorService(shared),
    invitations: createInvitationService(shared),
    resets: createPasswordResetService(shared),
    oidc: oidc === null ? null : createOidcService({ ...shared, ...oidc, reauthentication }),
  };
}

/**
 * The project of the first start, even if it was renamed: the first owner owns it, and persons of
 * allowed domains enter it.
 */
async function oldestOf(store: Pick<ProjectStore, 'projects'>): Promise<ProjectKey> {
  const [oldest] = await store.projects();
  if (oldest === undefined) throw new ServiceError('NOT_FOUND', 'There is no project yet.');
  return oldest.key;
}
