/**
 * Finds a pasted text: an id of any kind, a provider's or an application's id of a call, a number
 * or tag of calls, or a part of an endpoint's name. Every look-up uses a key or a range of an
 * index; none walks the history. Source: S12.33.
 */

import type { ProjectKey } from '../core/id.ts';
import { asKey, type DeliveryKey, type EndpointKey, type FiringKey, parseId } from '../core/id.ts';
import { isoTime } from '../core/time.ts';
import type { CallSummary } from '../engine/ports/query-store.ts';
import type { Found } from './schema/search.ts';
import type { Service } from './service.ts';

type Parts = Pick<Service, 'store' | 'endpoints'>;

export const SEARCHED = [
  'callId',
  'callSid',
  'clientId',
  'number',
  'tag',
  'webhookId',
  'delivery id',
  'endpoint id',
  'endpoint name',
] as const;

export async function search(
  parts: Parts,
  projectKey: ProjectKey,
  text: string,
  limit: number,
  masked: boolean,
): Promise<readonly Found[]> {
  const wanted = text.trim();
  if (wanted === '') return [];
  const lists = await Promise.all([
    byId(parts, projectKey, wanted),
    calls(parts, projectKey, wanted, limit, masked),
    endpointsByName(parts, projectKey, wanted),
  ]);
  const all = lists.flat();
  const exact = all.filter((found) => found.exact);
  return [...exact, ...all.filter((found) => !found.exact)].slice(0, limit);
}

async function byId(
  { store }: Parts,
  projectKey: ProjectKey,
  text: string,
): Promise<readonly Found[]> {
  const delivery = parseId('dlv', text);
  if (delivery !== null) {
    const row = await store.delivery({ projectKey, key: asKey<DeliveryKey>(delivery.key) });
    if (row === null || row.createdAtMs !== delivery.createdAtMs) return [];
    const { callId, trigger, state } = row;
    const at = isoTime(row.createdAtMs);
    return [{ ...NONE, kind: 'delivery', id: text, title: trigger, state, callId, at }];
  }
  const endpoint = parseId('ep', text);
  if (endpoint !== null) {
    const row = await store.endpoint({ projectKey, key: asKey<EndpointKey>(endpoint.key) });
    return row === null || row.id !== text ? [] : [{ ...ofEndpoint(row), by: 'id', exact: true }];
  }
  const firing = parseId('msg', text);
  if (firing === null) return [];
  const key = asKey<FiringKey>(firing.key);
  const call = await store.callOfFiring({ projectKey, firing: key, firedAtMs: firing.createdAtMs });
  return call === null ? [] : [{ ...ofCall(call), by: 'webhookId', exact: true }];
}

async function calls(
  { store }: Parts,
  projectKey: ProjectKey,
  text: string,
  limit: number,
  masked: boolean,
): Promise<readonly Found[]> {
  const found = await store.searchCalls({ projectKey, text, limit });
  const isThere = found.some(({ by, exact }) => by === 'callId' && exact);
  const removed = isThere ? null : await store.removedCall({ projectKey, callId: text });
  const present = found
    .filter(({ call, by }) => !masked || isFoundByShown(call, by, text))
    .map(({ call, by, exact }) => ({ ...ofCall(call), by, exact }));
  return removed === null ? present : [removedCall(text, removed.atMs), ...present];
}

/** Names a removed call, because otherwise a reader would take the id for a wrong one. */
function removedCall(callId: string, removedAtMs: number): Found {
  const what = { kind: 'call', id: callId, title: callId, callId, endpointKind: null } as const;
  return { ...what, by: 'callId', exact: true, state: 'removed', at: isoTime(removedAtMs) };
}

/** A person from whom a value is hidden must not find a call by guessing that value's beginning. */
function isFoundByShown({ callId, callSid }: CallSummary, by: Found['by'], text: string): boolean {
  const hidden = by === 'clientId' || by === 'number' || by === 'tag';
  return !hidden && (callId.startsWith(text) || callSid.startsWith(text));
}

async function endpointsByName(
  { store }: Parts,
  projectKey: ProjectKey,
  text: string,
): Promise<readonly Found[]> {
  const folded = text.toLowerCase();
  const rows = await store.endpoints({ projectKey, afterKey: null, limit: NAMES_MAX });
  return rows
    .filter(({ name }) => name.toLowerCase().includes(folded))
    .map((row) => ({
      ...ofEndpoint(row),
      by: 'name' as const,
      exact: row.name.toLowerCase() === folded,
    }));
}

/** The most endpoints whose names are searched, the oldest first; a project rarely has as many. */
const NAMES_MAX = 500;

const NONE = {
  by: 'id' as const,
  exact: true,
  endpointKind: null,
  callId: null,
  state: null,
  at: null,
};

function ofCall(call: CallSummary): Omit<Found, 'by' | 'exact'> {
  const { callId, status: state } = call;
  const at = isoTime(call.firstReportAtMs);
  return { kind: 'call', id: callId, title: callId, state, endpointKind: null, callId, at };
}

function ofEndpoint(
  row: Awaited<ReturnType<Parts['store']['endpoints']>>[number],
): Omit<Found, 'by' | 'exact'> {
  const { id, name: title, kind: endpointKind, enabled } = row;
  const state = enabled ? 'enabled' : 'disabled';
  const at = isoTime(row.createdAtMs);
  return { kind: 'endpoint', id, title, state, endpointKind, callId: null, at };
}
