/**
 * People as a store keeps them: who may sign in, where they are signed in, which projects they
 * belong to, who is invited. Every change commits with its audit entries; what concerns an account
 * is written into the trail of each project that the person belongs to.
 */
import type { InvitationKey, ProjectKey, SessionKey, UserKey } from '../../core/id.ts';
import type { MemberRole } from '../../core/person/role.ts';
import type { SessionTimes, SignInWay } from '../../core/person/session.ts';
import type { ThrottleSubject } from '../../core/person/sign-in-throttle.ts';
import type { Project, ProjectSettings } from '../../core/project/project.ts';
import type { AuditEntry } from './manage-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';

/** Who vouches that a mail address is the person's. `self`: only the person. */
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

/** All that can change of one. */
export type UserFacts = Omit<User, 'key' | 'id' | 'createdAtMs' | 'updatedAtMs'>;

export interface Session extends SessionTimes {
  readonly key: SessionKey;
  readonly id: string;
  readonly userKey: UserKey;
  readonly signedInBy: SignInWay;
  readonly address: string;
  readonly userAgent: string;
  /** When they last showed who they are: by password, passkey or identity provider. */
  readonly provenAtMs: number;
  /** When a second factor was shown in it; null: none was. */
  readonly secondFactorAtMs: number | null;
}

/** `hash`: SHA-256 of the token, hex. `replaces`: the hash of the one that ends by it. */
export interface NewSession
  extends Pick<Session, 'signedInBy' | 'address' | 'userAgent' | 'secondFactorAtMs'> {
  readonly hash: string;
  readonly replaces: string | null;
  /** Null: as it begins. */
  readonly provenAtMs: number | null;
}

export interface UserMembership {
  readonly projectKey: ProjectKey;
  readonly projectId: string;
  readonly projectName: string;
  readonly role: MemberRole;
  /** A setting of the project. */
  readonly maskForViewers: boolean;
  /** Another one. */
  readonly requireSecondFactor: boolean;
}

/** A person who is signed in. The caller decides whether the session is over. */
export interface SignedIn {
  readonly session: Session;
  readonly user: User;
  readonly memberships: readonly UserMembership[];
}

export interface Member {
  readonly user: User;
  readonly role: MemberRole;
  readonly sinceMs: number;
  /** Of whatever kind. */
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

/** The subject that a try to sign in counts against, by its hash. */
export type TrySubjects = Readonly<Record<ThrottleSubject, string>>;

export interface SetupStore {
  /** True as long as there is no owner. */
  isSetupNeeded(): Promise<boolean>;
  /** Keeps the newest few. False once there is an owner. */
  addSetupToken(wanted: { readonly hash: string; readonly nowMs: number }): Promise<boolean>;
  /** True for one that is kept and not older than `SETUP_LINK_MS`. */
  isSetupToken(asked: { readonly hash: string; readonly nowMs: number }): Promise<boolean>;
  /** Makes an owner of the project; false if there is no such token, or an owner already. */
  completeSetup(wanted: {
    readonly projectKey: ProjectKey;
    readonly tokenHash: string;
    readonly user: UserFacts;
    readonly session: NewSession;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
}

export interface SessionStore {
  /** How long to wait; 0: the try is allowed, and counts as failed until it is forgiven. */
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
  /** They showed who they are, at the time of the entry. */
  proveSession(wanted: {
    readonly key: SessionKey;
    readonly user: UserKey;
    readonly audit: AuditEntry;
  }): Promise<void>;
  sessionsOf(user: UserKey): Promise<readonly Session[]>;
  /** Ends this one, or all but this one. Answers how many there were. */
  endSessions(wanted: {
    readonly user: UserKey;
    readonly which: { readonly one: SessionKey } | { readonly allBut: SessionKey };
    readonly audit: AuditEntry;
  }): Promise<number>;
}

/** `renewed`: its token of now on. All other sessions end. */
export interface SessionRenewal {
  readonly session: SessionKey;
  readonly hash: string;
}

export interface AccountStore {
  /** Null when it is not as it was seen; STATE_CONFLICT when another has the e-mail. */
  updateUser(wanted: {
    readonly seen: User;
    readonly facts: UserFacts;
    readonly audit: AuditEntry;
    readonly renewal: SessionRenewal | null;
  }): Promise<User | null>;
}

/** A person who made an API key of a project; `role`: null if they are no longer a member. */
export interface KeyPerson extends Pick<User, 'id' | 'name'> {
  readonly role: MemberRole | null;
}

/** `revokeKeys`: with the keys that the person made, and those that were made with these. */
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
  /** The maker is its owner. LIMIT_REACHED, or STATE_CONFLICT when the name is taken. */
  createProject(wanted: {
    readonly name: string;
    readonly settings: ProjectSettings;
    readonly owner: UserKey;
    readonly audit: AuditEntry;
  }): Promise<Project>;
}

/** The person who enters projects: with an account, or new. */
export type Entrant =
  | {
      readonly user: UserKey;
      /** The session they ask with; all others end by an invitation. Null: all do. */
      readonly keeps: SessionKey | null;
      /** They came by the identity provider: what it calls them stays. */
      readonly byProvider: boolean;
    }
  | { readonly made: UserFacts };

/** The invitations by which a person enters, and the project without one. */
export interface Admission {
  readonly invitations: readonly InvitationKey[];
  readonly direct: { readonly projectKey: ProjectKey; readonly role: MemberRole } | null;
  readonly who: Entrant;
  /** Null: they are signed in. */
  readonly session: NewSession | null;
}

/** Invitations whose maker may no longer invite, and those of a member, count as gone. */
export interface InvitationStore {
  /** Takes the place of a former one for the same e-mail. LIMIT_REACHED. */
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
   * Uses up those invitations that still exist and makes memberships; a present member keeps their
   * role. False if none is left. STATE_CONFLICT if a new person has the e-mail of an account.
   */
  admit(wanted: { readonly admission: Admission; readonly audit: AuditEntry }): Promise<boolean>;
}

/** Who made a link for a new password: a member, a mail that was asked for, or the host. */
export const RESET_WAYS = ['member', 'mail', 'host'] as const;
export type ResetWay = (typeof RESET_WAYS)[number];

/** Whose rights a link stands on: who made it (`usr_...`), and in which project. */
export interface LinkMaker {
  readonly id: string;
  readonly projectKey: ProjectKey;
}

export interface PasswordReset {
  readonly user: User;
  readonly way: ResetWay;
  /** Of the way `member`. */
  readonly madeBy: string | null;
  readonly expiresAtMs: number;
}

export interface NewReset {
  readonly way: ResetWay;
  /** Of the way `member`, else null. */
  readonly madeBy: LinkMaker | null;
  readonly hash: string;
  readonly expiresAtMs: number;
  /** One that was made after this stays, and no new one is made; null: it is replaced. */
  readonly unlessSinceMs: number | null;
}

export interface PasswordResetStore {
  /** False when a younger one stays. */
  createPasswordReset(wanted: {
    readonly user: UserKey;
    readonly reset: NewReset;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /** Null also when what it was made under is no more (decision 32). */
  passwordResetByHash(hash: string): Promise<PasswordReset | null>;
  /**
   * Uses the link up, sets the password, ends every session and other link, and forgets what an
   * identity provider calls the person. False: it was used meanwhile, or has ended.
   */
  resetPassword(wanted: {
    readonly hash: string;
    readonly user: UserKey;
    readonly passwordHash: string;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  /** For the command on the host. Null: no account has this address. */
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
  /** Sessions that are over, invitations, links and tries that are past their time. */
  removePastPeople(wanted: { readonly nowMs: number; readonly limit: number }): Promise<number>;
}
