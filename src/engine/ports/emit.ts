/**
 * The events that the engine emits for observers. `src/observe/events.ts` lists every event; a log
 * line, a metric or a stream is made from these and from nothing else. Emitting never throws or
 * waits.
 */
import type { DeliveryKey, ProjectKey, RunKey } from '../../core/id.ts';

export type Emit = (event: EngineEvent) => void;

export type EngineEvent =
  | {
      readonly name: 'report.accepted';
      readonly project: ProjectKey;
      readonly callId: string;
      readonly applied: boolean;
      readonly reason: string | null;
      /** Deliveries that it made. */
      readonly made: number;
    }
  /** A provider's value that its adapter does not know. */
  | { readonly name: 'ingest.unmapped'; readonly adapter: string; readonly value: string }
  | { readonly name: 'delivery.made'; readonly endpoint: number; readonly count: number }
  | {
      readonly name: 'attempt.ended';
      readonly endpoint: number;
      readonly deliveryId: string;
      readonly callId: string;
      readonly trigger: string;
      readonly attempt: number;
      readonly outcome: string;
      readonly status: number | null;
      readonly error: string | null;
      /** No retry can mend it: an operator must look at the endpoint. */
      readonly attention: boolean;
      readonly durationMs: number;
      /** From the creation of the delivery to the end of this attempt. */
      readonly ageMs: number;
    }
  /** An outcome is durable: what the API answers of the delivery is another thing from now on. */
  | {
      readonly name: 'delivery.moved';
      readonly project: ProjectKey;
      readonly delivery: DeliveryKey;
      readonly createdAtMs: number;
      readonly callId: string;
      readonly endpointId: string;
      readonly state: string;
    }
  | { readonly name: 'delivery.closed'; readonly endpoint: number; readonly state: string }
  | { readonly name: 'endpoint.held'; readonly endpoint: number; readonly untilMs: number }
  | { readonly name: 'endpoint.released'; readonly endpoint: number }
  | { readonly name: 'endpoint.disabled'; readonly endpoint: number; readonly reason: string }
  /** Of an after-call-work agent. `durationMs`: from its launch. */
  | {
      readonly name: 'run.ended';
      readonly runId: string;
      readonly callId: string;
      readonly kind: string;
      readonly state: string;
      readonly reason: string | null;
      readonly durationMs: number;
    }
  /** The end of a run is durable: what the API answers of it is another thing from now on. */
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
  /** Of several processes on one store: for how many shards this one sends from now on. */
  | { readonly name: 'shards.changed'; readonly owned: number }
  /** The store did not answer in time: nothing is sent for these until it does. */
  | { readonly name: 'lease.lapsed'; readonly shards: number }
  /** One question to the language model ended. `tokens`: of question and answer, all tries. */
  | {
      readonly name: 'model.asked';
      /** `answer`, or the reason of the failure. */
      readonly outcome: string;
      readonly tokens: number;
      readonly tries: number;
      readonly ms: number;
      /** For the operator, when it failed; never the key, never the transcript. */
      readonly detail: string | null;
    }
  /** A sealed text did not open; `repeated`: the same one as minutes before. */
  | {
      readonly name: 'seal.refused';
      readonly kind: string;
      readonly record: string;
      readonly reason: string;
      readonly repeated: boolean;
    }
  | { readonly name: 'store.failed'; readonly operation: string; readonly error: string }
  | { readonly name: 'sweep.ended'; readonly sweep: string; readonly rows: number };
