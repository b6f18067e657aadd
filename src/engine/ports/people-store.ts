/**
 * People: who may sign in, their sessions, their projects, and invitations. Every change commits
 * with its audit entries; an entry about an account is written to the trail of each project to
 * which the person belongs.
 */
import type { InvitationKey, ProjectKey, SessionKey, UserKey } from '../../core/id.ts';
import type { MemberRole } from '../../core/person/role.ts';
import type { SessionTimes, SignInWay } from '../../core/person/session.ts';
import type { ThrottleSubject } from '../../core/person/sign-in-throttle.ts';
import type { Project, ProjectSettings } from '../../core/project/project.ts';
import type { AuditEntry } from './manage-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';

/** How an e-mail was confirmed to be the person's. `self`: only by the person's own word. */
export const EMAIL_ORIGINS = ['setup', 'invitation', 'oidc', 'self'] as const;
export type EmailOrigin = (typeof EMAIL_ORIGINS)[number];

export interface User {
  readonly key: UserKey;
  readonly id: string;
  /** Normalised. */
  readonly email: string;
  readonly emailFrom: EmailOrigin;
  readonly name: string;
  readonly language: string | null;
  readonly passwordHash: string | null;
  /** Issuer and subject of the identity provider. */
  readonly oidcSubject: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** All fields of an account that can change. */
export type UserFacts = Omit<User, 'key' | 'id' | 'createdAtMs' | 'updatedAtMs'>;

export interface Session extends SessionTimes {
  readonly key: SessionKey;
  readonly id: string;
  readonly userKey: UserKey;
  readonly signedInBy: SignInWay;
  readonly address: string;
  readonly userAgent: string;
  /** When the person last proved their identity: by password, passkey or identity provider. */
  readonly provenAtMs: number;
  /** When a second factor was shown in the session; null: never. */
  readonly secondFactorAtMs: number | null;
}

/** `hash`: SHA-256 of the token, hex. `replaces`: the hash of the session that ends with it. */
export interface NewSession
  extends Pick<Session, 'signedInBy' | 'address' | 'userAgent' | 'secondFactorAtMs'> {
  readonly hash: string;
  readonly replaces: string | null;
  /** Null: the beginning of the session. */
  readonly provenAtMs: number | null;
}

export interface UserMembership {
  readonly projectKey: ProjectKey;
  readonly projectId: string;
  readonly projectName: string;
  readonly role: MemberRole;
  /** A setting of the project: viewers see masked data. */
  readonly maskForViewers: boolean;
  /** A setting of the project: members need a second factor. */
  readonly requireSecondFactor: boolean;
}

/** A signed-in person. The caller decides whether the session is over. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  readonly memberships: readonly UserMembership[];
}

export interface Member {
  readonly user: User;
  readonly role: MemberRole;
  readonly sinceMs: number;
  /** A second factor of any kind. */
  readonly hasSecondFactor: boolean;
}

export interface Invitation {
  readonly key: InvitationKey;
  readonly id: string;
  readonly projectKey: ProjectKey;
  readonly email: string;
  readonly role: MemberRole;
  /** `usr_...` */
  readonly invitedBy: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export type NewInvitation = Pick<Invitation, 'email' | 'role' | 'invitedBy' | 'expiresAtMs'> & {
  readonly hash: string;
};

export type MemberChange = 'changed' | 'not-found' | 'last-owner';

/** The subjects that a try to sign in counts against, by their hashes. */
export type TrySubjects = Readonly<Record<ThrottleSubject, string>>;

export interface SetupStore {
  /** True while there is no owner. */
  isSetupNeeded(): Promise<boolean>;
  /** Keeps only the newest tokens. Returns false once there is an owner. */
  addSetupToken(wanted: { readonly hash: string; readonly nowMs: number }): Promise<boolean>;
  /** True for a stored token that is not older than `SETUP_LINK_MS`. */
  isSetupToken(asked: { readonly hash: string; readonly nowMs: number }): Promise<boolean>;
  /**
   * Creates an owner of the project; returns false if there is no such token, or already an owner.
   */
  completeSetup(wanted: {
    readonly projectKey: ProjectKey;
    readonly tokenHash: string;
    readonly user: UserFacts;
    readonly session: NewSession;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
}

export interface SessionStore {
  /** Returns how long to wait; 0: the try is allowed, and counts as failed until it is forgiven. */
  trySignIn(wanted: {
    readonly subjects: TrySubjects;
    readonly from: { readonly email: string; readonly address: string };
    readonly nowMs: number;
  }): Promise<number>;
  forgiveSignIn(subjects: TrySubjects): Promise<void>;
  userByEmail(email: string): Promise<User | null>;
  userBySubject(oidcSubject: string): Promise<User | null>;
  createSession(wanted: {
    readonly user: UserKey;
    readonly session: NewSession;
    readonly audit: AuditEntry;
  }): Promise<void>;
  sessionByHash(hash: string): Promise<SignedIn | null>;
  touchSession(wanted: { readonly key: SessionKey; readonly atMs: number }): Promise<void>;
  /** Records that the person proved their identity, at the time of the entry. */
  proveSession(wanted: {
    readonly key: SessionKey;
    readonly user: UserKey;
    readonly audit: AuditEntry;
  }): Promise<void>;
  sessionsOf(user: UserKey): Promise<readonly Session[]>;
  /** Ends this session, or all but this one. Returns how many ended. */
  endSessions(wanted: {
    readonly user: UserKey;
    readonly which: { readonly one: SessionKey } | { readonly allBut: SessionKey };
    readonly audit: AuditEntry;
  }): Promise<number>;
}

/** `renewed`: the session's new token. All other sessions end. */
export interface SessionRenewal {
  readonly session: SessionKey;
  readonly hash: string;
}

export interface AccountStore {
  /**
   * Returns null if the account changed since it was seen; throws STATE_CONFLICT if another account
   * has the e-mail.
   */
  updateUser(wanted: {
    readonly seen: User;
    readonly facts: UserFacts;
    readonly audit: AuditEntry;
    readonly renewal: SessionRenewal | null;
  }): Promise<User | null>;
}

/** The creator of an API key of a project; `role`: null if the person is no longer a member. */
export interface KeyPerson extends Pick<User, 'id' | 'name'> {
  readonly role: MemberRole | null;
}

/** `revokeKeys`: also revokes the keys that the person created, and those created with them. */
export interface MemberStore {
  members(projectKey: ProjectKey): Promise<readonly Member[]>;
  keyPeople(projectKey: ProjectKey): Promise<readonly KeyPerson[]>;
  setRole(wanted: {
    readonly projectKey: ProjectKey;
    readonly user: UserKey;
    readonly role: MemberRole;
    readonly audit: AuditEntry;
    readonly revokeKeys?: boolean | undefined;
  }): Promise<MemberChange>;
  removeMember(wanted: {
    readonly projectKey: ProjectKey;
    readonly user: UserKey;
    readonly audit: AuditEntry;
    readonly revokeKeys?: boolean | undefined;
  }): Promise<MemberChange>;
  /**
   * The creator becomes its owner. Throws LIMIT_REACHED, or STATE_CONFLICT if the name is taken.
   */
  createProject(wanted: {
    readonly name: string;
    readonly settings: ProjectSettings;
    readonly owner: UserKey;
    readonly audit: AuditEntry;
  }): Promise<Project>;
}

/** The person who enters projects: with an account, or a new one. */
export type Entrant =
  | {
      readonly user: UserKey;
      /** The session of the request; entering by an invitation ends all others. Null: all end. */
      readonly keeps: SessionKey | null;
      /** Whether the person came from the identity provider; then the subject stays. */
      readonly byProvider: boolean;
    }
  | { readonly made: UserFacts };

/** The invitations by which a person enters, and a project that needs none. */
export interface Admission {
  readonly invitations: readonly InvitationKey[];
  readonly direct: { readonly projectKey: ProjectKey; readonly role: MemberRole } | null;
  readonly who: Entrant;
  /** Null: the person is signed in. */
  readonly session: NewSession | null;
}

/** An invitation counts as gone if its creator may no longer invite or the person is a member. */
export interface InvitationStore {
  /** Replaces an earlier invitation of the same e-mail. Throws LIMIT_REACHED. */
  createInvitation(wanted: {
    readonly projectKey: ProjectKey;
    readonly invitation: NewInvitation;
    readonly audit: AuditEntry;
  }): Promise<Invitation>;
  invitations(projectKey: ProjectKey): Promise<readonly Invitation[]>;
  invitationByHash(hash: string): Promise<Invitation | null>;
  invitationsFor(email: string): Promise<readonly Invitation[]>;
  deleteInvitation(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: InvitationKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /**
   * Uses the invitations that still exist and creates memberships; a present member keeps their
   * role. Returns false if none is left. Throws STATE_CONFLICT if a new person has the e-mail of an
   * account.
   */
  admit(wanted: { readonly admission: Admission; readonly audit: AuditEntry }): Promise<boolean>;
}

/** How a link for a new password was created: by a member, by a mail request, or on the host. */
export const RESET_WAYS = ['member', 'mail', 'host'] as const;
export type ResetWay = (typeof RESET_WAYS)[number];

/** The person on whose rights a link depends (`usr_...`), and in which project. */
export interface LinkMaker {
  readonly id: string;
  readonly projectKey: ProjectKey;
}

export interface PasswordReset {
  readonly user: User;
  readonly way: ResetWay;
  /** For the way `member`: the creator. */
  readonly madeBy: string | null;
  readonly expiresAtMs: number;
}

export interface NewReset {
  readonly way: ResetWay;
  /** For the way `member`, else null. */
  readonly madeBy: LinkMaker | null;
  readonly hash: string;
  readonly expiresAtMs: number;
  /** A link created after this time stays, and no new one is created; null: it is replaced. */
  readonly unlessSinceMs: number | null;
}

export interface PasswordResetStore {
  /** Returns false if a newer link stays. */
  createPasswordReset(wanted: {
    readonly user: UserKey;
    readonly reset: NewReset;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /** Also null if the conditions under which the link was created no longer hold (decision 32). */
  passwordResetByHash(hash: string): Promise<PasswordReset | null>;
  /**
   * Uses the link, sets the password, ends every session and other link, and removes the subject of
   * the identity provider. Returns false if the link was used meanwhile or has expired.
   */
  resetPassword(wanted: {
    readonly hash: string;
    readonly user: UserKey;
    readonly passwordHash: string;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /** For the command on the host. Returns null if no account has this address. */
  createHostReset(wanted: {
    readonly email: string;
    readonly reset: NewReset;
    readonly audit: AuditEntry;
  }): Promise<User | null>;
  membershipsOf(user: UserKey): Promise<readonly UserMembership[]>;
}

export interface PeopleStore
  extends SetupStore,
    SessionStore,
    AccountStore,
    MemberStore,
    InvitationStore,
    PasswordResetStore,
    SecondFactorStore {
  /** Removes sessions that are over, and expired invitations, links and tries. */
  removePastPeople(wanted: { readonly nowMs: number; readonly limit: number }): Promise<number>;
}
