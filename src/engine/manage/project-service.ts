/**
 * The settings of a project that an operator reads and changes (S12.28, S12.29): its name, the
 * service name of the display text, stale detection, retention, and who sees personal data. Bounds
 * are in `core/project/project-rules.ts`; nothing here holds a secret.
 */
import type { AlertSettings } from '../../core/alert/alert-settings.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import {
  PROJECT_DEFAULTS,
  type Project,
  type ProjectSettings,
  type RetentionSettings,
  type StaleSettings,
} from '../../core/project/project.ts';
import { checkProject } from '../../core/project/project-rules.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProjectStore } from '../ports/manage-store.ts';
import { type Author, auditEntry } from './author.ts';
import { decideAgain } from './decide-again.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { projectById } from './project-by-id.ts';
import { isSame } from './same.ts';

/** The project that is created at the first start. */
export const DEFAULT_PROJECT = 'default';

/** A JSON merge patch: an absent field stays unchanged. */
export interface ProjectPatch {
  readonly name?: string;
  readonly serviceName?: string;
  readonly stale?: Partial<StaleSettings>;
  readonly retention?: Partial<RetentionSettings>;
  readonly maskForViewers?: boolean;
  readonly requireSecondFactor?: boolean;
  readonly alerts?: Partial<AlertSettings>;
}

export interface ProjectService {
  get(projectKey: ProjectKey): Promise<Project>;
  /** By its public id. Throws NOT_FOUND if there is none. */
  byId(projectId: string): Promise<Project>;
  update(projectKey: ProjectKey, patch: ProjectPatch, author: Author): Promise<Project>;
  /** Creates the project `default` at the first start. */
  ensureDefault(): Promise<Project>;
}

export interface ProjectParts {
  readonly store: ProjectStore;
  readonly clock: Clock;
}

export function createProjectService({ store, clock }: ProjectParts): ProjectService {
  const inTurn = createKeyedMutex<ProjectKey>();

  async function get(projectKey: ProjectKey): Promise<Project> {
    const project = await store.project(projectKey);
    if (project === null) throw new ServiceError('NOT_FOUND', 'The project does not exist.');
    return project;
  }

  return {
    get,

    byId: (projectId) => projectById(store, projectId),

    update: (projectKey, patch, author) =>
      inTurn(projectKey, () =>
        decideAgain(async () => {
          const project = await get(projectKey);
          const before = { name: project.name, ...settingsOf(project) };
          const after = merged(before, patch);
          refuseErrors(after);
          if (isSame(before, after)) return project;
          const { name, ...settings } = after;
          const change = { before, after };
          const audit = auditEntry(author, clock.wallMs(), 'project.updated', project.id, change);
          return store.updateProject({ key: projectKey, name, settings, audit, seen: project });
        }),
      ),

    ensureDefault: () =>
      store.ensureProject({
        name: DEFAULT_PROJECT,
        settings: PROJECT_DEFAULTS,
        nowMs: clock.wallMs(),
      }),
  };
}

type Named = ProjectSettings & { readonly name: string };

function settingsOf(project: Project): ProjectSettings {
  const { serviceName, stale, retention, maskForViewers, requireSecondFactor, alerts } = project;
  return { serviceName, stale, retention, maskForViewers, requireSecondFactor, alerts };
}

function merged(before: Named, patch: ProjectPatch): Named {
  return {
    name: patch.name ?? before.name,
    serviceName: patch.serviceName ?? before.serviceName,
    stale: { ...before.stale, ...patch.stale },
    retention: { ...before.retention, ...patch.retention },
    maskForViewers: patch.maskForViewers ?? before.maskForViewers,
    requireSecondFactor: patch.requireSecondFactor ?? before.requireSecondFactor,
    alerts: { ...before.alerts, ...patch.alerts },
  };
}

function refuseErrors({ name, ...settings }: Named): void {
  const fields = checkProject(name, settings);
  if (fields.length === 0) return;
  throw new ServiceError('INVALID_INPUT', 'The project settings break a rule.', { fields });
}
