/**
 * Ingest sources (decisions sections 9 and 11): a telephony platform that posts its own callbacks
 * to `/v1/ingest/{adapter}/{id}`. The secret that proves them is sealed and never shown again.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Source, SourceRequest } from '../ports/manage-store.ts';
import type { Author } from './author.ts';

export interface SourceInput {
  readonly name: string;
  readonly adapter: string;
  readonly secret: string;
  /** The address the provider was given, when it is not the one we answer; providers sign it. */
  readonly publicUrl: string | null;
}

/** A JSON merge patch; the adapter of a source cannot change. */
export interface SourcePatch {
  readonly name?: string;
  readonly secret?: string;
  readonly publicUrl?: string | null;
}

export interface SourceService {
  create(projectKey: ProjectKey, input: SourceInput, author: Author): Promise<Source>;
  get(projectKey: ProjectKey, id: string): Promise<Source>;
  list(projectKey: ProjectKey): Promise<readonly Source[]>;
  update(projectKey: ProjectKey, id: string, patch: SourcePatch, author: Author): Promise<Source>;
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
  /** The last requests that came in, newest first. */
  requests(projectKey: ProjectKey, id: string): Promise<readonly SourceRequest[]>;
  /** For the ingest route: the source with its secret in the clear; null when there is none. */
  open(
    adapter: string,
    id: string,
  ): Promise<{ readonly source: Source; readonly secret: string } | null>;
}
