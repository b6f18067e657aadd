/**
 * The place that a secret is sealed for: its project and its record, by what both have for ever,
 * so that a sealed text moved to another record of the store does not open there. A record gets its
 * key only when it is written; the time of its creation is known before, and is a part of its id.
 */
import type { ProjectKey } from '../../core/id.ts';

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
