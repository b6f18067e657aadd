/**
 * Seals again, each for its own place, the texts that an earlier version sealed without a place
 * (they begin with `rb1`). This happens once at the start, before anything is sent; afterwards such
 * a text opens nowhere else. Each record is one commit; several processes may do it at once, since
 * each change requires the record as it was read. A text that cannot be opened stays, and is
 * refused where it is used.
 */
import type { Endpoint, EndpointAuth, Sealed } from '../../core/endpoint/endpoint.ts';
import type { Project } from '../../core/project/project.ts';
import { auditEntry, SYSTEM_AUTHOR } from '../manage/author.ts';
import type { Clock } from '../ports/clock.ts';
import type { EndpointStore, SigningKeyStore, SourceStore } from '../ports/manage-store.ts';
import {
  HEADER_CONTEXT,
  headerPlace,
  keyPlace,
  opened,
  recordPlace,
  SECRET_CONTEXT,
  type Secrets,
  SIGNING_KEY_CONTEXT,
  SOURCE_CONTEXT,
  TARGET_CONTEXT,
  TOKEN_CONTEXT,
} from '../ports/secrets.ts';

export const UNPLACED_PREFIX = 'rb1.';
const PAGE = 200;
/** If an operator changes a record meanwhile, it is read again. */
const TRIES_MAX = 3;

export interface ResealParts {
  readonly store: EndpointStore & SourceStore & SigningKeyStore & ProjectList;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Pick<Clock, 'wallMs'>;
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
  const { store, secrets, clock } = parts;
  const bind: Bind = (sealed, context, place) => {
    if (!sealed.startsWith(UNPLACED_PREFIX)) return sealed;
    const plain = opened(secrets, sealed, context);
    return plain === null ? sealed : secrets.seal(plain, context, place);
  };
  const entry = (action: string, id: string) =>
    auditEntry(SYSTEM_AUTHOR, clock.wallMs(), action, id, { before: null, after: null });
  const results: boolean[] = [];
  for (let afterKey: Endpoint['key'] | null = null; ; ) {
    const page: readonly Endpoint[] = await store.endpoints({ projectKey, afterKey, limit: PAGE });
    for (const each of page) {
      const bound = endpointBound(each, bind);
      if (bound === each) continue;
      const audit = entry('endpoint.resealed', each.id);
      const { key, revision } = each;
      results.push(
        (await store.updateEndpoint({ projectKey, key, settings: bound, audit, revision })) !==
          null,
      );
    }
    if (page.length < PAGE) break;
    afterKey = page.at(-1)?.key ?? null;
  }
  for (const each of await store.sources(projectKey)) {
    const secret = bind(each.secret, SOURCE_CONTEXT, recordPlace(each));
    if (secret === each.secret) continue;
    const audit = entry('source.resealed', each.id);
    const after = { ...each, secret };
    results.push(
      (await store.updateSource({
        projectKey,
        key: each.key,
        source: after,
        audit,
        seen: each,
      })) !== null,
    );
  }
  const keys = await store.signingKeys(projectKey);
  for (const each of keys) {
    const place = keyPlace(projectKey, each.kid);
    const privateKey = bind(each.privateKey, SIGNING_KEY_CONTEXT, place);
    if (privateKey === each.privateKey) continue;
    const audit = entry('signing-key.resealed', each.kid);
    results.push(
      await store.putSigningKeys({ keys: [{ ...each, privateKey }], audit, seen: keys }),
    );
  }
  const changed = results.filter(Boolean).length;
  return { changed, missed: results.length - changed };
}

/** Returns the endpoint itself if all its sealed texts have a place. */
function endpointBound(endpoint: Endpoint, bind: Bind): Endpoint {
  const place = recordPlace(endpoint);
  const auth = authBound(endpoint.auth, (sealed, context) => bind(sealed, context, place));
  const secretTarget =
    endpoint.secretTarget === null ? null : bind(endpoint.secretTarget, TARGET_CONTEXT, place);
  const headers = endpoint.headers.map((header) => ({
    ...header,
    value: bind(header.value, HEADER_CONTEXT, headerPlace(place, header.name)),
  }));
  const isBound =
    auth === endpoint.auth &&
    secretTarget === endpoint.secretTarget &&
    headers.every(({ value }, at) => value === endpoint.headers[at]?.value);
  return isBound ? endpoint : { ...endpoint, auth, secretTarget, headers };
}

function authBound(
  auth: EndpointAuth | null,
  bind: (sealed: Sealed, context: string) => Sealed,
): EndpointAuth | null {
  switch (auth?.method) {
    case 'bearer': {
      const token = bind(auth.token, TOKEN_CONTEXT);
      return token === auth.token ? auth : { ...auth, token };
    }
    case 'hmac-sha256': {
      const secret = bind(auth.secret, SECRET_CONTEXT);
      const retiring = auth.retiring.map((each) => ({
        ...each,
        secret: bind(each.secret, SECRET_CONTEXT),
      }));
      const isBound = retiring.every((each, at) => each.secret === auth.retiring[at]?.secret);
      return secret === auth.secret && isBound ? auth : { ...auth, secret, retiring };
    }
    default:
      return auth;
  }
}
