/**
 * Repeats a firing as a new delivery at the end of its lane: the same `webhook-id` and texts, a new
 * sequence, the whole schedule. Existing deliveries stay unchanged. Also skips the head of a lane.
 * Lanes stay whole, since the calls are locked.
 */

import type { Endpoint } from '../../../core/endpoint/endpoint.ts';
import { isAgent } from '../../../core/endpoint/endpoint.ts';
import { type DeliveryKey, type FiringKey, formatId, type ProjectKey } from '../../../core/id.ts';
import { joinLanes } from '../../../core/intake/plan.ts';
import { writeForm } from '../../../core/payload/render.ts';
import { ENDPOINTS_MAX } from '../../../core/project/limits.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { BulkReason } from '../../../engine/ports/bulk-store.ts';
import type { Head } from '../../../engine/ports/dispatch-store.ts';
import {
  REPLAYED_MAX,
  type ReplayAnswer,
  type Replayed,
  type ReplayStore,
} from '../../../engine/ports/replay-store.ts';
import type { Asked } from '../../../engine/ports/store.ts';
import { all, type Operation, one, query, readJson } from '../../statement.ts';
import { writeAudit } from '../audit.ts';
import { CALL_BY_KEY, type CallRow } from '../call/call.ts';
import { joinAgain } from '../call/fired.ts';
import { endpoints } from '../endpoint/endpoint.ts';
import { endpointByKey } from '../endpoint/endpoint-row.ts';
import { lockCalls, shareEndpoints, shareSubscriptions } from '../row-lock.ts';
import type { Session } from '../session.ts';
import { cancel, type Placed } from './delivery-change.ts';
import { LANE_HEAD } from './lane.ts';
import { linkReplay } from './replay-link.ts';

export interface FiringRow {
  readonly key: FiringKey;
  readonly trigger: Trigger;
  readonly fired_at: number;
  readonly text: string;
  readonly data: string;
  readonly errors: string | null;
  readonly traceparent: string | null;
  readonly facts: string | null;
}

/** Parameters: firing. Primary key. */
export const FIRING = query<FiringRow>(`
  select key, trigger, fired_at, text, data, errors, traceparent, facts from firings
  where key = ?`);

/** Parameters: call, limit. firings_by_call; a call has few. */
export const FIRINGS_OF_CALL = query<FiringRow>(`
  select key, trigger, fired_at, text, data, errors, traceparent, facts from firings
  where call_key = ? order by key limit ?`);

export interface RepeatedRow extends Placed {
  readonly project_key: ProjectKey;
  readonly firing_key: FiringKey;
}

/** Parameters: delivery, project. Primary key. */
export const REPEATED = query<RepeatedRow>(`
  select key, project_key, endpoint_key, call_key, firing_key, sequence from deliveries
  where key = ? and project_key = ?`);

/** Parameters: call, firing, endpoint. deliveries_by_call; the sum keeps a planner from others. */
export const NEWEST_OF_FIRING = query<{ key: DeliveryKey }>(`
  select key from deliveries where call_key = ? and firing_key = ? and endpoint_key + 0 = ?
  order by key desc limit 1`);

export type Again =
  | { readonly kind: 'made'; readonly made: Replayed; readonly heads: readonly Head[] }
  | { readonly kind: 'none'; readonly reason: BulkReason };

/** The call and the endpoint are locked. */
export function* replayRow(session: Session, row: RepeatedRow, nowMs: number): Operation<Again> {
  const endpoint = yield* endpointByKey(row.endpoint_key);
  if (endpoint === null || endpoint.deletedAtMs !== null) {
    return { kind: 'none', reason: 'ENDPOINT_DELETED' };
  }
  if (isAgent(endpoint.kind)) return { kind: 'none', reason: 'AGENT' };
  const firing = yield* one(FIRING, row.firing_key);
  const call = yield* one(CALL_BY_KEY, row.call_key);
  if (firing === undefined || call === undefined) return { kind: 'none', reason: 'NOT_FOUND' };
  const again = yield* repeat(session, { endpoint, firing, call, nowMs });
  yield* linkReplay(again.made.key, row.key);
  return again;
}

interface Repetition {
  readonly endpoint: Endpoint;
  readonly firing: FiringRow;
  readonly call: CallRow;
  readonly nowMs: number;
}

function* repeat(
  session: Session,
  { endpoint, firing, call, nowMs }: Repetition,
): Operation<Extract<Again, { kind: 'made' }>> {
  const { trigger, fired_at: firedAtMs, text, data, errors, facts, traceparent } = firing;
  const { key, projectKey } = endpoint;
  const bodyForm = writeForm(endpoint);
  const lanes = readJson<Record<string, number>>(call.lanes);
  const triggers = new Set([trigger]);
  const itself = { endpoint: key, triggers, filter: null, bodyForm, agent: false };
  const deliveries = joinLanes([itself], trigger, null, lanes);
  const planned = { trigger, firedAtMs, text, data, errors, facts, deliveries };
  const fired = { projectKey, call, firing: planned, lanes, nowMs, traceparent };
  const { createdAtMs, heads, ...joined } = yield* joinAgain(session, fired, firing.key);
  const [made] = joined.deliveries;
  const sequence = deliveries[0]?.sequence;
  if (made === undefined || sequence === undefined) throw new Error('one endpoint, one delivery');
  return {
    kind: 'made',
    heads,
    made: { key: made, createdAtMs, endpoint: key, endpointId: endpoint.id, trigger, sequence },
  };
}

export function* replayDelivery(
  session: Session,
  asked: Asked<'replayDelivery'>,
): Operation<ReplayAnswer> {
  const row = yield* one(REPEATED, asked.key, asked.projectKey);
  if (row === undefined) return { kind: 'not-found' };
  yield* shareEndpoints([row.endpoint_key]);
  yield* lockCalls([row.call_key]);
  const again = yield* replayRow(session, row, asked.nowMs);
  if (again.kind === 'none') return { kind: again.reason === 'AGENT' ? 'agent' : 'gone' };
  const { made, heads } = again;
  const after = { madeId: formatId('dlv', made.createdAtMs, made.key) };
  yield* writeAudit(asked.projectKey, { ...asked.audit, after });
  return { kind: 'made', made: [made], heads };
}

export function* replayCall(session: Session, asked: Asked<'replayCall'>): Operation<ReplayAnswer> {
  const { projectKey, which, nowMs, audit } = asked;
  yield* shareSubscriptions(projectKey);
  const present = yield* endpoints({ projectKey, afterKey: null, limit: ENDPOINTS_MAX });
  yield* lockCalls([asked.call]);
  const found = yield* one(CALL_BY_KEY, asked.call);
  if (found === undefined) return { kind: 'not-found' };
  const { triggers } = which;
  const firings = (yield* all(FIRINGS_OF_CALL, asked.call, REPLAYED_MAX + 1)).filter(
    ({ trigger }) => triggers.length === 0 || triggers.includes(trigger),
  );
  const pairs = firings.flatMap((firing) =>
    present
      .filter((endpoint) => !isAgent(endpoint.kind) && isMeant(endpoint, firing.trigger, which))
      .map((endpoint) => ({ firing, endpoint })),
  );
  if (pairs.length > REPLAYED_MAX || firings.length > REPLAYED_MAX) return { kind: 'too-many' };
  const made: Replayed[] = [];
  const heads: Head[] = [];
  for (const { firing, endpoint } of pairs) {
    // Read again, because each replay changes the lanes of the call.
    const call = (yield* one(CALL_BY_KEY, asked.call)) ?? found;
    const before = yield* one(NEWEST_OF_FIRING, asked.call, firing.key, endpoint.key);
    const again = yield* repeat(session, { endpoint, firing, call, nowMs });
    if (before !== undefined) yield* linkReplay(again.made.key, before.key);
    made.push(again.made);
    heads.push(...again.heads);
  }
  yield* writeAudit(projectKey, { ...audit, after: { ...Object(audit.after), made: made.length } });
  return { kind: 'made', made, heads };
}

function isMeant(
  { key, triggers }: Endpoint,
  trigger: Trigger,
  { endpoints }: Asked<'replayCall'>['which'],
): boolean {
  return endpoints.length === 0 ? triggers.includes(trigger) : endpoints.includes(key);
}

export function* skipHead(
  session: Session,
  asked: Asked<'skipHead'>,
): Operation<Awaited<ReturnType<ReplayStore['skipHead']>>> {
  const { projectKey, endpoint, call, nowMs, audit } = asked;
  yield* shareEndpoints([endpoint]);
  yield* lockCalls([call]);
  const head = yield* one(LANE_HEAD, endpoint, call);
  const row = head === undefined ? undefined : yield* one(HEAD_FACTS, head.key, projectKey);
  if (head === undefined || row === undefined) return null;
  const place = { key: head.key, endpoint_key: endpoint, call_key: call, sequence: head.sequence };
  yield* cancel(session, [place], 'LAUNCH_CANCELLED', nowMs);
  const next = yield* one(LANE_HEAD, endpoint, call);
  yield* writeAudit(projectKey, {
    ...audit,
    target: formatId('dlv', row.created_at, head.key),
    before: { state: head.state },
  });
  return { skipped: head.key, head: next?.key ?? null };
}

/** Parameters: delivery, project. Primary key. */
const HEAD_FACTS = query<{ created_at: number }>(
  'select created_at from deliveries where key = ? and project_key = ?',
);
