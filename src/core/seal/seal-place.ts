/**
 * What a secret is sealed for. The context names its kind; the place names its project and its
 * record by values that never change, so that a sealed text does not open after it was moved to
 * another record. A record gets its key only when it is written, but the time of its creation is
 * known before and is a part of its id.
 */
import type { ProjectKey } from '../id.ts';

/** The secrets of an endpoint. */
export const TOKEN_CONTEXT = 'endpoint-token';
export const SECRET_CONTEXT = 'endpoint-secret';
export const HEADER_CONTEXT = 'endpoint-header';
export const TARGET_CONTEXT = 'endpoint-target';
/** The secret that authenticates the callbacks of an ingest source. */
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

/** For a static header: the value of one header does not open for another. */
export function headerPlace(record: string, name: string): string {
  return `${record}.${name}`;
}

/** For a private key: it opens only together with its public key. */
export function keyPlace(projectKey: ProjectKey, kid: string): string {
  return `${projectKey}.${kid}`;
}
