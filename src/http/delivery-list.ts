/**
 * The list of deliveries by shown state. Stores know neither `sending` (only the dispatcher does)
 * nor that a `due` row is being sent, so rows are asked for by stored state and then kept only
 * when their shown state was asked for; a page can hold fewer than its limit.
 */
import type { Static } from '@fastify/type-provider-typebox';
import { type ResultClass, resultClassOf } from '../core/delivery/result-class.ts';
import type { ShownState, StoredState } from '../core/delivery/state.ts';
import type { DeliveryKey, EndpointKey, ProjectKey } from '../core/id.ts';
import type { Trigger } from '../core/trigger/trigger.ts';
import type { DeliveryFilter, DeliverySummary } from '../engine/ports/query-store.ts';
import { keyOfCursor, pageFrom, pageLimit } from './cursor.ts';
import { type DeliveryPage, showDelivery } from './schema/delivery.ts';
import type { Service } from './service.ts';
import { shownStateOf } from './shown-state.ts';

export interface DeliveryListQuery {
  readonly callId?: string;
  readonly endpoints: readonly EndpointKey[];
  readonly trigger?: readonly Trigger[];
  readonly class?: readonly ResultClass[];
  readonly state?: readonly ShownState[];
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
  const wanted = new Set(query.state ?? []);
  const filter: DeliveryFilter = {
    callId: query.callId ?? null,
    endpoint: onlyOf(query.endpoints),
    trigger: onlyOf(query.trigger ?? []),
    endpoints: query.endpoints,
    triggers: query.trigger ?? [],
    classes: query.class ?? [],
    states: storedStates(wanted),
    fromMs: query.fromMs,
    toMs: query.toMs,
  };
  const before = keyOfCursor<DeliveryKey>(query.cursor);
  const { show, ask } = pageLimit(query.limit);
  const onlySending = wanted.size === 1 && wanted.has('sending');
  const rows = onlySending
    ? await inFlight(service, projectKey, filter, before, ask)
    : await service.store.deliveries(projectKey, filter, before, ask);
  const page = pageFrom(
    rows,
    show,
    (row) => row.key,
    (row) => showDelivery(row, shownStateOf(service, row)),
  );
  if (wanted.size === 0) return page;
  return { ...page, data: page.data.filter((delivery) => wanted.has(delivery.state)) };
}

/** `sending` is stored as what it was before its attempt began. */
function storedStates(wanted: ReadonlySet<ShownState>): (StoredState | 'held')[] {
  const states = new Set<StoredState | 'held'>();
  for (const state of wanted) {
    if (state === 'sending') states.add('due').add('retrying');
    else states.add(state);
  }
  return [...states];
}

/** The few that are in flight, each looked up; their number is bounded by the dispatcher. */
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
    const row = await service.store.delivery(projectKey, key);
    if (row !== null && matches(row, filter)) rows.push(row);
  }
  return rows;
}

function matches(row: DeliverySummary, filter: DeliveryFilter): boolean {
  const { endpoints = [], triggers = [], classes = [] } = filter;
  const result = resultClassOf(row);
  return (
    (filter.callId === null || row.callId === filter.callId) &&
    (endpoints.length === 0 || endpoints.includes(row.endpoint)) &&
    (triggers.length === 0 || triggers.includes(row.trigger)) &&
    (classes.length === 0 || (result !== null && classes.includes(result))) &&
    (filter.fromMs === null || row.createdAtMs >= filter.fromMs) &&
    (filter.toMs === null || row.createdAtMs < filter.toMs)
  );
}

function onlyOf<Value>(values: readonly Value[]): Value | null {
  return values.length === 1 ? (values[0] ?? null) : null;
}
