/**
 * Instance keys, and the projects that they make, as a store keeps them (S12.38 to S12.40). Every
 * request with an instance key looks it up, so that a revocation ends it at once in every process.
 */
import type { InstanceKeyKey, ProjectKey } from '../../core/id.ts';
import type { Project, ProjectSettings } from '../../core/project/project.ts';
import type { ProjectLimits } from '../../core/project/project-limits.ts';
import type { AuditEntry } from './manage-store.ts';

/** `hash`: SHA-256 of the key, hex. `hint`: its last four characters. */
export interface InstanceKey {
  readonly key: InstanceKeyKey;
  readonly id: string;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** What an instance key may set of a project, besides its other settings. */
export interface InstanceFacts {
  readonly name: string;
  readonly serviceName: string;
  readonly externalId: string | null;
  readonly limits: ProjectLimits;
  readonly suspended: boolean;
}

/** How many projects there are, and of how many an operator should know. */
export interface ProjectFigures {
  readonly all: number;
  readonly suspended: number;
  /** At their limit of calls. */
  readonly full: number;
}

export interface InstanceStore {
  /**
   * Returns the present key if its hash is stored already. The entry goes into the trail of the
   * first project, if there is one yet.
   */
  createInstanceKey(wanted: {
    readonly key: Pick<InstanceKey, 'name' | 'hash' | 'hint'>;
    readonly audit: AuditEntry;
  }): Promise<InstanceKey>;
  /** Finds revoked keys too; the caller checks. */
  instanceKeyByHash(hash: string): Promise<InstanceKey | null>;
  /** All of them, revoked ones too, the oldest first. */
  instanceKeys(_: null): Promise<readonly InstanceKey[]>;
  /** Returns false if there is no such key, or it is revoked already. */
  revokeInstanceKey(wanted: { readonly id: string; readonly audit: AuditEntry }): Promise<boolean>;
  touchInstanceKey(wanted: { readonly key: InstanceKeyKey; readonly atMs: number }): Promise<void>;

  /**
   * Returns the project of the same `externalId` unchanged if there is one that an instance key
   * made. Throws LIMIT_REACHED, STATE_CONFLICT if name or reference is taken otherwise, or
   * INVALID_INPUT if no account has the e-mail.
   */
  createInstanceProject(wanted: {
    readonly facts: Omit<InstanceFacts, 'suspended' | 'serviceName'>;
    readonly settings: ProjectSettings;
    /** The e-mail of an account that becomes its owner. Null: it has no members. */
    readonly ownerEmail: string | null;
    readonly audit: AuditEntry;
  }): Promise<{ readonly project: Project; readonly made: boolean }>;
  /** Those that instance keys made, the oldest first. */
  instanceProjects(asked: {
    readonly afterKey: ProjectKey | null;
    readonly externalId: string | null;
    readonly limit: number;
  }): Promise<readonly Project[]>;
  /** As `updateProject`. */
  changeInstanceProject(wanted: {
    readonly seen: Project;
    readonly facts: InstanceFacts;
    readonly audit: AuditEntry;
  }): Promise<Project | null>;

  /** Projects with a limit of calls, in the order of their keys. */
  projectsToCount(asked: {
    readonly afterKey: ProjectKey | null;
    readonly limit: number;
  }): Promise<readonly Project[]>;
  /** The calls of a project, counted to `most` and no further. */
  countCalls(asked: { readonly projectKey: ProjectKey; readonly most: number }): Promise<number>;
  keepCount(wanted: {
    readonly projectKey: ProjectKey;
    readonly calls: number;
    readonly atMs: number;
  }): Promise<void>;
  projectFigures(_: null): Promise<ProjectFigures>;
}
