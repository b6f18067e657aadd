/**
 * The signing secrets of endpoints with `hmac-sha256` (docs/decisions/0037): created with the
 * endpoint, and rotated by an operator with an overlap in which both sign. Only the answer to the
 * request that created a secret shows it.
 */
import type { Endpoint, EndpointAuth } from '../../core/endpoint/endpoint.ts';
import { hintOf } from '../../core/endpoint/secret-hint.ts';
import { SECRET_BYTES, secretFault, secretOf } from '../../core/endpoint/signing-secret.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { ProjectKey } from '../../core/id.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { decideAgain } from '../manage/decide-again.ts';
import { endpointById } from '../manage/endpoint-by-id.ts';
import type { KeyedMutex } from '../manage/keyed-mutex.ts';
import { recordPlace, SECRET_CONTEXT, type Secrets } from '../ports/secrets.ts';
import { draftPatched, type EndpointDraft } from './endpoint-draft.ts';
import { endpointFacts } from './endpoint-facts.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import { sealDraft } from './endpoint-seal.ts';

/** The largest number of secrets that sign one request, as for signing keys. */
export const SECRETS_MAX = 3;
export const OVERLAP_HOURS = { default: 24, max: 168 } as const;
const HOUR_MS = 3_600_000;

/** An endpoint, with its secret if one was just created; no other answer shows it. */
export interface SavedEndpoint extends Endpoint {
  readonly newSecret?: string;
}

export interface Rotation {
  /** Created if left out. */
  readonly secret?: string | undefined;
  /** How long the former secrets still sign; 0 ends them at once. */
  readonly overlapHours: number;
}

export interface EndpointSecret {
  /** Throws STATE_CONFLICT if the endpoint has no secret, or too many of them sign already. */
  rotateSecret(
    projectKey: ProjectKey,
    id: string,
    rotation: Rotation,
    author: Author,
  ): Promise<SavedEndpoint>;
}

export function createEndpointSecret(
  parts: EndpointParts,
  inTurn: KeyedMutex<string>,
): EndpointSecret {
  const { store, clock, secrets, dispatcher } = parts;
  return {
    rotateSecret: (projectKey, id, { secret, overlapHours }, author) =>
      inTurn(id, async () => {
        const newSecret = secret ?? makeSecret(secrets);
        refuseSecret(newSecret);
        const endpoint = await decideAgain(async () => {
          const before = await endpointById(store, projectKey, id);
          const nowMs = clock.wallMs();
          const { key, revision } = before;
          const retiring = retiringAfter(before.auth, overlapHours, nowMs);
          const secretHint = hintOf(newSecret);
          const sealed = secrets.seal(newSecret, SECRET_CONTEXT, recordPlace(before));
          const auth = { method: 'hmac-sha256', secret: sealed, secretHint, retiring } as const;
          const settings = {
            ...sealDraft(draftPatched(before, {}), before, secrets, before),
            auth,
          };
          const change = { before: endpointFacts(before), after: endpointFacts(settings) };
          const audit = auditEntry(author, nowMs, 'endpoint.secret-rotated', id, change);
          return store.updateEndpoint({ projectKey, key, settings, audit, revision });
        });
        dispatcher.invalidate(endpoint.key);
        return secret === undefined ? { ...endpoint, newSecret } : endpoint;
      }),
  };
}

/** Adds a new secret to a draft that needs one and names none. */
export function withSecret(
  draft: EndpointDraft,
  present: Endpoint | null,
  secrets: Pick<Secrets, 'token'>,
): EndpointDraft {
  const { auth } = draft;
  if (auth?.method !== 'hmac-sha256' || (auth.secret ?? null) !== null) return draft;
  if (present?.auth?.method === 'hmac-sha256') return draft;
  return { ...draft, auth: { ...auth, secret: makeSecret(secrets) } };
}

/** `draft`: `given` after `withSecret`. A secret that the client sent is not sent back. */
export function saved(
  endpoint: Endpoint,
  given: EndpointDraft,
  { auth }: EndpointDraft,
): SavedEndpoint {
  const newSecret = given.auth === auth ? null : (auth?.secret ?? null);
  return newSecret === null ? endpoint : { ...endpoint, newSecret };
}

function makeSecret(secrets: Pick<Secrets, 'token'>): string {
  return secretOf(secrets.token(SECRET_BYTES));
}

function refuseSecret(secret: string): void {
  const message = secretFault(secret);
  if (message === null) return;
  const fields = [{ field: '/secret', message }];
  throw new ServiceError('INVALID_INPUT', 'The secret cannot be used.', { fields });
}

type SecretAuth = Extract<EndpointAuth, { readonly method: 'hmac-sha256' }>;

function retiringAfter(
  auth: EndpointAuth | null,
  overlapHours: number,
  nowMs: number,
): SecretAuth['retiring'] {
  if (auth?.method !== 'hmac-sha256') {
    throw new ServiceError('STATE_CONFLICT', 'The endpoint has no secret: it is not hmac-sha256.');
  }
  if (overlapHours === 0) return [];
  const { secret, secretHint, retiring } = auth;
  const present = retiring.filter(({ untilMs }) => untilMs > nowMs);
  if (present.length + 2 > SECRETS_MAX) {
    throw new ServiceError(
      'STATE_CONFLICT',
      `${present.length} secrets are still retiring; wait, or rotate with overlapHours 0.`,
    );
  }
  return [{ secret, secretHint, untilMs: nowMs + overlapHours * HOUR_MS }, ...present];
}
