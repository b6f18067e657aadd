/**
 * Making, changing, removing and reading endpoints (decisions sections 5 and 11). A change takes
 * effect with the next attempt; deliveries of a trigger that is no longer ticked are cancelled.
 */
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import { type Author, auditEntry } from './author.ts';
import { endpointById, noEndpoint } from './endpoint-by-id.ts';
import { refuseDraft } from './endpoint-check.ts';
import { draftOf, draftPatched } from './endpoint-draft.ts';
import { endpointFacts } from './endpoint-facts.ts';
import type { EndpointInput, EndpointPatch } from './endpoint-input.ts';
import type { EndpointParts } from './endpoint-parts.ts';
import { sealDraft } from './endpoint-seal.ts';
import { cancelOpen } from './lane-batches.ts';
import { isSame } from './same.ts';
import type { TakeTurn } from './turn-queue.ts';

/** Every report looks at all of a project's endpoints. */
export const ENDPOINTS_MAX = 200;

export interface EndpointChange {
  create(projectKey: ProjectKey, input: EndpointInput, author: Author): Promise<Endpoint>;
  update(
    projectKey: ProjectKey,
    id: string,
    patch: EndpointPatch,
    author: Author,
  ): Promise<Endpoint>;
  /** Deletes it and cancels its open deliveries. */
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
  get(projectKey: ProjectKey, id: string): Promise<Endpoint>;
  /** From the oldest on, `limit` at most. */
  list(
    projectKey: ProjectKey,
    page: { readonly afterKey: EndpointKey | null; readonly limit: number },
  ): Promise<readonly Endpoint[]>;
}

export function createEndpointChange(
  parts: EndpointParts,
  inTurn: TakeTurn<string>,
): EndpointChange {
  const { store, clock, secrets, dispatcher } = parts;
  return {
    create: (projectKey, input, author) =>
      inTurn(`project ${projectKey}`, async () => {
        const draft = draftOf(input);
        refuseDraft(draft, null, parts);
        const present = await store.endpoints(projectKey, { afterKey: null, limit: ENDPOINTS_MAX });
        if (present.length >= ENDPOINTS_MAX) throw tooMany();
        const settings = sealDraft(draft, null, secrets);
        const enabled = input.enabled ?? true;
        const change = { before: null, after: { ...endpointFacts(settings), enabled } };
        const entry = auditEntry(author, clock.wallMs(), 'endpoint.created', null, change);
        return store.createEndpoint(projectKey, settings, enabled, entry);
      }),

    update: (projectKey, id, patch, author) =>
      inTurn(id, async () => {
        const before = await endpointById(store, projectKey, id);
        const draft = draftPatched(before, patch);
        refuseDraft(draft, before, parts);
        const settings = sealDraft(draft, before, secrets);
        // Sealed texts that were kept are equal, so this also compares secrets.
        if (isSame(settings, sealDraft(draftPatched(before, {}), before, secrets))) return before;
        const change = { before: endpointFacts(before), after: endpointFacts(settings) };
        const entry = auditEntry(author, clock.wallMs(), 'endpoint.updated', id, change);
        const endpoint = await store.updateEndpoint(projectKey, before.key, settings, entry);
        if (endpoint === null) throw noEndpoint();
        dispatcher.invalidate(endpoint.key);
        if (before.triggers.some((trigger) => !endpoint.triggers.includes(trigger))) {
          const { triggers } = endpoint;
          await cancelOpen(parts, endpoint.key, { kind: 'triggers-other-than', triggers });
        }
        return endpoint;
      }),

    remove: (projectKey, id, author) =>
      inTurn(id, async () => {
        const before = await endpointById(store, projectKey, id);
        const change = { before: endpointFacts(before), after: null };
        const entry = auditEntry(author, clock.wallMs(), 'endpoint.deleted', id, change);
        if (!(await store.deleteEndpoint(projectKey, before.key, entry))) throw noEndpoint();
        dispatcher.invalidate(before.key);
        await cancelOpen(parts, before.key, { kind: 'all' });
      }),

    get: (projectKey, id) => endpointById(store, projectKey, id),
    list: (projectKey, page) => store.endpoints(projectKey, page),
  };
}

function tooMany(): ServiceError {
  return new ServiceError('LIMIT_REACHED', `A project has at most ${ENDPOINTS_MAX} endpoints.`);
}
