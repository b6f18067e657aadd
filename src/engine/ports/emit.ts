/**
 * The events that the engine emits for observers. `src/observe/events.ts` lists every event; log
 * lines, metrics and streams are made from these alone. Emitting never throws or waits.
 */
import type { DeliveryKey, ProjectKey, RunKey } from '../../core/id.ts';
import type { LimitName } from '../../core/project/project-limits.ts';

/** `sweep.ts` says what each does; `reseal` is the work of a start. */
export const SWEEPS = [
  'stale',
  'retention',
  'signing-keys',
  'people',
  'backlog',
  'usage',
  'reseal',
] as const;
export type SweepName = (typeof SWEEPS)[number];

/** What may fail with the store: `request` and `keyed-request` are of HTTP, the others go on. */
export const STORE_TASKS = [
  'request',
  'keyed-request',
  'own',
  'release',
  'endpointsWithHeads',
  'readyHeads',
  'runtime',
  'settle',
  'repairHeads',
  'bulk step',
  'claimRuns',
  'moveRun',
  'callLog',
  'finishRun',
  'lapsedLeases',
  'sweep stale',
  'sweep retention',
  'sweep signing-keys',
  'sweep people',
  'sweep backlog',
  'sweep usage',
  'sweep reseal',
  'alerts',
  'notices',
  'certificates',
] as const;
export type StoreTask = (typeof STORE_TASKS)[number];

/** Why spans did not reach the collector; `docs/reference/traces.md` says what each means. */
export const SPAN_DROPS = ['queue_full', 'refused', 'failed', 'stopped'] as const;
export type SpanDrop = (typeof SPAN_DROPS)[number];

/** The receiver of a notice of alerts: a member by mail, or an endpoint. */
export const NOTICE_RECEIVERS = ['mail', 'endpoint'] as const;
export type NoticeReceiver = (typeof NOTICE_RECEIVERS)[number];

export type Emit = (event: EngineEvent) => void;

export type EngineEvent =
  | {
      readonly name: 'report.accepted';
      readonly project: ProjectKey;
      readonly callId: string;
      readonly applied: boolean;
      readonly reason: string | null;
      /** How many deliveries the report made. */
      readonly made: number;
    }
  /** A project's limit refused this many reports or endpoints. */
  | { readonly name: 'project.limited'; readonly limit: LimitName; readonly count: number }
  /** A project reached its limit of calls (`full`), or has room again. */
  | {
      readonly name: 'project.counted';
      readonly projectId: string;
      readonly calls: number;
      readonly callsMax: number | null;
      readonly full: boolean;
    }
  /** A provider's value that its adapter does not know. */
  | { readonly name: 'ingest.unmapped'; readonly adapter: string; readonly value: string }
  /** A callback was refused because the bodies of others left no room. */
  | { readonly name: 'ingest.overloaded' }
  /** Reports of platforms that waited for the begin of their call in vain, or too many at once. */
  | { readonly name: 'ingest.lost'; readonly count: number }
  | { readonly name: 'delivery.made'; readonly count: number }
  | {
      readonly name: 'attempt.ended';
      readonly endpointId: string;
      readonly deliveryId: string;
      readonly callId: string;
      readonly trigger: string;
      readonly attempt: number;
      readonly outcome: string;
      readonly status: number | null;
      readonly error: string | null;
      /** True if no retry can help, so that an operator must look at the endpoint. */
      readonly attention: boolean;
      readonly durationMs: number;
      /** From the creation of the delivery to the end of this attempt. */
      readonly ageMs: number;
    }
  /** An outcome is durable, so the API now answers differently about the delivery. */
  | {
      readonly name: 'delivery.moved';
      readonly project: ProjectKey;
      readonly delivery: DeliveryKey;
      readonly createdAtMs: number;
      readonly callId: string;
      readonly endpointId: string;
      readonly state: string;
    }
  | {
      readonly name: 'delivery.closed';
      readonly delivery: DeliveryKey;
      readonly createdAtMs: number;
      readonly callId: string;
      readonly endpointId: string;
      readonly state: string;
    }
  | { readonly name: 'endpoint.held'; readonly endpointId: string; readonly untilMs: number }
  | { readonly name: 'endpoint.released'; readonly endpointId: string }
  | { readonly name: 'endpoint.disabled'; readonly endpointId: string; readonly reason: string }
  /** A run of an after-call-work agent ended. `durationMs`: from its launch. */
  | {
      readonly name: 'run.ended';
      readonly runId: string;
      readonly callId: string;
      readonly kind: string;
      readonly state: string;
      readonly reason: string | null;
      readonly durationMs: number;
    }
  /** The end of a run is durable, so the API now answers differently about it. */
  | {
      readonly name: 'run.moved';
      readonly project: ProjectKey;
      readonly run: RunKey;
      readonly createdAtMs: number;
      readonly callId: string;
      readonly endpointId: string;
      readonly state: string;
    }
  /** The work on a run ended with an unexpected error. */
  | { readonly name: 'run.faulted'; readonly runId: string; readonly error: string }
  /** For how many shards this process sends from now on, if several processes share a store. */
  | { readonly name: 'shards.changed'; readonly owned: number }
  /** The store did not answer in time: nothing is sent for these shards until it does. */
  | { readonly name: 'lease.lapsed'; readonly shards: number }
  /**
   * One question to the language model ended. `tokens`: of question and answer, all tries together.
   */
  | {
      readonly name: 'model.asked';
      /** `answer`, or the reason of the failure. */
      readonly outcome: string;
      readonly tokens: number;
      readonly tries: number;
      readonly ms: number;
      /** The failure, for the operator; it never holds the key or the transcript. */
      readonly detail: string | null;
    }
  /** A sealed text did not open; `repeated`: the same text failed minutes before. */
  | {
      readonly name: 'seal.refused';
      readonly kind: string;
      readonly record: string;
      readonly reason: string;
      readonly repeated: boolean;
    }
  /** `subject`: the id of an endpoint or source; empty: the project or the service. */
  | {
      readonly name: 'alert.opened' | 'alert.recovered';
      readonly projectId: string;
      readonly alertId: string;
      readonly trigger: string;
      readonly subject: string;
    }
  /** A notice of alerts was sent, given up or dropped. */
  | {
      readonly name: 'notice.closed';
      readonly noticeId: string;
      /** Empty: the project is gone. */
      readonly projectId: string;
      /** The first alert that it tells. */
      readonly alertId: string;
      readonly to: NoticeReceiver;
      readonly trigger: string;
      readonly state: string;
      readonly attempts: number;
      readonly status: number | null;
      readonly error: string | null;
    }
  | { readonly name: 'store.failed'; readonly operation: StoreTask; readonly error: string }
  /** A request met a fault of the service. */
  | { readonly name: 'request.failed'; readonly requestId: string; readonly error: unknown }
  /** The pages of the dashboard are not built; `text` says what to do. */
  | { readonly name: 'dashboard.missing'; readonly text: string }
  | { readonly name: 'sweep.ended'; readonly sweep: SweepName; readonly rows: number }
  | { readonly name: 'spans.exported'; readonly count: number }
  | {
      readonly name: 'spans.dropped';
      readonly reason: SpanDrop;
      readonly count: number;
      /** What the collector said, or why it was not reached; it holds no header. */
      readonly detail: string;
    };
