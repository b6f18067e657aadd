/**
 * The use that a secret is sealed for. The context names its kind. The place names its project and
 * its record, by what both have for ever, so that a sealed text that is moved to another record of
 * the store does not open there. A record gets its key only when it is written; the time of its
 * creation is known before, and is a part of its id.
 */
import type { ProjectKey } from '../id.ts';

/** The secrets of an endpoint. */
export const TOKEN_CONTEXT = 'endpoint-token';
export const SECRET_CONTEXT = 'endpoint-secret';
export const HEADER_CONTEXT = 'endpoint-header';
export const TARGET_CONTEXT = 'endpoint-target';
/** The secret that proves the callbacks of an ingest source. */
export const SOURCE_CONTEXT = 'source-secret';
/** The private half of a signing key. */
export const SIGNING_KEY_CONTEXT = 'signing-key';

export interface SealedRecord {
  readonly projectKey: ProjectKey;
  readonly createdAtMs: number;
}

export function recordPlace({ projectKey, createdAtMs }: SealedRecord): string {
  return `${projectKey}.${createdAtMs}`;
}

/** Of a static header: its value is no other header's. */
export function headerPlace(record: string, name: string): string {
  return `${record}.${name}`;
}

/** A private key: only with its public one. */
export function keyPlace(projectKey: ProjectKey, kid: string): string {
  return `${projectKey}.${kid}`;
}
