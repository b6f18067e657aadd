/**
 * Seals again, each for its own place: at a start the texts that an earlier version sealed without
 * a place (they begin with `rb1`), and in a rotation of the master key all that another key sealed.
 * Each record is one commit, so that a rotation that is broken off goes on where it was; several
 * processes may do it at once, since each change requires the record as it was read. A text that
 * cannot be opened stays, and is refused where it is used.
 */
import type { Endpoint, Sealed } from '../../core/endpoint/endpoint.ts';
import type { UserKey } from '../../core/id.ts';
import type { Project } from '../../core/project/project.ts';
import { auditEntry, SYSTEM_AUTHOR } from '../manage/author.ts';
import { answerPlace } from '../manage/keyed-request-service.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyCheckStore, SealedAnswer, SealedAuthenticator } from '../ports/key-check-store.ts';
import type { EndpointStore, SigningKeyStore, Source, SourceStore } from '../ports/manage-store.ts';
import {
  ANSWER_CONTEXT,
  AUTHENTICATOR_CONTEXT,
  keyPlace,
  opened,
  recordPlace,
  type Secrets,
  SIGNING_KEY_CONTEXT,
  SOURCE_CONTEXT,
} from '../ports/secrets.ts';
import { withSecretsChanged } from './endpoint-secrets.ts';

export const UNPLACED_PREFIX = 'rb1.';
const PAGE = 200;
/** If an operator changes a record meanwhile, it is read again. */
const TRIES_MAX = 3;

export interface ResealParts {
  readonly store: EndpointStore & SourceStore & SigningKeyStore & ProjectList;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  /** Which texts are sealed again; those without a place if it is missing. */
  readonly isOld?: (sealed: Sealed) => boolean;
  /** Called after each record. */
  readonly onChanged?: () => void;
}

interface ProjectList {
  projects(): Promise<readonly Project[]>;
}

type Bind = (sealed: Sealed, context: string, place: string) => Sealed;

/** Returns the number of changed records. */
export async function resealAll(parts: ResealParts): Promise<number> {
  let changed = 0;
  for (const project of await parts.store.projects()) {
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      const done = await resealProject(parts, project);
      changed += done.changed;
      if (done.missed === 0) break;
    }
  }
  return changed;
}

interface Done {
  readonly changed: number;
  /** Records that another writer changed at the same time. */
  readonly missed: number;
}

async function resealProject(parts: ResealParts, { key: projectKey }: Project): Promise<Done> {
  const { store, clock } = parts;
  const bind: Bind = (sealed, context, place) => bound(parts, sealed, context, place);
  const results: boolean[] = [];
  const note = (done: boolean): void => {
    results.push(done);
    if (done) parts.onChanged?.();
  };
  const entry = (action: string, id: string) =>
    auditEntry(SYSTEM_AUTHOR, clock.wallMs(), action, id, { before: null, after: null });
  for (let afterKey: Endpoint['key'] | null = null; ; ) {
    const page: readonly Endpoint[] = await store.endpoints({ projectKey, afterKey, limit: PAGE });
    for (const each of page) {
      const rebound = endpointBound(each, bind);
      if (rebound === each) continue;
      const audit = entry('endpoint.resealed', each.id);
      const { key, revision } = each;
      const settings = rebound;
      note((await store.updateEndpoint({ projectKey, key, settings, audit, revision })) !== null);
    }
    if (page.length < PAGE) break;
    afterKey = page.at(-1)?.key ?? null;
  }
  for (const each of await store.sources(projectKey)) {
    const after = sourceBound(each, bind);
    if (after === each) continue;
    const audit = entry('source.resealed', each.id);
    note(
      (await store.updateSource({
        projectKey,
        key: each.key,
        source: after,
        audit,
        seen: each,
      })) !== null,
    );
  }
  for (const each of await store.signingKeys(projectKey)) {
    const place = keyPlace(projectKey, each.kid);
    const privateKey = bind(each.privateKey, SIGNING_KEY_CONTEXT, place);
    if (privateKey === each.privateKey) continue;
    const audit = entry('signing-key.resealed', each.kid);
    const { kid, privateKey: seen } = each;
    note(await store.resealSigningKey({ projectKey, kid, seen, sealed: privateKey, audit }));
  }
  const changed = results.filter(Boolean).length;
  return { changed, missed: results.length - changed };
}

export type RotationParts = ResealParts & {
  readonly store: ResealParts['store'] & KeyCheckStore;
  readonly isOld: (sealed: Sealed) => boolean;
};

export interface Rotated {
  readonly changed: number;
  /** Records that another writer changed at the same time: another pass is needed. */
  readonly missed: number;
  /** Records with a text that no key opens, as before. */
  readonly left: number;
}

/**
 * All that another key sealed: the records of each project, the secrets of authenticator apps, and
 * the kept answers.
 */
export async function rotateAll(parts: RotationParts): Promise<Rotated> {
  const { store, secrets, isOld, onChanged } = parts;
  let changed = await resealAll(parts);
  let left = 0;
  let missed = 0;
  const count = (done: boolean): void => {
    if (!done) missed += 1;
    else changed += 1;
    if (done) onChanged?.();
  };
  for (let after: UserKey | null = null; ; ) {
    const page: readonly SealedAuthenticator[] = await store.authenticators({ after, limit: PAGE });
    for (const each of page) {
      const sealed = bound(parts, each.secret, `${AUTHENTICATOR_CONTEXT} ${each.userId}`, '');
      if (sealed !== each.secret) count(await store.resealAuthenticator({ ...each, sealed }));
      else if (isOld(sealed)) left += 1;
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.user ?? null;
  }
  for (let after = 0; ; ) {
    const page: readonly SealedAnswer[] = await store.keptAnswers({ after, limit: PAGE });
    for (const each of page) {
      const place = answerPlace(each.request);
      const sealed = bound({ secrets, isOld }, each.answer, ANSWER_CONTEXT, place);
      if (sealed !== each.answer) count(await store.resealAnswer({ ...each, sealed }));
      else if (isOld(sealed)) left += 1;
    }
    if (page.length < PAGE) break;
    after = page.at(-1)?.key ?? after;
  }
  const rest = await restOf(parts);
  return { changed, left: left + rest.left, missed: missed + rest.missed };
}

/** What a pass has left of the records of projects. */
async function restOf(parts: RotationParts): Promise<Omit<Rotated, 'changed'>> {
  const { store, isOld } = parts;
  let left = 0;
  let missed = 0;
  const look: Bind = (sealed, context, place) => {
    if (!isOld(sealed)) return sealed;
    if (bound(parts, sealed, context, place) === sealed) left += 1;
    else missed += 1;
    return sealed;
  };
  for (const { key: projectKey } of await store.projects()) {
    for (let afterKey: Endpoint['key'] | null = null; ; ) {
      const page: readonly Endpoint[] = await store.endpoints({
        projectKey,
        afterKey,
        limit: PAGE,
      });
      for (const each of page) endpointBound(each, look);
      if (page.length < PAGE) break;
      afterKey = page.at(-1)?.key ?? null;
    }
    for (const each of await store.sources(projectKey)) {
      sourceBound(each, look);
    }
    for (const { kid, privateKey } of await store.signingKeys(projectKey)) {
      look(privateKey, SIGNING_KEY_CONTEXT, keyPlace(projectKey, kid));
    }
  }
  return { left, missed };
}

/** The same source if nothing was sealed anew. */
function sourceBound(source: Source, bind: Bind): Source {
  const anew = (sealed: Sealed) => bind(sealed, SOURCE_CONTEXT, recordPlace(source));
  const secret = anew(source.secret);
  const previous = source.previous && {
    ...source.previous,
    secret: anew(source.previous.secret),
  };
  if (secret === source.secret && previous?.secret === source.previous?.secret) return source;
  return { ...source, secret, previous };
}

/** A text that belongs to no record of a project has no place; its context names its record. */
function bound(
  { secrets, isOld = isUnplaced }: Pick<ResealParts, 'secrets' | 'isOld'>,
  sealed: Sealed,
  context: string,
  place: string,
): Sealed {
  if (!isOld(sealed)) return sealed;
  const from = isUnplaced(sealed) ? '' : place;
  const plain = opened(secrets, sealed, context, from);
  return plain === null ? sealed : secrets.seal(plain, context, place);
}

function isUnplaced(sealed: Sealed): boolean {
  return sealed.startsWith(UNPLACED_PREFIX);
}

/** Returns the endpoint itself if all its sealed texts have a place. */
function endpointBound(endpoint: Endpoint, bind: Bind): Endpoint {
  const place = recordPlace(endpoint);
  return withSecretsChanged(endpoint, (sealed, context, placeIn) =>
    bind(sealed, context, placeIn(place)),
  );
}
