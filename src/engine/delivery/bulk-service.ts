/**
 * Bulk jobs for operators: one action on all deliveries of a filter or on named deliveries, or the
 * deletion of all calls of a client. A request makes the job and may do its first steps itself
 * (retry of many, recovery of an endpoint); `bulk-runner.ts` does the rest. This file decides what
 * a filter means.
 */
import type { ResultClass } from '../../core/delivery/result-class.ts';
import { FAILED_STATES, type ShownState } from '../../core/delivery/state.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import {
  asKey,
  type BulkKey,
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type ProjectKey,
  parseId,
} from '../../core/id.ts';
import { TRIGGERS, type Trigger } from '../../core/trigger/trigger.ts';
import { type Author, auditEntry } from '../manage/author.ts';
import type {
  BulkCount,
  BulkFilter,
  BulkItem,
  BulkJob,
  BulkStore,
  CallsFilter,
  DeliveryAction,
  SubjectFilter,
} from '../ports/bulk-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { BulkRunner } from './bulk-runner.ts';
import { parseFingerprint } from './issue.ts';

/**
 * The same filter as for the list of deliveries; an empty list does not restrict. `issue`: a
 * fingerprint.
 */
export interface AskedFilter {
  readonly endpointIds: readonly string[];
  readonly callId: string | null;
  readonly triggers: readonly Trigger[];
  readonly states: readonly ShownState[];
  readonly classes: readonly ResultClass[];
  readonly notEndpointIds: readonly string[];
  readonly notTriggers: readonly Trigger[];
  readonly notStates: readonly ShownState[];
  readonly attemptsMin: number | null;
  readonly issue: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The action of a job and what it applies to. */
export type AskedOf =
  | { readonly action: DeliveryAction; readonly filter: AskedFilter }
  | { readonly action: DeliveryAction; readonly ids: readonly string[] }
  | { readonly action: 'delete-calls'; readonly clientId: string }
  | ({ readonly action: 'delete-calls' } & SubjectFilter);

export interface AskedJob {
  readonly of: AskedOf;
  /** The request as it was sent, to be shown with the job. */
  readonly asked: unknown;
  readonly reason: string | null;
}

export interface BulkService {
  preview(
    projectKey: ProjectKey,
    of: Exclude<AskedOf, { readonly ids: unknown }>,
  ): Promise<BulkCount>;
  /**
   * Throws LIMIT_REACHED while too many jobs are open, and INVALID_INPUT for states that the action
   * does not take.
   */
  create(projectKey: ProjectKey, job: AskedJob, author: Author): Promise<BulkJob>;
  /**
   * Makes the job as `create` does, and takes up to `WAITED_STEPS_MAX` steps. The leading process
   * does the rest.
   */
  run(projectKey: ProjectKey, job: AskedJob, author: Author): Promise<BulkJob>;
  list(
    projectKey: ProjectKey,
    beforeKey: BulkKey | null,
    limit: number,
  ): Promise<readonly BulkJob[]>;
  get(projectKey: ProjectKey, id: string): Promise<BulkJob>;
  items(
    projectKey: ProjectKey,
    id: string,
    afterNumber: number,
    limit: number,
  ): Promise<readonly BulkItem[]>;
  /** Finished items stay done. A job that has ended is returned unchanged. */
  abort(projectKey: ProjectKey, id: string, author: Author): Promise<BulkJob>;
}

export interface BulkServiceParts {
  readonly store: BulkStore & Pick<Store, 'endpoint' | 'call'>;
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly runner: Pick<BulkRunner, 'wake' | 'finish'>;
}

/** The steps that a request waits for: 10,000 deliveries, which take a second or two. */
export const WAITED_STEPS_MAX = 50;

/** The filter that takes every delivery. */
export const NO_FILTER: AskedFilter = {
  endpointIds: [],
  callId: null,
  triggers: [],
  states: [],
  classes: [],
  notEndpointIds: [],
  notTriggers: [],
  notStates: [],
  attemptsMin: null,
  issue: null,
  fromMs: null,
  toMs: null,
};

export function createBulkService(parts: BulkServiceParts): BulkService {
  const { store, clock, runner } = parts;

  async function get(projectKey: ProjectKey, id: string): Promise<BulkJob> {
    const parsed = parseId('blk', id);
    const job =
      parsed === null ? null : await store.bulkJob({ projectKey, key: asKey<BulkKey>(parsed.key) });
    if (job?.id !== id) throw new ServiceError('NOT_FOUND', 'There is no bulk job with this id.');
    return job;
  }

  return {
    get,
    list: (projectKey, beforeKey, limit) => store.bulkJobs({ projectKey, beforeKey, limit }),
    async preview(projectKey, of) {
      const filter = await filterOf(parts, projectKey, of);
      return store.countBulk({ projectKey, filter, nowMs: clock.wallMs() });
    },
    async create(projectKey, asked, author) {
      const job = await made(parts, projectKey, asked, author);
      runner.wake();
      return job;
    },
    async run(projectKey, asked, author) {
      const job = await made(parts, projectKey, asked, author);
      const stepped = await runner.finish(job.key, WAITED_STEPS_MAX);
      if (stepped !== null && stepped.endedAtMs !== null) return stepped;
      // The leading process may have taken steps too, even the last one.
      return (await store.bulkJob({ projectKey, key: job.key })) ?? stepped ?? job;
    },
    async items(projectKey, id, afterNumber, limit) {
      const { key } = await get(projectKey, id);
      return store.bulkItems({ projectKey, key, afterNumber, limit });
    },
    async abort(projectKey, id, author) {
      const before = await get(projectKey, id);
      const { action, done, state } = before;
      const change = { before: { state, done }, after: { action } };
      const audit = auditEntry(author, clock.wallMs(), 'bulk.aborted', id, change);
      return (await store.abortBulk({ projectKey, key: before.key, audit })) ?? before;
    },
  };
}

async function made(
  parts: BulkServiceParts,
  projectKey: ProjectKey,
  { of, asked, reason }: AskedJob,
  author: Author,
): Promise<BulkJob> {
  const { store, clock } = parts;
  const { action } = of;
  const createdAtMs = clock.wallMs();
  const facts = { action, reason, asked, createdBy: author.actor, createdAtMs };
  const after = { action, reason, asked, ids: 'ids' in of ? of.ids.length : null };
  const audit = auditEntry(author, createdAtMs, 'bulk.started', null, { before: null, after });
  if ('ids' in of) {
    const ids = [...new Set(of.ids)].map(deliveryKeyOf);
    const counted = { matched: ids.length, matchedExact: true };
    const job = { ...facts, ...counted, filter: null, ids };
    return store.createBulk({ projectKey, job, audit });
  }
  const filter = await filterOf(parts, projectKey, of);
  const { matched, exact } = await store.countBulk({
    projectKey,
    filter,
    nowMs: createdAtMs,
  });
  const counted = { matched, matchedExact: exact };
  const job = { ...facts, ...counted, filter, ids: null };
  return store.createBulk({ projectKey, job, audit });
}

/** An id that was never issued matches no row, and the result of its item says so. */
function deliveryKeyOf(id: string): DeliveryKey {
  return asKey<DeliveryKey>(parseId('dlv', id)?.key ?? 0);
}

const OPEN: readonly ShownState[] = ['waiting', 'due', 'retrying', 'held', 'sending'];
const CLOSED: readonly ShownState[] = [...FAILED_STATES, 'cancelled', 'delivered'];

/** The states that each action takes, and those that it takes if the filter names none. */
const STATES: Readonly<
  Record<
    DeliveryAction,
    { readonly able: readonly ShownState[]; readonly usual: readonly ShownState[] }
  >
> = {
  retry: { able: [...CLOSED, 'retrying'], usual: FAILED_STATES },
  recover: { able: [...FAILED_STATES, 'cancelled'], usual: FAILED_STATES },
  cancel: { able: OPEN, usual: OPEN },
  replay: { able: CLOSED, usual: FAILED_STATES },
};

async function filterOf(
  parts: BulkServiceParts,
  projectKey: ProjectKey,
  of: Exclude<AskedOf, { readonly ids: unknown }>,
): Promise<BulkFilter | CallsFilter> {
  if (of.action === 'delete-calls') {
    return 'subject' in of ? { subject: of.subject, value: of.value } : { clientId: of.clientId };
  }
  const { action, filter: asked } = of;
  const issue = asked.issue === null ? null : parseFingerprint(asked.issue);
  if (asked.issue !== null && issue === null) {
    throw invalid('/filter/issue', 'Give the fingerprint of an issue.');
  }
  const named = issue === null ? asked.endpointIds : [issue.endpointId];
  return {
    endpoints: await endpointKeysOf(parts, projectKey, named),
    notEndpoints: await endpointKeysOf(parts, projectKey, asked.notEndpointIds),
    callKey: await callKeyOf(parts, projectKey, asked.callId),
    triggers: triggersOf(asked),
    states: statesOf(action, asked),
    classes: asked.classes,
    ...(asked.attemptsMin === null ? {} : { attemptsMin: asked.attemptsMin }),
    issueClass: issue?.issueClass ?? null,
    fromMs: asked.fromMs,
    toMs: asked.toMs,
  };
}

/** Never returns an empty list, because an empty list would mean every state. */
function statesOf(action: DeliveryAction, asked: AskedFilter): readonly ShownState[] {
  const { able, usual } = STATES[action];
  const wrong = asked.states.find((state) => !able.includes(state));
  if (wrong !== undefined) {
    const message = `${action} is for ${able.join(', ')}; ${wrong} is none of them.`;
    throw invalid('/filter/state', message);
  }
  // Retrying a whole issue includes the deliveries that are being retried.
  const isWholeIssue = asked.issue !== null && action === 'retry';
  const whole = isWholeIssue ? [...usual, 'retrying' as const] : usual;
  const from = asked.states.length === 0 ? whole : asked.states;
  const states = from.filter((state) => !asked.notStates.includes(state));
  if (states.length === 0) throw invalid('/filter/notState', 'This leaves no state.');
  if (states.some((state) => state !== 'sending')) return states;
  throw invalid('/filter/state', 'No job can be of what is being sent alone; add due or retrying.');
}

function triggersOf({ triggers, notTriggers }: AskedFilter): readonly Trigger[] {
  if (notTriggers.length === 0) return triggers;
  const from = triggers.length === 0 ? TRIGGERS : triggers;
  const rest = from.filter((trigger) => !notTriggers.includes(trigger));
  if (rest.length === 0) throw invalid('/filter/notTrigger', 'This leaves no trigger.');
  return rest;
}

/**
 * Refuses unknown endpoints, even in an exclusion: a typing error there would include more than
 * meant.
 */
async function endpointKeysOf(
  { store }: BulkServiceParts,
  projectKey: ProjectKey,
  ids: readonly string[],
): Promise<readonly EndpointKey[]> {
  const keys: EndpointKey[] = [];
  for (const id of ids) {
    const key = asKey<EndpointKey>(parseId('ep', id)?.key ?? 0);
    const endpoint = await store.endpoint({ projectKey, key });
    if (endpoint?.id !== id) {
      throw new ServiceError('NOT_FOUND', 'There is no endpoint with this id.');
    }
    keys.push(key);
  }
  return keys;
}

/** An unknown call has key 0, which matches no row. */
async function callKeyOf(
  { store }: BulkServiceParts,
  projectKey: ProjectKey,
  callId: string | null,
): Promise<CallKey | null> {
  if (callId === null) return null;
  return (await store.call({ projectKey, callId }))?.key ?? asKey<CallKey>(0);
}

function invalid(field: string, message: string): ServiceError {
  return new ServiceError('INVALID_INPUT', 'The filter is wrong; see errors.', {
    fields: [{ field, message }],
  });
}
