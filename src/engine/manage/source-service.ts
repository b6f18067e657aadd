/**
 * Ingest sources (S12.27): a telephony platform that posts its own callbacks to
 * `/v1/ingest/{adapter}/{id}`. The secret that authenticates them is sealed; it leaves this file
 * only for the ingest route, never for an answer or an audit entry.
 */

import { hintOf, masked } from '../../core/endpoint/secret-hint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type ProjectKey, parseId, type SourceKey } from '../../core/id.ts';
import { refuseTooMany } from '../../core/project/limits.ts';
import { isoTime } from '../../core/time.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  NewSource,
  PreviousSecret,
  Source,
  SourceRequest,
  SourceStore,
} from '../ports/manage-store.ts';
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
import { createOpenedSources, type OpenedSource, settingsOf } from './opened-sources.ts';
import { isSame } from './same.ts';
import {
  type KeptSecrets,
  refuseKeptSecrets,
  refuseSourceErrors,
  type SourceInput,
  type SourcePatch,
  type SourceRules,
} from './source-input.ts';
import { createSourceNotes, type NotedSource, type SourceNotes } from './source-notes.ts';

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
  /** Writes the notes that wait, before the process ends. */
  flush: SourceNotes['flush'];
  /** A secret of the source, masked to its last characters, so that an operator recognises it. */
  shownSecret(source: Source, sealed?: string): string;
  /**
   * For the ingest route: the source with its secrets in the clear, the present one first; null if
   * there is no such source. A secret that cannot be unsealed is left out.
   */
  open(adapter: string, id: string): Promise<OpenedSource | null>;
}

export interface SourceParts {
  readonly store: SourceStore;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  /** The ingest adapters that this server has. */
  readonly adapters: SourceRules['adapters'];
  /** Told after requests of a source were written, for pages that show them. */
  readonly received?: (source: NotedSource) => void;
}

export function createSourceService({
  store,
  secrets,
  clock,
  adapters,
  received = () => undefined,
}: SourceParts): SourceService {
  const inTurn = createKeyedMutex<ProjectKey>();
  const notes = createSourceNotes({ store, clock, written: received });
  const openedSources = createOpenedSources({ sourceOf: byId, secrets, clock });

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
        const atMs = clock.wallMs();
        refuseSourceErrors(input, { adapters, nowMs: atMs });
        refuseHalfPrevious(input);
        refuseTooMany('sources', (await store.sources(projectKey)).length);
        const place = recordPlace({ projectKey, createdAtMs: atMs });
        const sealed = sealedInput(input, (secret) => secrets.seal(secret, SOURCE_CONTEXT, place));
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
          const nowMs = clock.wallMs();
          refuseSourceErrors(changedInput(before, patch), { adapters, nowMs });
          const after = patched(before, patch, secrets);
          if (isSame(after, patched(before, {}, secrets))) return before;
          const adapter = adapters.find(({ name }) => name === before.adapter);
          const { settings = null } = after;
          if (adapter !== undefined && settings !== before.settings) {
            const both = { settings: settingsOf({ settings }), former: settingsOf(before) };
            refuseKeptSecrets(keptSecrets(before, after, secrets), adapter, both);
          }
          const secretChanged = after.secret !== before.secret;
          const change = { before: factsOf(before), after: { ...factsOf(after), secretChanged } };
          const audit = auditEntry(author, nowMs, 'source.updated', id, change);
          const updated = await store.updateSource({
            projectKey,
            key: before.key,
            source: after,
            audit,
            seen: before,
          });
          openedSources.changed(id);
          return updated;
        }),
      ),

    remove: (projectKey, id, author) =>
      inTurn(projectKey, async () => {
        const source = await get(projectKey, id);
        const change = { before: factsOf(source), after: null };
        const audit = auditEntry(author, clock.wallMs(), 'source.deleted', id, change);
        if (!(await store.deleteSource({ projectKey, key: source.key, audit }))) throw notFound();
        openedSources.changed(id);
      }),

    async requests(projectKey, id) {
      const source = await get(projectKey, id);
      await notes.settled(source.key);
      return store.sourceRequests(source.key);
    },

    note: notes.note,
    flush: notes.flush,

    shownSecret: (source, sealed = source.secret) =>
      masked(hintOf(opened(secrets, sealed, SOURCE_CONTEXT, recordPlace(source)) ?? '')),

    open: openedSources.open,
  };
}

function notFound(): ServiceError {
  return new ServiceError('NOT_FOUND', 'There is no such source.');
}

function sealedInput(input: SourceInput, seal: (secret: string) => string): NewSource {
  const { name, adapter, secret, publicUrl, settings } = input;
  const { previousSecret: former = null, previousSecretEndsAtMs: endsAtMs = null } = input;
  return {
    name,
    adapter,
    secret: seal(secret),
    previous: former === null || endsAtMs === null ? null : { secret: seal(former), endsAtMs },
    publicUrl,
    settings: settings ? JSON.stringify(settings) : null,
  };
}

/** What the rules judge of a patch: secrets only if they are sent. */
function changedInput(before: Source, patch: SourcePatch) {
  return {
    name: patch.name ?? before.name,
    adapter: before.adapter,
    secret: patch.secret ?? null,
    previousSecret: patch.previousSecret ?? null,
    previousSecretEndsAtMs: patch.previousSecretEndsAtMs ?? null,
    publicUrl: patch.publicUrl === undefined ? before.publicUrl : patch.publicUrl,
    settings: patch.settings === undefined ? settingsOf(before) : patch.settings,
  };
}

/** Those of `after` that the patch does not send; a secret that is sent again keeps its seal. */
function keptSecrets(
  before: Source,
  after: NewSource,
  secrets: Pick<Secrets, 'open'>,
): KeptSecrets {
  const seals = [before.secret, before.previous?.secret];
  const open = (sealed: Source['secret']) =>
    opened(secrets, sealed, SOURCE_CONTEXT, recordPlace(before));
  const { secret, previous } = after;
  return {
    ...(seals.includes(secret) && { present: open(secret) }),
    ...(previous && seals.includes(previous.secret) && { previous: open(previous.secret) }),
  };
}

/** The fields of a source in an audit entry. */
function factsOf({ name, adapter, publicUrl, previous, settings }: NewSource) {
  return {
    name,
    adapter,
    publicUrl,
    ...(previous ? { previousSecretEndsAt: isoTime(previous.endsAtMs) } : {}),
    ...(settings ? { settings: JSON.parse(settings) as object } : {}),
  };
}

function refuseHalfPrevious({
  previousSecret = null,
  previousSecretEndsAtMs = null,
}: Pick<SourceInput, 'previousSecret' | 'previousSecretEndsAtMs'>): void {
  if ((previousSecret === null) === (previousSecretEndsAtMs === null)) return;
  const name = previousSecret === null ? 'previousSecret' : 'previousSecretEndsAt';
  throw new ServiceError('INVALID_INPUT', 'The source breaks a rule.', {
    fields: [{ field: `/${name}`, message: 'Send the previous secret and its end together.' }],
  });
}

/** A secret that is sent again unchanged keeps its sealed text. */
function patched(
  before: Source,
  patch: SourcePatch,
  secrets: Pick<Secrets, 'seal' | 'open'>,
): NewSource {
  const place = recordPlace(before);
  const sealed = (secret: string, present: string | undefined) =>
    present !== undefined && isSealedText(secrets, present, SOURCE_CONTEXT, secret, place)
      ? present
      : secrets.seal(secret, SOURCE_CONTEXT, place);
  const secret = patch.secret === undefined ? before.secret : sealed(patch.secret, before.secret);
  const { settings } = patch;
  return {
    name: patch.name ?? before.name,
    adapter: before.adapter,
    secret,
    previous: previousOf(before, patch, secret, sealed),
    publicUrl: patch.publicUrl === undefined ? before.publicUrl : patch.publicUrl,
    settings: settings === undefined ? before.settings : settings && JSON.stringify(settings),
  };
}

/** A new secret ends the former one at once, unless the patch says until when that one counts. */
function previousOf(
  { secret: formerSecret, previous }: Source,
  { previousSecret, previousSecretEndsAtMs: endsAtMs }: SourcePatch,
  secret: string,
  sealed: (secret: string, present: string | undefined) => string,
): PreviousSecret | null {
  const isNew = secret !== formerSecret;
  if (previousSecret === null || endsAtMs === null) return null;
  if (previousSecret === undefined && endsAtMs === undefined) return isNew ? null : previous;
  const end = endsAtMs ?? previous?.endsAtMs;
  const former =
    previousSecret === undefined
      ? isNew
        ? formerSecret
        : previous?.secret
      : sealed(previousSecret, previous?.secret);
  if (former !== undefined && end !== undefined) return { secret: former, endsAtMs: end };
  const [field, message] =
    end === undefined
      ? ['/previousSecretEndsAt', 'Say until when the previous secret counts.']
      : ['/previousSecretEndsAt', 'There is no previous secret: send a new secret with it.'];
  throw new ServiceError('INVALID_INPUT', 'The source breaks a rule.', {
    fields: [{ field, message }],
  });
}
