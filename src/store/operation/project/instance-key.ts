/**
 * Instance keys as rows (S12.38). Only the SHA-256 of a key is stored. Making and revoking write
 * into the trail of the first project, since these changes belong to no project.
 */
import {
  asKey,
  formatId,
  type InstanceKeyKey,
  type ProjectKey,
  parseId,
} from '../../../core/id.ts';
import type { InstanceKey } from '../../../engine/ports/instance-store.ts';
import type { AuditEntry } from '../../../engine/ports/manage-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, change, insert, type Operation, one, query } from '../../statement.ts';
import { writeAudit } from '../audit.ts';

interface InstanceKeyRow {
  readonly key: InstanceKeyKey;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly revoked_at: number | null;
}

const COLUMNS = 'key, name, hash, hint, created_at, last_used_at, revoked_at';
const INSERT = query(`
  insert into instance_keys (name, hash, hint, created_at) values (?, ?, ?, ?)`);
/** Parameters: hash. The unique index. */
const BY_HASH = query<InstanceKeyRow>(`select ${COLUMNS} from instance_keys where hash = ?`);
/** Operators make them by hand, so there are few. */
const ALL = query<InstanceKeyRow>(`select ${COLUMNS} from instance_keys order by key`);
/** Parameters: when, key, creation time. Primary key. */
const REVOKE = query(`
  update instance_keys set revoked_at = ? where key = ? and created_at = ? and revoked_at is null`);
/** Parameters: when, key. Primary key. */
const TOUCH = query('update instance_keys set last_used_at = ? where key = ?');
const FIRST_PROJECT = query<{ key: ProjectKey }>('select key from projects order by key limit 1');

export function* createInstanceKey(wanted: Asked<'createInstanceKey'>): Operation<InstanceKey> {
  const { key: wished, audit } = wanted;
  const { name, hash, hint } = wished;
  const present = yield* one(BY_HASH, hash);
  if (present !== undefined) return toInstanceKey(present);
  const key = asKey<InstanceKeyKey>(yield* insert(INSERT, name, hash, hint, audit.atMs));
  const row = { key, name, hash, hint, created_at: audit.atMs };
  const made = toInstanceKey({ ...row, last_used_at: null, revoked_at: null });
  yield* note(audit, made.id);
  return made;
}

export function* instanceKeyByHash(hash: string): Operation<InstanceKey | null> {
  const row = yield* one(BY_HASH, hash);
  return row === undefined ? null : toInstanceKey(row);
}

export function* instanceKeys(): Operation<readonly InstanceKey[]> {
  return (yield* all(ALL)).map(toInstanceKey);
}

export function* revokeInstanceKey(wanted: Asked<'revokeInstanceKey'>): Operation<boolean> {
  const parts = parseId('ik', wanted.id);
  if (parts === null) return false;
  const { audit } = wanted;
  if ((yield* change(REVOKE, audit.atMs, parts.key, parts.createdAtMs)) === 0) return false;
  yield* note(audit, wanted.id);
  return true;
}

export function* touchInstanceKey(wanted: Asked<'touchInstanceKey'>): Operation<void> {
  yield* change(TOUCH, wanted.atMs, wanted.key);
}

function* note(audit: AuditEntry, id: string): Operation<void> {
  const first = yield* one(FIRST_PROJECT);
  if (first !== undefined) yield* writeAudit(first.key, { ...audit, target: id });
}

function toInstanceKey(row: InstanceKeyRow): InstanceKey {
  return {
    key: row.key,
    id: formatId('ik', row.created_at, row.key),
    name: row.name,
    hash: row.hash,
    hint: row.hint,
    createdAtMs: row.created_at,
    lastUsedAtMs: row.last_used_at,
    revokedAtMs: row.revoked_at,
  };
}
