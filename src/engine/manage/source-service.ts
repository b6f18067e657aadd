/**
 * Ingest sources (S12.27): a telephony platform that posts its own callbacks to
 * `/v1/ingest/{adapter}/{id}`. The secret that authenticates them is sealed; it leaves this file
 * only for the ingest route, never for an answer or an audit entry.
 */

import { hintOf, masked } from '../../core/endpoint/secret-hint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type ProjectKey, parseId, type SourceKey } from '../../core/id.ts';
import { refuseTooMany } from '../../core/project/limits.ts';
import type { Clock } from '../ports/clock.ts';
import type { NewSource, Source, SourceRequest, SourceStore } from '../ports/manage-store.ts';
import {
  isSealedText,
  opened,
  recordPlace,
  type Secrets,
  SOURCE_CONTEXT,
} from '../ports/secrets.ts';
import { type Author, auditEntry } from './author.ts';
import { decideAgain } from './decide-again.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { isSame } from './same.ts';
import { refuseSourceErrors, type SourceInput, type SourcePatch } from './source-input.ts';
import { createSourceNotes, type SourceNotes } from './source-notes.ts';

export interface SourceService {
  create(projectKey: ProjectKey, input: SourceInput, author: Author): Promise<Source>;
  get(projectKey: ProjectKey, id: string): Promise<Source>;
  list(projectKey: ProjectKey): Promise<readonly Source[]>;
  update(projectKey: ProjectKey, id: string, patch: SourcePatch, author: Author): Promise<Source>;
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
  /** The last requests that came in, newest first. */
  requests(projectKey: ProjectKey, id: string): Promise<readonly SourceRequest[]>;
  /**
   * Keeps the requests of a source for its operator; never waits, and drops notes if there are too
   * many.
   */
  note: SourceNotes['note'];
  /** The secret masked to its last characters, so that an operator recognises it. */
  shownSecret(source: Source): string;
  /**
   * For the ingest route: the source with its secrets in the clear, the present one first; null if
   * there is no such source. A secret that cannot be unsealed is left out.
   */
  open(adapter: string, id: string): Promise<OpenedSource | null>;
}

export interface OpenedSource {
  readonly source: Source;
  readonly secrets: readonly string[];
}

export interface SourceParts {
  readonly store: SourceStore;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  /** Names of the ingest adapters that this server has. */
  readonly adapters: readonly string[];
}

export function createSourceService({
  store,
  secrets,
  clock,
  adapters,
}: SourceParts): SourceService {
  const inTurn = createKeyedMutex<ProjectKey>();
  const notes = createSourceNotes(store);

  async function byId(id: string): Promise<Source | null> {
    const parts = parseId('src', id);
    const source = parts === null ? null : await store.source(asKey<SourceKey>(parts.key));
    return source?.id === id ? source : null;
  }

  async function get(projectKey: ProjectKey, id: string): Promise<Source> {
    const source = await byId(id);
    if (source?.projectKey !== projectKey) throw notFound();
    return source;
  }

  return {
    create: (projectKey, input, author) =>
      inTurn(projectKey, async () => {
        refuseSourceErrors(input, adapters);
        refuseTooMany('sources', (await store.sources(projectKey)).length);
        const atMs = clock.wallMs();
        const place = recordPlace({ projectKey, createdAtMs: atMs });
        const sealed = { ...input, secret: secrets.seal(input.secret, SOURCE_CONTEXT, place) };
        const change = { before: null, after: factsOf(sealed) };
        const audit = auditEntry(author, atMs, 'source.created', null, change);
        return store.createSource({ projectKey, source: sealed, audit });
      }),

    get,
    list: (projectKey) => store.sources(projectKey),

    update: (projectKey, id, patch, author) =>
      inTurn(projectKey, () =>
        decideAgain(async () => {
          const before = await get(projectKey, id);
          refuseSourceErrors({ ...before, ...patch, secret: patch.secret ?? null }, adapters);
          const after = patched(before, patch, secrets);
          if (isSame(after, patched(before, {}, secrets))) return before;
          const secretChanged = after.secret !== before.secret;
          const change = { before: factsOf(before), after: { ...factsOf(after), secretChanged } };
          const audit = auditEntry(author, clock.wallMs(), 'source.updated', id, change);
          return store.updateSource({
            projectKey,
            key: before.key,
            source: after,
            audit,
            seen: before,
          });
        }),
      ),

    remove: (projectKey, id, author) =>
      inTurn(projectKey, async () => {
        const source = await get(projectKey, id);
        const change = { before: factsOf(source), after: null };
        const audit = auditEntry(author, clock.wallMs(), 'source.deleted', id, change);
        if (!(await store.deleteSource({ projectKey, key: source.key, audit }))) throw notFound();
      }),

    async requests(projectKey, id) {
      const source = await get(projectKey, id);
      return store.sourceRequests(source.key);
    },

    note: notes.note,

    shownSecret: (source) =>
      masked(hintOf(opened(secrets, source.secret, SOURCE_CONTEXT, recordPlace(source)) ?? '')),

    async open(adapter, id) {
      const source = await byId(id);
      if (source?.adapter !== adapter) return null;
      const secret = opened(secrets, source.secret, SOURCE_CONTEXT, recordPlace(source));
      return { source, secrets: secret === null ? [] : [secret] };
    },
  };
}

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such source.');
}

/** The fields of a source in an audit entry. */
function factsOf({ name, adapter, publicUrl }: NewSource): Omit<NewSource, 'secret'> {
  return { name, adapter, publicUrl };
}

/** A secret that is sent again unchanged keeps its sealed text. */
function patched(
  before: Source,
  patch: SourcePatch,
  secrets: Pick<Secrets, 'seal' | 'open'>,
): NewSource {
  const { secret } = patch;
  const keeps =
    secret === undefined ||
    isSealedText(secrets, before.secret, SOURCE_CONTEXT, secret, recordPlace(before));
  return {
    name: patch.name ?? before.name,
    adapter: before.adapter,
    secret: keeps ? before.secret : secrets.seal(secret, SOURCE_CONTEXT, recordPlace(before)),
    publicUrl: patch.publicUrl === undefined ? before.publicUrl : patch.publicUrl,
  };
}
