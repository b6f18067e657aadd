/**
 * What a run looked like from outside: every event in order, as plain data, and the state at the
 * end. The world writes it, the checkers and the story read it, and its hash is the trace hash. It
 * holds only what crosses the borders to platform, disk, receivers and operators, nothing from
 * inside the engine.
 */
import { createHash, type Hash } from 'node:crypto';
import type { RunReason, RunState } from '../src/acw/run/run.ts';
import type { Hint } from '../src/core/call/report.ts';
import type { SendResult } from '../src/core/delivery/outcome.ts';
import type { ClosedState, StoredState } from '../src/core/delivery/state.ts';
import type { EndpointKey } from '../src/core/id.ts';
import type { Trigger } from '../src/core/trigger/trigger.ts';
import type { WriteName } from '../src/store/sqlite/operations.ts';
import type { DiskFault, ReceiverMode, Role, Script } from './script/script.ts';
import type { Cut } from './world/machine.ts';
import type { Taken } from './world/shard-table.ts';

/** One request on its way to a receiver. `send` numbers them from 1 over the whole run. */
export interface Sent {
  readonly what: 'sent';
  readonly send: number;
  /** The process that sends it: 1 for the first, one more after each start. */
  readonly life: number;
  readonly endpoint: EndpointKey;
  readonly callId: string;
  readonly sequence: number;
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly trigger: Trigger;
  readonly attempt: number;
  /** Of the body's bytes, hex. */
  readonly bodyHash: string;
  readonly body: string;
  /** Deliveries of its lane with a lower sequence that are open on disk at this moment. */
  readonly olderOpen: number;
  /** The delivery's own state on disk at this moment. */
  readonly stored: StoredState | null;
}

export type Event =
  /** The platform sends a report for the first time, or again with the same report id. */
  | {
      readonly what: 'reported';
      readonly callId: string;
      readonly reportId: string;
      readonly status: string;
      readonly tries: number;
    }
  /** The platform has received the 202. */
  | {
      readonly what: 'acknowledged';
      readonly callId: string;
      readonly reportId: string;
      readonly status: string;
      readonly applied: boolean;
      readonly triggers: readonly Trigger[];
    }
  | {
      readonly what: 'refused';
      readonly callId: string;
      readonly reportId: string;
      readonly code: string;
    }
  /**
   * A committed change, in the order of commits: the operation and the store's answer, even if no
   * process was left to hear it.
   */
  | {
      readonly what: 'committed';
      readonly life: number;
      readonly name: WriteName;
      readonly argument: unknown;
      readonly value: unknown;
    }
  | Sent
  /** The receiver has read the whole request and acts on it. `late`: its sender no longer waits. */
  | {
      readonly what: 'processed';
      readonly send: number;
      readonly status: number;
      readonly late: boolean;
    }
  /** The sender has received the result. */
  | { readonly what: 'answered'; readonly send: number; readonly result: SendResult }
  /** The sender lost the right to send: it no longer waits, and the outcome is unknown. */
  | { readonly what: 'withdrawn'; readonly send: number }
  /** `member`: the number of the process if there are several. `skewMs`: of its wall clock. */
  | {
      readonly what: 'started';
      readonly life: number;
      readonly member?: number;
      readonly role?: Role;
      readonly skewMs?: number;
    }
  | { readonly what: 'crashed' | 'stopping' | 'stopped'; readonly life: number }
  | { readonly what: 'paused'; readonly life: number; readonly asleep: boolean }
  | { readonly what: 'resumed'; readonly life: number }
  | { readonly what: 'cut'; readonly member: number; readonly cut: Cut | null }
  | { readonly what: 'deaf'; readonly member: number; readonly isDeaf: boolean }
  /** In the database: the owners of the shards from now on, and the shards without one. */
  | { readonly what: 'owned'; readonly life: number; readonly shards: readonly Taken[] }
  | { readonly what: 'freed'; readonly life: number; readonly shards: readonly number[] }
  /** It was told that it has too many shards: these. */
  | { readonly what: 'surplus'; readonly life: number; readonly shards: readonly number[] }
  /** Two lives that might both send for a shard at this moment. */
  | { readonly what: 'clash'; readonly shard: number; readonly lives: readonly number[] }
  /** With `member`, only on its machine. */
  | { readonly what: 'jumped'; readonly byMs: number; readonly member?: number }
  | { readonly what: 'disk'; readonly fault: DiskFault | null }
  | {
      readonly what: 'receiver';
      readonly endpoint: EndpointKey;
      readonly mode: ReceiverMode | null;
    }
  /**
   * An operator's action as its result reached the operator; `unknown`: the process died meanwhile.
   */
  | {
      readonly what: 'operated';
      readonly action: string;
      readonly endpoint: EndpointKey | null;
      readonly deliveryId: string | null;
      readonly result: 'done' | 'refused' | 'unknown';
      readonly detail: string;
    }
  /** The provider sends a callback, for the first time or again. */
  | { readonly what: 'called-back'; readonly callId: string; readonly about: string }
  /** The provider has received the 204; what the callback said. */
  | {
      readonly what: 'taken';
      readonly callId: string;
      readonly reportId: string | null;
      readonly hint: Hint | null;
    }
  /** The platform has received the 201 or 200 for a call log. */
  | { readonly what: 'logged'; readonly callId: string; readonly version: number }
  /** An agent posts the result of a run. */
  | {
      readonly what: 'posting';
      readonly callId: string;
      readonly runId: string;
      readonly tries: number;
    }
  /** The agent has received the 201 or 200; `runId`: the run that the answer names. */
  | {
      readonly what: 'recorded';
      readonly callId: string;
      readonly runId: string;
      readonly resultId: string;
    }
  /** A call log or a result is refused for good. */
  | { readonly what: 'turned-away'; readonly callId: string; readonly code: string }
  | { readonly what: 'healed' };

/** `ms`: monotonic since the start of the run. `wallMs`: the wall clock. */
export type Happening = { readonly ms: number; readonly wallMs: number } & Event;

export interface RestAttempt {
  readonly number: number;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly outcome: string;
  readonly manual: boolean;
}

/** A delivery as it is on disk when the run is over. */
export interface RestDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly endpoint: EndpointKey;
  readonly callId: string;
  readonly sequence: number;
  readonly trigger: Trigger;
  readonly state: StoredState;
  readonly failures: number;
  /** What a failed manual attempt goes back to; null if none was asked for. */
  readonly resumeState: ClosedState | null;
  readonly attempts: readonly RestAttempt[];
}

/** A run of an agent as it is on disk at the end. */
export interface RestRun {
  readonly runId: string;
  /** Also the key of the delivery that launched it. */
  readonly key: number;
  readonly endpoint: EndpointKey;
  readonly callId: string;
  readonly state: RunState;
  readonly reason: RunReason | null;
  /** The ids of its results on disk. */
  readonly resultIds: readonly string[];
}

/** A call's facts on disk at the end, as JSON. */
export interface RestCall {
  readonly callId: string;
  readonly facts: string | null;
}

/** What `explain` says of a firing that made no delivery for the endpoint. */
export interface RestUntold {
  readonly endpoint: EndpointKey;
  readonly callId: string;
  readonly trigger: Trigger;
  readonly reason: string;
}

/** The state at the end. `drained`: nothing was open before the horizon. */
export interface Rest {
  readonly drained: boolean;
  readonly deliveries: readonly RestDelivery[];
  /** Broken invariants of lanes, as sentences. */
  readonly laneFaults: readonly string[];
  readonly gauges: { readonly inFlight: number; readonly residentHeads: number };
  /**
   * Faults that the network saw: two requests of one lane at once, or more than the limits allow.
   */
  readonly networkFaults: readonly string[];
  /** Uncaught errors. */
  readonly crashes: readonly string[];
  /** If providers call back. */
  readonly calls?: readonly RestCall[];
  readonly untold?: readonly RestUntold[];
  /** If there are agents. */
  readonly runs?: readonly RestRun[];
  /** If there are several processes: each shard's owner at the end, and the living workers. */
  readonly shards?: readonly (number | null)[];
  readonly workers?: readonly number[];
}

export interface History {
  readonly script: Script;
  readonly happenings: readonly Happening[];
  readonly rest: Rest;
  /** SHA-256 over every happening, hex. */
  readonly hash: string;
}

/** A broken promise. `ms`: when it showed. */
export interface Violation {
  readonly checker: string;
  readonly says: string;
  readonly ms: number;
  readonly endpoint: EndpointKey | null;
  readonly callId: string | null;
}

/** Pure: reads a history and returns the violations of one promise. */
export interface Checker {
  /** Kebab case, such as `lane-order`. */
  readonly name: string;
  /** The promise it proves, as a sentence. */
  readonly promise: string;
  readonly check: (history: History) => readonly Violation[];
}

/** How much text is hashed at once: a call of the hash costs as much as some hundred bytes. */
const HASHED_CHARS = 65_536;

/** Collects a history and hashes it as it grows. */
export class Recorder {
  readonly happenings: Happening[] = [];
  readonly #hash: Hash = createHash('sha256');
  #unhashed = '';
  readonly #clock: { monoMs(): number; wallMs(): number };

  constructor(clock: { monoMs(): number; wallMs(): number }) {
    this.#clock = clock;
  }

  note(event: Event): void {
    const happening = { ms: this.#clock.monoMs(), wallMs: this.#clock.wallMs(), ...event };
    this.happenings.push(happening);
    this.#unhashed += `${JSON.stringify(happening)}\n`;
    if (this.#unhashed.length >= HASHED_CHARS) this.#hashRest();
  }

  /** Called once, at the end. */
  digest(): string {
    this.#hashRest();
    return this.#hash.digest('hex');
  }

  #hashRest(): void {
    this.#hash.update(this.#unhashed);
    this.#unhashed = '';
  }
}
