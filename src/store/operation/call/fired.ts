/**
 * Steps 5 and 6 for firings without a report: inserts a rendered firing and its deliveries at the
 * end of the call's lanes, as intake does. The caller has locked the call and the subscriptions.
 */
import {
  asKey,
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type FiringKey,
  type ProjectKey,
} from '../../../core/id.ts';
import type { PlannedDelivery, PlannedFiring } from '../../../core/intake/plan.ts';
import { stateOnJoin } from '../../../core/lane/lane.ts';
import type { Head } from '../../../engine/ports/dispatch-store.ts';
import { change, insert, type Operation, one, query } from '../../statement.ts';
import {
  INSERT_DELIVERY,
  INSERT_FIRING,
  INSERT_RUN,
  LANE_HEAD,
  newHead,
} from '../delivery/lane.ts';
import type { Session } from '../session.ts';
import { type CallRow, hash64 } from './call.ts';

/** Parameters: lanes, call. Primary key; the call is locked. */
export const UPDATE_LANES = query('update calls set lanes = ? where key = ?');

/** Stands for "no report", since the numbers of reports begin at 1. */
const NO_REPORT = 0;

export interface Fired {
  readonly projectKey: ProjectKey;
  readonly call: CallRow;
  readonly firing: PlannedFiring;
  /** The sequences of the lanes after the firing's deliveries. */
  readonly lanes: Readonly<Record<string, number>>;
  readonly nowMs: number;
  /** Of the firing, if it is traced. */
  readonly traceparent: string | null;
}

export interface Joined {
  readonly deliveries: readonly DeliveryKey[];
  readonly createdAtMs: number;
  readonly made: readonly EndpointKey[];
  readonly heads: readonly Head[];
}

export function* joinFired(session: Session, fired: Fired): Operation<Joined> {
  const { trigger, firedAtMs, text, data, errors, facts } = fired.firing;
  const of = fired.call.key;
  const rendered = [trigger, firedAtMs, text, data, errors] as const;
  const key = asKey<FiringKey>(
    yield* insert(INSERT_FIRING, of, NO_REPORT, ...rendered, fired.traceparent, facts),
  );
  return yield* joinAgain(session, fired, key);
}

/** As above, for a firing that exists already. */
export function* joinAgain(session: Session, fired: Fired, key: FiringKey): Operation<Joined> {
  const { call, firing, lanes, nowMs } = fired;
  // As in intake, a delivery must not look older than those in its lane.
  const createdAtMs = Math.max(nowMs, call.last_report_at);
  const deliveries: DeliveryKey[] = [];
  const heads: Head[] = [];
  for (const delivery of firing.deliveries) {
    const made = yield* join(session, fired, { key, createdAtMs }, delivery);
    deliveries.push(made.key);
    if (made.head !== null) heads.push(made.head);
  }
  if (deliveries.length > 0) yield* change(UPDATE_LANES, JSON.stringify(lanes), call.key);
  const made = firing.deliveries.map(({ endpoint }) => endpoint);
  return { deliveries, createdAtMs, made, heads };
}

function* join(
  session: Session,
  { projectKey, call, firing, nowMs, traceparent }: Fired,
  made: { readonly key: FiringKey; readonly createdAtMs: number },
  { endpoint, sequence, bodyForm, agent }: PlannedDelivery,
): Operation<{ readonly key: DeliveryKey; readonly head: Head | null }> {
  const { createdAtMs } = made;
  const isHead = yield* isEmpty(endpoint, call.key);
  const key = asKey<DeliveryKey>(
    yield* insert(
      INSERT_DELIVERY,
      projectKey,
      endpoint,
      call.key,
      made.key,
      sequence,
      firing.trigger,
      bodyForm,
      stateOnJoin(!isHead),
      isHead ? nowMs : null,
      createdAtMs,
    ),
  );
  const { call_id: callId } = call;
  if (agent) {
    const of = [projectKey, endpoint, call.key, hash64(callId), callId] as const;
    yield* change(INSERT_RUN, key, ...of, firing.trigger, createdAtMs);
  }
  session.stats.at(projectKey, endpoint, createdAtMs).made += 1;
  session.stats.open(projectKey, endpoint, 1);
  if (!isHead) return { key, head: null };
  const of = { delivery: key, createdAtMs, projectKey, endpoint, call: call.key, callId };
  const place = { firing: made.key, sequence, dueAtMs: nowMs, bodyForm, traceparent };
  return { key, head: newHead({ ...of, ...place }, firing) };
}

function* isEmpty(endpoint: EndpointKey, call: CallKey): Operation<boolean> {
  return (yield* one(LANE_HEAD, endpoint, call)) === undefined;
}
