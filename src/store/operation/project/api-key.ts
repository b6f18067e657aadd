/**
 * API keys as rows (S12.22). Only the SHA-256 of a key is stored; the caller decides whether a
 * found key is valid.
 */

import { ServiceError } from '../../../core/error/service-error.ts';
import { type ApiKeyKey, asKey, formatId, type ProjectKey } from '../../../core/id.ts';
import type { Scope } from '../../../core/key/scope.ts';
import { mayMakeKeys } from '../../../core/person/role-rights.ts';
import { refuseTooMany } from '../../../core/project/limits.ts';
import type { ApiKey, AuditEntry, KeyCondition } from '../../../engine/ports/manage-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query, readJson } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { roleOf } from '../people/member-role.ts';
import { userById } from '../people/user-row.ts';
import { lockProject } from '../row-lock.ts';

interface ApiKeyRow {
  readonly key: ApiKeyKey;
  readonly project_key: ProjectKey;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly scopes: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
  readonly made_by: string | null;
}

const INSERT = query(`
  insert into api_keys (project_key, name, hash, hint, scopes, created_at, expires_at, made_by)
  values (?, ?, ?, ?, ?, ?, ?, ?)`);
/** Parameters: hash. The unique index over it. */
export const BY_HASH = query<ApiKeyRow>(`
  select key, project_key, name, hash, hint, scopes, created_at, expires_at, last_used_at,
    revoked_at, made_by
  from api_keys where hash = ?`);
const OF_PROJECT = query<ApiKeyRow>(`
  select key, project_key, name, hash, hint, scopes, created_at, expires_at, last_used_at,
    revoked_at, made_by
  from api_keys where project_key = ? order by key`);
/** Parameters: now, project. api_keys_by_project. */
const COUNTS = query<{ made: number; live: number }>(`
  select count(*) made, count(case when revoked_at is null
    and (expires_at is null or expires_at > ?) then 1 end) live
  from api_keys where project_key = ?`);
/** Parameters: key, project. Primary key. */
const REVOKED = query<{ revoked_at: number | null }>(
  'select revoked_at from api_keys where key = ? and project_key = ?',
);
const REVOKE = query(`
  update api_keys set revoked_at = ? where key = ? and project_key = ? and revoked_at is null`);
/** Parameters: when, key. The time of the last use never goes back. */
const TOUCH = query(`
  update api_keys set last_used_at = case when last_used_at > ?1 then last_used_at else ?1 end
  where key = ?2`);

export function* createApiKey(wanted: Asked<'createApiKey'>): Operation<ApiKey | null> {
  const { projectKey, audit, condition } = wanted;
  yield* lockProject(projectKey);
  if (!(yield* mayBeMade(projectKey, condition, audit))) return null;
  if ((yield* one(BY_HASH, wanted.key.hash)) !== undefined) return null;
  const { name, hash, hint, scopes, expiresAtMs } = wanted.key;
  const text = JSON.stringify(scopes);
  const at = audit.atMs;
  const key = asKey<ApiKeyKey>(
    yield* insert(INSERT, projectKey, name, hash, hint, text, at, expiresAtMs, audit.actor),
  );
  const made = toApiKey({
    key,
    project_key: projectKey,
    name,
    hash,
    hint,
    scopes: text,
    created_at: at,
    expires_at: expiresAtMs,
    last_used_at: null,
    revoked_at: null,
    made_by: audit.actor,
  });
  yield* writeAudit(projectKey, audit, made.id);
  return made;
}

export function* apiKeyByHash(hash: string): Operation<ApiKey | null> {
  const row = yield* one(BY_HASH, hash);
  return row === undefined ? null : toApiKey(row);
}

export function* apiKeys(projectKey: ProjectKey): Operation<readonly ApiKey[]> {
  return (yield* all(OF_PROJECT, projectKey)).map(toApiKey);
}

export function* revokeApiKey(wanted: Asked<'revokeApiKey'>): Operation<boolean> {
  const { projectKey, key, audit, asking } = wanted;
  yield* lockProject(projectKey);
  if (asking !== undefined && (yield* isRevoked(projectKey, asking))) return false;
  if ((yield* change(REVOKE, audit.atMs, key, projectKey)) === 0) return false;
  yield* writeAudit(projectKey, audit);
  return true;
}

export function* touchApiKeys(
  uses: readonly { readonly key: ApiKeyKey; readonly atMs: number }[],
): Operation<void> {
  // In key order, so that two processes never deadlock.
  const inOrder = uses.toSorted((one, other) => one.key - other.key);
  for (const { key, atMs } of inOrder) yield* change(TOUCH, atMs, key);
}

/** Limits only keys that operators create: a start must always get its key. */
function* mayBeMade(
  projectKey: ProjectKey,
  condition: KeyCondition | undefined,
  { actor, atMs: nowMs }: AuditEntry,
): Operation<boolean> {
  if (condition === undefined) return true;
  const counts = yield* one(COUNTS, nowMs, projectKey);
  if (condition === 'first') return counts?.made === 0;
  if (condition === 'person') yield* assertMayMake(projectKey, actor);
  else if (yield* isRevoked(projectKey, condition.asking)) return false;
  refuseTooMany('API keys', counts?.live ?? 0);
  return true;
}

/**
 * The lock makes sure that a member who is being removed leaves no key that the removal did not
 * list.
 */
function* assertMayMake(projectKey: ProjectKey, actor: string): Operation<void> {
  const user = yield* userById(actor);
  if (user === null) return;
  const role = yield* roleOf(projectKey, user.key);
  if (role === null || !mayMakeKeys(role)) {
    throw new ServiceError('FORBIDDEN', 'You may make no API keys in this project any more.');
  }
}

/** Revokes those keys of a list that are not revoked yet. The project is locked. */
export function* revokeEach(
  keys: readonly ApiKey[],
  auditOf: (key: ApiKey) => AuditEntry,
): Operation<number> {
  let revoked = 0;
  for (const each of keys) {
    const audit = auditOf(each);
    if ((yield* change(REVOKE, audit.atMs, each.key, each.projectKey)) === 0) continue;
    yield* writeAudit(each.projectKey, audit);
    revoked += 1;
  }
  return revoked;
}

function* isRevoked(projectKey: ProjectKey, key: ApiKeyKey): Operation<boolean> {
  const row = yield* one(REVOKED, key, projectKey);
  return row !== undefined && row.revoked_at !== null;
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    key: row.key,
    id: formatId('key', row.created_at, row.key),
    projectKey: row.project_key,
    name: row.name,
    hash: row.hash,
    hint: row.hint,
    scopes: readJson<readonly Scope[]>(row.scopes),
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at,
    lastUsedAtMs: row.last_used_at,
    revokedAtMs: row.revoked_at,
    madeBy: row.made_by,
  };
}
