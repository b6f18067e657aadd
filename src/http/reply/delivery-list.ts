/**
 * The list of deliveries by shown state. Only the dispatcher knows which deliveries are `sending`,
 * not the store, so rows are read by stored state and kept only if their shown state was asked for;
 * a page may hold fewer rows than its limit.
 */
import type { Static } from 'typebox';
import { type ResultClass, resultClassOf } from '../../core/delivery/result-class.ts';
import { SHOWN_STATES, type ShownState, type StoredState } from '../../core/delivery/state.ts';
import { ServiceError } from '../../core/error/service-error.ts';
import type { DeliveryKey, EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { DeliveryFilter, DeliverySummary } from '../../engine/ports/query-store.ts';
import { type DeliveryPage, showDelivery } from '../schema/delivery.ts';
import type { Service } from '../service.ts';
import { keyOfCursor, pageFrom, pageLimit } from './cursor.ts';
import { shownStateOf } from './shown-state.ts';

export interface DeliveryListQuery {
  readonly callId?: string;
  readonly endpoints: readonly EndpointKey[];
  readonly trigger?: readonly Trigger[];
  readonly class?: readonly ResultClass[];
  readonly state?: readonly ShownState[];
  readonly notState?: readonly ShownState[];
  readonly notEndpoints?: readonly EndpointKey[];
  readonly notTrigger?: readonly Trigger[];
  readonly attemptsMin?: number;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly cursor?: string;
  readonly limit?: number;
}

export async function listDeliveries(
  service: Service,
  projectKey: ProjectKey,
  query: DeliveryListQuery,
): Promise<Static<typeof DeliveryPage>> {
  const wanted = wantedStates(query);
  // The request excludes every state it asks for; an empty set would mean any state.
  if (wanted !== null && wanted.size === 0) return { data: [], nextCursor: null };
  if (query.attemptsMin !== undefined) assertFindable(query, wanted);
  const filter: DeliveryFilter = {
    callId: query.callId ?? null,
    endpoint: onlyOf(query.endpoints),
    trigger: onlyOf(query.trigger ?? []),
    endpoints: query.endpoints,
    triggers: query.trigger ?? [],
    classes: query.class ?? [],
    notEndpoints: query.notEndpoints ?? [],
    notTriggers: query.notTrigger ?? [],
    ...(query.attemptsMin === undefined ? {} : { attemptsMin: query.attemptsMin }),
    states: wanted === null ? [] : storedStates(wanted),
    fromMs: query.fromMs,
    toMs: query.toMs,
  };
  const before = keyOfCursor<DeliveryKey>(query.cursor);
  const { show, ask } = pageLimit(query.limit);
  const nowMs = service.clock.wallMs();
  const onlySending = wanted?.size === 1 && wanted.has('sending');
  const rows = onlySending
    ? await inFlight(service, projectKey, filter, before, ask)
    : await service.store.deliveries({ projectKey, filter, beforeKey: before, limit: ask, nowMs });
  const page = pageFrom(
    rows,
    show,
    (row) => row.key,
    (row) => showDelivery(row, shownStateOf(service, row)),
  );
  if (wanted === null) return page;
  return { ...page, data: page.data.filter((delivery) => wanted.has(delivery.state)) };
}

/** Null: any state. */
function wantedStates({ state = [], notState = [] }: DeliveryListQuery): Set<ShownState> | null {
  if (state.length + notState.length === 0) return null;
  const asked = state.length > 0 ? state : SHOWN_STATES;
  return new Set(asked.filter((one) => !notState.includes(one)));
}

/**
 * Delivered rows are ordered only by time, so a search among them by attempts would read them all.
 */
function assertFindable(
  { callId }: DeliveryListQuery,
  wanted: ReadonlySet<ShownState> | null,
): void {
  if (callId !== undefined || (wanted !== null && !wanted.has('delivered'))) return;
  const message = 'needs callId, or a state or notState that leaves delivered out';
  throw new ServiceError('INVALID_PARAMETER', 'This filter would read every delivered delivery.', {
    fields: [{ field: 'query.attemptsMin', message }],
  });
}

/** A `sending` delivery is stored with the state from before its attempt. */
function storedStates(wanted: ReadonlySet<ShownState>): (StoredState | 'held')[] {
  const states = new Set<StoredState | 'held'>();
  for (const state of wanted) {
    if (state === 'sending') states.add('due').add('retrying');
    else states.add(state);
  }
  return [...states];
}

/** The few deliveries in flight, each read by itself; the dispatcher bounds their number. */
async function inFlight(
  service: Service,
  projectKey: ProjectKey,
  filter: DeliveryFilter,
  before: DeliveryKey | null,
  limit: number,
): Promise<readonly DeliverySummary[]> {
  const keys = [...service.dispatcher.sendingKeys()]
    .filter((key) => before === null || key < before)
    .sort((a, b) => b - a);
  const rows: DeliverySummary[] = [];
  for (const key of keys) {
    if (rows.length >= limit) break;
    const row = await service.store.delivery({ projectKey, key });
    if (row !== null && matches(row, filter)) rows.push(row);
  }
  return rows;
}

function matches(row: DeliverySummary, filter: DeliveryFilter): boolean {
  const { endpoints = [], triggers = [], classes = [] } = filter;
  const { notEndpoints = [], notTriggers = [], attemptsMin = 0 } = filter;
  const result = resultClassOf(row);
  return (
    (filter.callId === null || row.callId === filter.callId) &&
    (endpoints.length === 0 || endpoints.includes(row.endpoint)) &&
    (triggers.length === 0 || triggers.includes(row.trigger)) &&
    (classes.length === 0 || (result !== null && classes.includes(result))) &&
    !notEndpoints.includes(row.endpoint) &&
    !notTriggers.includes(row.trigger) &&
    row.attempts >= attemptsMin &&
    (filter.fromMs === null || row.createdAtMs >= filter.fromMs) &&
    (filter.toMs === null || row.createdAtMs < filter.toMs)
  );
}

function onlyOf<Value>(values: readonly Value[]): Value | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}
