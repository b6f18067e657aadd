/**
 * API keys as rows (decisions section 11). Only the SHA-256 of a key is stored, never the key;
 * whether a found key still counts is for the caller to say.
 */
import { type ApiKeyKey, asKey, formatId, type ProjectKey } from '../../core/id.ts';
import type { ApiKey, AuditEntry, NewApiKey, Scope } from '../../engine/ports/manage-store.ts';
import { all, change, insert, type Operation, one, query } from '../statement.ts';
import { writeAudit } from './audit.ts';
import { holdProject } from './hold.ts';
import { readJson } from './json.ts';

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
}

const INSERT = query(`
  insert into api_keys (project_key, name, hash, hint, scopes, created_at, expires_at)
  values (?, ?, ?, ?, ?, ?, ?)`);
/** Parameters: hash. The unique index over it. */
export const BY_HASH = query<ApiKeyRow>(`
  select key, project_key, name, hash, hint, scopes, created_at, expires_at, last_used_at,
    revoked_at
  from api_keys where hash = ?`);
const OF_PROJECT = query<ApiKeyRow>(`
  select key, project_key, name, hash, hint, scopes, created_at, expires_at, last_used_at,
    revoked_at
  from api_keys where project_key = ? order by key`);
/** Parameters: project. api_keys_by_project. None is ever deleted, so both only grow. */
const COUNTS = query<{ made: number; revoked: number }>(`
  select count(*) made, count(revoked_at) revoked from api_keys where project_key = ?`);
const REVOKE = query(`
  update api_keys set revoked_at = ? where key = ? and project_key = ? and revoked_at is null`);
/** Parameters: when, key. The time of the last use never goes back. */
const TOUCH = query(`
  update api_keys set last_used_at = case when last_used_at > ?1 then last_used_at else ?1 end
  where key = ?2`);

export function* createApiKey(wanted: {
  readonly projectKey: ProjectKey;
  readonly key: NewApiKey;
  readonly audit: AuditEntry;
  /** The keys that it was decided on, when it was. */
  readonly seen?: readonly ApiKey[] | undefined;
}): Operation<ApiKey | null> {
  const { projectKey, audit } = wanted;
  if (!(yield* areAsSeen(projectKey, wanted.seen))) return null;
  const { name, hash, hint, scopes, expiresAtMs } = wanted.key;
  const text = JSON.stringify(scopes);
  const at = audit.atMs;
  const key = asKey<ApiKeyKey>(
    yield* insert(INSERT, projectKey, name, hash, hint, text, at, expiresAtMs),
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

export function* revokeApiKey(wanted: {
  readonly projectKey: ProjectKey;
  readonly key: ApiKeyKey;
  readonly audit: AuditEntry;
  readonly seen?: readonly ApiKey[] | undefined;
}): Operation<boolean> {
  const { projectKey, key, audit } = wanted;
  if (!(yield* areAsSeen(projectKey, wanted.seen))) return false;
  if ((yield* change(REVOKE, audit.atMs, key, projectKey)) === 0) return false;
  yield* writeAudit(projectKey, audit);
  return true;
}

export function* touchApiKeys(
  uses: readonly { readonly key: ApiKeyKey; readonly atMs: number }[],
): Operation<null> {
  for (const { key, atMs } of uses) yield* change(TOUCH, atMs, key);
  return null;
}

/** Equal numbers: no key was made or revoked since. Stays so until the commit. */
function* areAsSeen(
  projectKey: ProjectKey,
  seen: readonly ApiKey[] | undefined,
): Operation<boolean> {
  if (seen === undefined) return true;
  yield* holdProject(projectKey);
  const now = yield* one(COUNTS, projectKey);
  const revoked = seen.filter(({ revokedAtMs }) => revokedAtMs !== null).length;
  return now?.made === seen.length && now.revoked === revoked;
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
  };
}
