/**
 * What an instance key does with projects (S12.39, S12.40): it makes one for each customer, once
 * for each reference, lists, renames, limits and suspends them. It reaches only projects that an
 * instance key made; any other is answered like one that does not exist (S12.6).
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { normalEmail } from '../../core/person/email.ts';
import { PROJECT_DEFAULTS, type Project } from '../../core/project/project.ts';
import { checkLimits, NO_LIMITS, type ProjectLimits } from '../../core/project/project-limits.ts';
import { checkProject, externalIdFault } from '../../core/project/project-rules.ts';
import type { ScorecardService } from '../acw/scorecard-service.ts';
import type { SigningKeyService } from '../key/signing-key-service.ts';
import type { Clock } from '../ports/clock.ts';
import type { Emit } from '../ports/emit.ts';
import type { InstanceFacts, InstanceStore } from '../ports/instance-store.ts';
import type { ProjectStore } from '../ports/manage-store.ts';
import { type Author, auditEntry } from './author.ts';
import { countCallsOf } from './call-count.ts';
import { decideAgain } from './decide-again.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { projectById } from './project-by-id.ts';
import { isSame } from './same.ts';

export interface InstanceProjectInput {
  readonly name: string;
  readonly serviceName?: string;
  readonly externalId?: string;
  readonly limits?: Partial<ProjectLimits>;
  /** Of an account of this service, which becomes its owner. */
  readonly ownerEmail?: string;
}

/** A JSON merge patch: an absent field stays, null resets it. */
export interface InstanceProjectPatch {
  readonly name?: string;
  readonly serviceName?: string;
  readonly externalId?: string | null;
  readonly limits?: Partial<ProjectLimits> | null;
  readonly suspended?: boolean;
}

export interface InstanceProjectService {
  /** `made` false: a project has this reference already, and is returned as it is. */
  create(
    input: InstanceProjectInput,
    author: Author,
  ): Promise<{ readonly project: Project; readonly made: boolean }>;
  list(page: {
    readonly afterKey: ProjectKey | null;
    readonly externalId: string | null;
    readonly limit: number;
  }): Promise<readonly Project[]>;
  /** Throws NOT_FOUND, also for a project that no instance key made. */
  get(projectId: string): Promise<Project>;
  update(projectId: string, patch: InstanceProjectPatch, author: Author): Promise<Project>;
}

export interface InstanceProjectParts {
  readonly store: InstanceStore & Pick<ProjectStore, 'project'>;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly signingKeys: Pick<SigningKeyService, 'ensure'>;
  readonly scorecards: Pick<ScorecardService, 'ensureDefault'>;
  /** The limits of the project changed in this process. */
  readonly onChange: (projectKey: ProjectKey) => void;
}

export function createInstanceProjectService(parts: InstanceProjectParts): InstanceProjectService {
  const { store, clock, signingKeys, scorecards, onChange } = parts;
  const inTurn = createKeyedMutex<string>();

  async function get(projectId: string): Promise<Project> {
    const project = await projectById(store, projectId);
    if (project.madeBy === null) throw new ServiceError('NOT_FOUND', 'There is no such project.');
    return project;
  }

  return {
    get,
    list: (page) => store.instanceProjects(page),

    create: (input, author) =>
      inTurn(`made ${input.externalId ?? input.name}`, async () => {
        const facts: InstanceFacts = {
          name: input.name,
          serviceName: input.serviceName ?? PROJECT_DEFAULTS.serviceName,
          externalId: input.externalId ?? null,
          limits: { ...NO_LIMITS, ...input.limits },
          suspended: false,
        };
        const settings = { ...PROJECT_DEFAULTS, serviceName: facts.serviceName };
        refuseFaults(facts);
        const ownerEmail = input.ownerEmail === undefined ? null : normalEmail(input.ownerEmail);
        const change = { before: null, after: { ...facts, ownerEmail } };
        const audit = auditEntry(author, clock.wallMs(), 'project.created', null, change);
        const wanted = { facts, settings, ownerEmail, audit };
        const { project, made } = await store.createInstanceProject(wanted);
        // Also for a present one, whose process may have ended before these were there.
        await signingKeys.ensure(project.key);
        await scorecards.ensureDefault(project.key);
        return { project, made };
      }),

    update: (projectId, patch, author) =>
      inTurn(projectId, () =>
        decideAgain(async () => {
          const seen = await get(projectId);
          const before = factsOf(seen);
          const after = merged(before, patch);
          refuseFaults(after);
          if (isSame(before, after)) return seen;
          const change = { before, after };
          const audit = auditEntry(author, clock.wallMs(), 'project.updated', seen.id, change);
          const project = await store.changeInstanceProject({ seen, facts: after, audit });
          onChange(seen.key);
          // A new limit holds at once, not after the next sweep.
          if (project !== null && project.limits.callsMax !== seen.limits.callsMax) {
            await countCallsOf(project, parts, seen);
            return store.project(project.key);
          }
          return project;
        }),
      ),
  };
}

function factsOf({ name, serviceName, externalId, limits, suspendedAtMs }: Project): InstanceFacts {
  return { name, serviceName, externalId, limits, suspended: suspendedAtMs !== null };
}

function merged(before: InstanceFacts, patch: InstanceProjectPatch): InstanceFacts {
  return {
    name: patch.name ?? before.name,
    serviceName: patch.serviceName ?? before.serviceName,
    externalId: patch.externalId === undefined ? before.externalId : patch.externalId,
    limits: patch.limits === null ? NO_LIMITS : { ...before.limits, ...patch.limits },
    suspended: patch.suspended ?? before.suspended,
  };
}

function refuseFaults({ name, serviceName, externalId, limits }: InstanceFacts): void {
  const reference = externalId === null ? null : externalIdFault(externalId);
  const fields = [
    ...checkProject(name, { ...PROJECT_DEFAULTS, serviceName }),
    ...(reference === null ? [] : [{ field: '/externalId', message: reference }]),
    ...checkLimits(limits),
  ];
  if (fields.length === 0) return;
  throw new ServiceError('INVALID_INPUT', 'The project breaks a rule.', { fields });
}
