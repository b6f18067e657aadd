/**
 * Creates, changes, deletes and reads endpoints (S12.8 to S12.11, S6.26). A change takes effect
 * with the next attempt; deliveries of a trigger that is no longer ticked are cancelled.
 */
import { agentFaults, agentInput } from '../../core/endpoint/agent-rules.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { FieldError } from '../../core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { ENDPOINTS_MAX, refuseTooMany } from '../../core/project/limits.ts';
import { scorecardById } from '../acw/scorecard-by-id.ts';
import { cancelOpen } from '../delivery/cancel-open.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import { decideAgain } from '../manage/decide-again.ts';
import { endpointById, noEndpoint } from '../manage/endpoint-by-id.ts';
import type { KeyedMutex } from '../manage/keyed-mutex.ts';
import { isSame } from '../manage/same.ts';
import type { CancelScope } from '../ports/manage-store.ts';
import { draftFaults, endpointWarnings, refuseDraft } from './endpoint-check.ts';
import { draftOf, draftPatched, type EndpointDraft } from './endpoint-draft.ts';
import { endpointFacts } from './endpoint-facts.ts';
import type { EndpointInput, EndpointPatch } from './endpoint-input.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import { sealDraft } from './endpoint-seal.ts';
import { type SavedEndpoint, saved, withSecret } from './endpoint-secret.ts';

/** Empty `errors`: the endpoint would be accepted. */
export interface EndpointChecked {
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
}

export interface EndpointChange {
  create(projectKey: ProjectKey, input: EndpointInput, author: Author): Promise<SavedEndpoint>;
  update(
    projectKey: ProjectKey,
    id: string,
    patch: EndpointPatch,
    author: Author,
  ): Promise<SavedEndpoint>;
  /** Checks what `create` would answer, without creating the endpoint. */
  check(projectKey: ProjectKey, input: EndpointInput): Promise<EndpointChecked>;
  /** Checks what `update` would answer, without changing the endpoint. */
  checkPatch(projectKey: ProjectKey, id: string, patch: EndpointPatch): Promise<EndpointChecked>;
  /** Deletes the endpoint and cancels its open deliveries. */
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
  get(projectKey: ProjectKey, id: string): Promise<Endpoint>;
  /** Lists from the oldest on, at most `limit`. */
  list(
    projectKey: ProjectKey,
    page: { readonly afterKey: EndpointKey | null; readonly limit: number },
  ): Promise<readonly Endpoint[]>;
}

export function createEndpointChange(
  parts: EndpointParts,
  inTurn: KeyedMutex<string>,
): EndpointChange {
  const { store, clock, secrets, dispatcher } = parts;
  return {
    create: (projectKey, input, author) =>
      inTurn(`project ${projectKey}`, async () => {
        const given = draftOf(input);
        const draft = withSecret(given, null, secrets);
        refuseDraft(draft, null, parts, await scorecardErrors(parts, projectKey, draft, null));
        const page = { afterKey: null, limit: ENDPOINTS_MAX };
        refuseTooMany('endpoints', (await store.endpoints({ projectKey, ...page })).length);
        const atMs = clock.wallMs();
        const settings = sealDraft(draft, null, secrets, { projectKey, createdAtMs: atMs });
        const enabled = input.enabled ?? true;
        const change = { before: null, after: { ...endpointFacts(settings), enabled } };
        const audit = auditEntry(author, atMs, 'endpoint.created', null, change);
        const endpoint = await store.createEndpoint({ projectKey, settings, enabled, audit });
        return saved(endpoint, given, draft);
      }),

    update: (projectKey, id, patch, author) =>
      inTurn(id, async () => {
        const { before, given, draft, endpoint } = await decideAgain(() =>
          patched(parts, projectKey, id, patch, author),
        );
        if (endpoint === before) return before;
        dispatcher.invalidate(endpoint.key);
        if (before.triggers.some((trigger) => !endpoint.triggers.includes(trigger))) {
          await cancelNoted(parts, endpoint, { kind: 'unticked' }, 'endpoint.updated', author);
        }
        return saved(endpoint, given, draft);
      }),

    check: (projectKey, input) => checked(parts, projectKey, draftOf(input), null),
    checkPatch: async (projectKey, id, patch) => {
      const present = await endpointById(store, projectKey, id);
      return checked(parts, projectKey, draftPatched(present, patch), present);
    },

    remove: (projectKey, id, author) =>
      inTurn(id, async () => {
        const before = await endpointById(store, projectKey, id);
        const change = { before: endpointFacts(before), after: null };
        const audit = auditEntry(author, clock.wallMs(), 'endpoint.deleted', id, change);
        if (!(await store.deleteEndpoint({ projectKey, key: before.key, audit })))
          throw noEndpoint();
        dispatcher.invalidate(before.key);
        await cancelNoted(parts, before, { kind: 'all' }, 'endpoint.deleted', author);
      }),

    get: (projectKey, id) => endpointById(store, projectKey, id),
    list: (projectKey, page) => store.endpoints({ projectKey, ...page }),
  };
}

/**
 * After a change that took away the receiver of open deliveries: cancels them and writes an audit
 * entry at the end. If such a change has no such entry behind it, the process ended before it was
 * done.
 */
async function cancelNoted(
  parts: EndpointParts,
  { key, id, projectKey }: Endpoint,
  scope: CancelScope,
  because: 'endpoint.updated' | 'endpoint.deleted',
  author: Author,
): Promise<void> {
  const cancelled = await cancelOpen(parts, key, scope);
  const change = { before: null, after: { because, cancelled } };
  const action = 'endpoint.deliveries-cancelled';
  const audit = auditEntry(author, parts.clock.wallMs(), action, id, change);
  await parts.store.noteAudit({ projectKey, audit });
}

async function checked(
  parts: EndpointParts,
  projectKey: ProjectKey,
  draft: EndpointDraft,
  present: Endpoint | null,
): Promise<EndpointChecked> {
  const others = await scorecardErrors(parts, projectKey, draft, present);
  const { all } = draftFaults(draft, present, parts, others);
  return { errors: all, warnings: endpointWarnings(draft, parts) };
}

/**
 * Returns null if another caller changed the endpoint meanwhile, and `before` itself if nothing
 * changes.
 */
async function patched(
  parts: EndpointParts,
  projectKey: ProjectKey,
  id: string,
  patch: EndpointPatch,
  author: Author,
): Promise<Patched | null> {
  const { store, clock, secrets } = parts;
  const before = await endpointById(store, projectKey, id);
  const given = draftPatched(before, patch);
  const draft = withSecret(given, before, secrets);
  refuseDraft(draft, before, parts, await scorecardErrors(parts, projectKey, draft, before));
  const settings = sealDraft(draft, before, secrets, before);
  // Sealed texts that were kept are equal, so this also compares secrets.
  if (isSame(settings, sealDraft(draftPatched(before, {}), before, secrets, before))) {
    return { before, given, draft, endpoint: before };
  }
  const change = { before: endpointFacts(before), after: endpointFacts(settings) };
  const audit = auditEntry(author, clock.wallMs(), 'endpoint.updated', id, change);
  const { key, revision } = before;
  const endpoint = await store.updateEndpoint({ projectKey, key, settings, audit, revision });
  return endpoint === null ? null : { before, given, draft, endpoint };
}

interface Patched {
  readonly before: Endpoint;
  readonly given: EndpointDraft;
  readonly draft: EndpointDraft;
  readonly endpoint: Endpoint;
}

/** A scorecard that was accepted before is checked again only if another one is named. */
async function scorecardErrors(
  { store }: Pick<EndpointParts, 'store'>,
  projectKey: ProjectKey,
  { kind, agent }: EndpointDraft,
  present: Endpoint | null,
): Promise<readonly FieldError[]> {
  const id = agent?.scorecardId ?? null;
  const kept = agentInput(present?.agent ?? null)?.scorecardId;
  if (id === null || id === kept || agentFaults(kind, agent).length > 0) return [];
  const scorecard = await scorecardById(store, projectKey, id, null);
  if (scorecard !== null && scorecard.deletedAtMs === null) return [];
  const message = 'There is no such scorecard; name another, or null for the default one.';
  return [{ field: '/agent/scorecardId', message }];
}
