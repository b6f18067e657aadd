/**
 * The values that each label of a counter can have. A counter stands at 0 for all of them from the
 * start: an alert compares a counter with itself, so it cannot see the first event of a series that
 * began with that event.
 */
import { CANCEL_REASONS, RUN_REASONS } from '../acw/run/run.ts';
import { IGNORED_REASONS } from '../core/call/transition.ts';
import { SEND_ERRORS } from '../core/delivery/outcome.ts';
import { CLOSED_STATES } from '../core/delivery/state.ts';
import type { EndpointKind } from '../core/endpoint/endpoint.ts';
import { LIMIT_NAMES } from '../core/project/project-limits.ts';
import { NOTICE_STATES } from '../engine/ports/alert-store.ts';
import { NOTICE_RECEIVERS, SPAN_DROPS, STORE_TASKS, SWEEPS } from '../engine/ports/emit.ts';
import { MODEL_FAILURES } from '../engine/ports/language-model.ts';
import { SEALED_KINDS } from '../engine/ports/secrets.ts';

export type Labels = Readonly<Record<string, string>>;

const REPORTS: readonly Labels[] = [
  { applied: 'true', reason: '' },
  ...IGNORED_REASONS.map((reason) => ({ applied: 'false', reason })),
];

const DELIVERIES_CLOSED: readonly Labels[] = CLOSED_STATES.map((state) => ({ state }));

/** What a receiver can answer and what else can happen; a status stands without an error. */
const ATTEMPTS: readonly Labels[] = [
  { outcome: 'delivered', status: '2xx', error: '' },
  { outcome: 'delivered', status: '', error: '' },
  { outcome: 'retryable', status: '4xx', error: '' },
  { outcome: 'retryable', status: '5xx', error: '' },
  { outcome: 'rejected', status: '2xx', error: '' },
  { outcome: 'rejected', status: '3xx', error: '' },
  { outcome: 'rejected', status: '4xx', error: '' },
  { outcome: 'rejected', status: '5xx', error: '' },
  { outcome: 'gone', status: '4xx', error: '' },
  { outcome: 'blocked', status: '', error: 'blocked' },
  { outcome: 'retryable', status: '', error: 'consumer' },
  { outcome: 'rejected', status: '', error: 'consumer' },
  ...SEND_ERRORS.map((error) => ({ outcome: 'retryable', status: '', error })),
];

const ENDPOINT_EVENTS: readonly Labels[] = [
  'endpoint.held',
  'endpoint.released',
  'endpoint.disabled',
  'endpoint.attention',
].map((event) => ({ event }));

const KINDS: readonly EndpointKind[] = [
  'builtin-analyzer',
  'builtin-evaluator',
  'self-provided-agent',
];
const CANCELLED: ReadonlySet<string> = new Set(CANCEL_REASONS);

const RUNS: readonly Labels[] = KINDS.flatMap((kind) => [
  { kind, state: 'SUCCEEDED', reason: '' },
  ...RUN_REASONS.map((reason) => ({
    kind,
    state: CANCELLED.has(reason) ? 'CANCELLED' : 'FAILED',
    reason,
  })),
]);

const MODEL_QUESTIONS: readonly Labels[] = ['answer', ...MODEL_FAILURES].map((outcome) => ({
  outcome,
}));

const STORE_FAILURES: readonly Labels[] = STORE_TASKS.map((operation) => ({ operation }));

const SEAL_REFUSALS: readonly Labels[] = SEALED_KINDS.map((kind) => ({ kind }));

const SPANS_DROPPED: readonly Labels[] = SPAN_DROPS.map((reason) => ({ reason }));

const NOTICES_CLOSED: readonly Labels[] = NOTICE_STATES.filter((state) => state !== 'due').flatMap(
  (state) => NOTICE_RECEIVERS.map((to) => ({ state, to })),
);

const SWEPT: readonly Labels[] = SWEEPS.map((sweep) => ({ sweep }));

/** By the name of the counter; `adapters`: the names of the ingest adapters. */
export function seriesOf(adapters: readonly string[]): Readonly<Record<string, readonly Labels[]>> {
  return {
    reports: REPORTS,
    project_limited: LIMIT_NAMES.map((limit) => ({ limit })),
    deliveries_closed: DELIVERIES_CLOSED,
    attempts: ATTEMPTS,
    endpoint_events: ENDPOINT_EVENTS,
    acw_runs: RUNS,
    model_questions: MODEL_QUESTIONS,
    store_failures: STORE_FAILURES,
    seal_refusals: SEAL_REFUSALS,
    swept_rows: SWEPT,
    spans_dropped: SPANS_DROPPED,
    notices_closed: NOTICES_CLOSED,
    ingest_unmapped: adapters.map((adapter) => ({ adapter })),
  };
}
