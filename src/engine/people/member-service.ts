/**
 * Members of a project, and projects of people. A project always keeps an owner: the last one
 * cannot be removed, be given fewer rights, or leave. An owner of any project may create another
 * one.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey, UserKey } from '../../core/id.ts';
import type { MemberRole } from '../../core/person/role.ts';
import { PROJECT_DEFAULTS, type Project } from '../../core/project/project.ts';
import { checkProject } from '../../core/project/project-rules.ts';
import type { ApiKeyService } from '../key/api-key-service.ts';
import type { SigningKeyService } from '../key/signing-key-service.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProjectStore } from '../ports/manage-store.ts';
import type { Member, MemberChange, PeopleStore, SignedIn } from '../ports/people-store.ts';

export interface MemberService {
  list(projectKey: ProjectKey): Promise<readonly Member[]>;
  /** Throws NOT_FOUND, or STATE_CONFLICT for the last owner. */
  setRole(
    projectKey: ProjectKey,
    id: string,
    to: { readonly role: MemberRole; readonly revokeKeys: boolean },
    author: Author,
  ): Promise<Member>;
  /** `revokeKeys`: also revokes the keys that the member created, and those created with them. */
  remove(projectKey: ProjectKey, id: string, author: Author, revokeKeys?: boolean): Promise<void>;
  projects(signedIn: SignedIn): Promise<readonly Project[]>;
  mayCreateProjects(signedIn: SignedIn): boolean;
  /**
   * Throws FORBIDDEN if the caller owns no project; LIMIT_REACHED; STATE_CONFLICT if the name is
   * taken.
   */
  createProject(
    signedIn: SignedIn,
    input: { readonly name: string; readonly serviceName?: string },
    author: Author,
  ): Promise<Project>;
}

export interface MemberParts {
  readonly store: Pick<PeopleStore, 'members' | 'setRole' | 'removeMember' | 'createProject'> &
    Pick<ProjectStore, 'project'>;
  readonly clock: Clock;
  readonly signingKeys: Pick<SigningKeyService, 'ensure'>;
  readonly apiKeys: Pick<ApiKeyService, 'forgetAll'>;
}

const LAST_OWNER = 'This is the last owner of the project. Make another member an owner first.';

export function createMemberService(parts: MemberParts): MemberService {
  const { store, clock, signingKeys, apiKeys } = parts;
  const entryOf = (author: Author, action: string, id: string) =>
    auditEntry(author, clock.wallMs(), action, id, { before: null, after: null });
  const mayCreateProjects = ({ memberships }: SignedIn) =>
    memberships.some(({ role }) => role === 'owner');

  /** Compares the whole id, so that an id made up around a key finds no one. */
  async function keyOf(projectKey: ProjectKey, id: string): Promise<UserKey> {
    const member = (await store.members(projectKey)).find(({ user }) => user.id === id);
    if (member === undefined) throw notThere();
    return member.user.key;
  }

  return {
    mayCreateProjects,
    list: (projectKey) => store.members(projectKey),

    async setRole(projectKey, id, { role, revokeKeys }, author) {
      const audit = entryOf(author, 'member.role-changed', id);
      const user = await keyOf(projectKey, id);
      refuse(await store.setRole({ projectKey, user, role, audit, revokeKeys }));
      if (revokeKeys) apiKeys.forgetAll();
      const member = (await store.members(projectKey)).find(({ user }) => user.id === id);
      if (member === undefined) throw notThere();
      return member;
    },

    async remove(projectKey, id, author, revokeKeys = false) {
      const audit = entryOf(author, 'member.removed', id);
      refuse(
        await store.removeMember({
          projectKey,
          user: await keyOf(projectKey, id),
          audit,
          revokeKeys,
        }),
      );
      if (revokeKeys) apiKeys.forgetAll();
    },

    async projects({ memberships }) {
      const found = await Promise.all(memberships.map((each) => store.project(each.projectKey)));
      return found.flatMap((project) => project ?? []).sort((one, other) => one.key - other.key);
    },

    async createProject(signedIn, input, author) {
      if (!mayCreateProjects(signedIn)) {
        throw new ServiceError('FORBIDDEN', 'Only an owner of a project may make another one.');
      }
      const serviceName = input.serviceName ?? PROJECT_DEFAULTS.serviceName;
      const settings = { ...PROJECT_DEFAULTS, serviceName };
      const fields = checkProject(input.name, settings);
      if (fields.length > 0) {
        throw new ServiceError('INVALID_INPUT', 'The project breaks a rule.', { fields });
      }
      const change = { before: null, after: { name: input.name, serviceName } };
      const audit = auditEntry(author, clock.wallMs(), 'project.created', null, change);
      const project = await store.createProject({
        name: input.name,
        settings,
        owner: signedIn.user.key,
        audit,
      });
      await signingKeys.ensure(project.key);
      return project;
    },
  };
}

function refuse(change: MemberChange): void {
  if (change === 'not-found') throw notThere();
  if (change === 'last-owner') throw new ServiceError('STATE_CONFLICT', LAST_OWNER);
}

function notThere(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such member.');
}
