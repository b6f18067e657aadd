/**
 * How a delivery is read for lists, detail and timeline: the columns, the joins and the shown
 * state. `held` is derived here in SQL exactly as docs/internals/design.md says.
 */
import { HOLD_LASTS_MS_MAX } from '../../../core/delivery/health.ts';
import type { AttemptOutcome } from '../../../core/delivery/outcome.ts';
import type { StoredState } from '../../../core/delivery/state.ts';
import {
  type CallKey,
  type DeliveryKey,
  type EndpointKey,
  type FiringKey,
  formatId,
  type ProjectKey,
} from '../../../core/id.ts';
import type { Trigger } from '../../../core/trigger/trigger.ts';
import type { AttemptRecord } from '../../../engine/ports/dispatch-store.ts';
import type { DeliverySummary } from '../../../engine/ports/query-store.ts';
import { query } from '../../statement.ts';

export interface SummaryRow {
  readonly key: DeliveryKey;
  readonly created_at: number;
  readonly project_key: ProjectKey;
  readonly endpoint_key: EndpointKey;
  readonly endpoint_created_at: number;
  readonly endpoint_enabled: number;
  readonly hold_until: number | null;
  readonly call_key: CallKey;
  readonly call_id: string;
  readonly firing_key: FiringKey;
  readonly fired_at: number;
  readonly trigger: Trigger;
  readonly sequence: number;
  readonly state: StoredState;
  readonly due_at: number | null;
  readonly attempts: number;
  readonly failures: number;
  readonly manual: number;
  readonly last_attempt_at: number | null;
  readonly closed_at: number | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly behind_key: DeliveryKey | null;
  readonly behind_created_at: number | null;
}

/** Columns of a summary; `d` is the delivery, `h` the head behind which a waiting one stands. */
export const SUMMARY_COLUMNS = `d.key, d.created_at, d.project_key, d.endpoint_key,
  e.created_at endpoint_created_at, e.enabled endpoint_enabled, eh.hold_until, d.call_key,
  c.call_id, d.firing_key, f.fired_at, d.trigger, d.sequence, d.state, d.due_at, d.attempts,
  d.failures, d.manual, d.last_attempt_at, d.closed_at, d.last_status, d.last_error,
  h.key behind_key, h.created_at behind_created_at`;

export const SUMMARY_JOINS = `join calls c on c.key = d.call_key
  join firings f on f.key = d.firing_key
  join endpoints e on e.key = d.endpoint_key
  left join endpoint_health eh on eh.endpoint_key = d.endpoint_key
  left join deliveries h on d.state = 'waiting' and h.key = (
    select l.key from deliveries l where l.endpoint_key = d.endpoint_key
      and l.call_key = d.call_key and l.closed_at is null order by l.sequence limit 1)`;

/**
 * The stored state, or `held`; ?1 is the time now. The same rule as in `http/reply/shown-state.ts`.
 */
export const SHOWN_STATE = `case
  when d.closed_at is null and e.enabled = 0 then 'held'
  when d.state = 'due' and d.manual = 0 and eh.hold_until > ?1
    and eh.hold_until <= ?1 + ${HOLD_LASTS_MS_MAX} then 'held'
  else d.state end`;

export function toSummary(row: SummaryRow): DeliverySummary {
  return {
    key: row.key,
    createdAtMs: row.created_at,
    projectKey: row.project_key,
    endpoint: row.endpoint_key,
    endpointId: formatId('ep', row.endpoint_created_at, row.endpoint_key),
    endpointEnabled: row.endpoint_enabled === 1,
    endpointHoldUntilMs: row.hold_until,
    callKey: row.call_key,
    callId: row.call_id,
    firing: row.firing_key,
    firedAtMs: row.fired_at,
    trigger: row.trigger,
    sequence: row.sequence,
    state: row.state,
    dueAtMs: row.due_at,
    attempts: row.attempts,
    failures: row.failures,
    manual: row.manual === 1,
    lastAttemptAtMs: row.last_attempt_at,
    closedAtMs: row.closed_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    behind:
      row.behind_key === null || row.behind_created_at === null
        ? null
        : { key: row.behind_key, createdAtMs: row.behind_created_at },
  };
}

export interface AttemptRow {
  readonly delivery_key: DeliveryKey;
  readonly number: number;
  readonly started_at: number;
  readonly duration_ms: number;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
  readonly manual: number;
}

/** The most attempts that are shown of one delivery, the newest ones. */
export const ATTEMPTS_SHOWN_MAX = 100;

/** Parameters: delivery, limit. Primary keys. */
export const ATTEMPTS = query<AttemptRow>(`
  select delivery_key, number, started_at, duration_ms, outcome, status, error, excerpt, manual
  from all_attempts made where delivery_key = ? order by number desc limit ?`);

export function toAttempt(row: AttemptRow): AttemptRecord {
  return {
    number: row.number,
    startedAtMs: row.started_at,
    durationMs: row.duration_ms,
    outcome: row.outcome,
    status: row.status,
    error: row.error,
    excerpt: row.excerpt,
    manual: row.manual === 1,
  };
}
