/**
 * What happens in one run, as plain data: who exists, what is done when, and which behaviour the
 * network has. Made from a seed by `generate.ts`, played by `world/run.ts`, made shorter by the
 * shrinker, which only leaves steps out. Holds no chance: whatever is left to it (latencies, which
 * request fails) follows from `seed` and from what it is about, never from the steps before.
 */
import type { CallFacts } from '../../src/core/call/facts.ts';
import type { Hint, ReportVariant } from '../../src/core/call/report.ts';
import type { Pacing } from '../../src/core/endpoint/endpoint.ts';
import type { EndpointFilter } from '../../src/core/endpoint/filter.ts';
import type { Trigger } from '../../src/core/trigger/trigger.ts';
import type { DispatcherLimits } from '../../src/engine/dispatch/limits.ts';
import type { HeldChoice } from '../../src/engine/endpoint/endpoint-switch.ts';
import type { Cut } from '../world/machine.ts';

/** All times: virtual milliseconds since the start of the run. */
export interface Script {
  readonly seed: number;
  /** The name of the profile it was made with, such as `calm` or `swarm`. */
  readonly profile: string;
  /** Small ones, so that windows overflow and slots run out. */
  readonly limits: Partial<DispatcherLimits>;
  readonly disk: DiskPlan;
  /** Several processes on one database; when missing, one process with a disk of its own. */
  readonly fleet?: FleetPlan;
  /** Those that exist from the start; a step `create` adds one with the next number, from 0. */
  readonly endpoints: readonly EndpointPlan[];
  /** By time. */
  readonly steps: readonly Step[];
  /**
   * From here on nothing disturbs any more: receivers answer 200, the disk works, disabled
   * endpoints are enabled (all that was held is sent), a stopped process is started, one that
   * stands still goes on, and every connection is there.
   */
  readonly healAtMs: number;
}

/** Means of exponential latencies; 0: at once. */
export interface DiskPlan {
  readonly commitMs: number;
  readonly readMs: number;
}

/** What they share: how long a lease lasts, and how they hear of each other. */
export interface SharingPlan {
  readonly leaseMs: number;
  /** Mean of the time that word takes, and percent of it that never comes. */
  readonly newsMs: number;
  readonly lostPercent: number;
  /** Mean of the time from the wish to send to the first byte, without a connection. */
  readonly connectMs: number;
}

export interface FleetPlan extends SharingPlan {
  /** Those that exist from the start, numbered from 0; a step `join` names its own number. */
  readonly members: readonly MemberPlan[];
}

/** One process on a machine of its own. */
export interface MemberPlan {
  readonly role: Role;
  /** Of its wall clock, and parts of a million by which its monotonic clock is too fast. */
  readonly skewMs: number;
  readonly ppm: number;
}

export type Role = 'both' | 'api' | 'worker';

export interface EndpointPlan {
  readonly triggers: readonly Trigger[];
  readonly pacing: Pacing;
  readonly retryScheduleMs: readonly number[];
  readonly timeoutMs: number;
  readonly retryOther4xx: boolean;
  /** Mean of its answers' latency. */
  readonly latencyMs: number;
  /** Which calls it wants; when missing, all. */
  readonly filter?: EndpointFilter | null;
  /** When missing, 1. */
  readonly payloadVersion?: 1 | 2;
  /** When missing, it is a Custom endpoint. */
  readonly agent?: AgentPlan;
}

/** What may be changed later. */
export type EndpointEdit = Partial<Omit<EndpointPlan, 'latencyMs' | 'agent'>>;

/** An endpoint that launches an agent. */
export type AgentPlan =
  | { readonly kind: 'builtin-analyzer' | 'builtin-evaluator'; readonly callLogWaitMs: number }
  | {
      readonly kind: 'self-provided-agent';
      readonly deadlineMs: number;
      /** Mean of the time that it works. */
      readonly workMs: number;
      /** Percent of its runs that it says nothing of, posts twice, says that they failed. */
      readonly never: number;
      readonly twice: number;
      readonly failed: number;
    };

export interface WalkedStatus {
  readonly status: string;
  readonly withError: boolean;
  /** After the acknowledgement of the report before it. */
  readonly afterMs: number;
}

/**
 * What a provider's callback says of its call. It is sent at its time, whatever became of those
 * before, so it may arrive before them.
 */
export interface CallbackPlan {
  /** Since the step. */
  readonly afterMs: number;
  /** Said before it matters; null: nothing. */
  readonly hint: Hint | null;
  readonly report: CallbackReport | null;
  /** How long after its answer it comes again; null: it does not. */
  readonly againMs: number | null;
}

export interface CallbackReport {
  /** Null: facts alone. */
  readonly status: string | null;
  /** Null: that of the known call. */
  readonly direction: 'OUTBOUND' | 'INBOUND' | null;
  readonly variants: readonly ReportVariant[];
  readonly facts: CallFacts;
}

/** How a receiver behaves for a while. `share`: percent of requests it concerns; others are 200. */
export type ReceiverMode =
  | { readonly kind: 'status'; readonly status: number; readonly share: number }
  | { readonly kind: 'retry-after'; readonly status: 429 | 503; readonly seconds: number }
  /** Answers 200, but only after so long: beyond the timeout it is one, and still processed. */
  | { readonly kind: 'slow'; readonly latencyMs: number }
  /** Never answers; not processed. */
  | { readonly kind: 'hang' }
  /** Processes, then drops the connection instead of answering. */
  | { readonly kind: 'drop'; readonly share: number }
  | { readonly kind: 'refused' | 'reset' | 'dns' | 'tls' | 'protocol'; readonly share: number }
  /** The destination guard says no. */
  | { readonly kind: 'blocked' }
  /** Up and down in turns of `everyMs`, down means 503. */
  | { readonly kind: 'flapping'; readonly everyMs: number };

export type DiskFault = 'full' | 'unavailable' | 'slow';

export type Step = { readonly atMs: number } & (
  | {
      readonly do: 'call';
      readonly call: number;
      readonly direction: 'OUTBOUND' | 'INBOUND';
      readonly walk: readonly WalkedStatus[];
      /** Percent of acknowledgements that are lost on their way: the platform asks again. */
      readonly lostAnswers: number;
    }
  /** A provider's own callbacks of a call. */
  | { readonly do: 'callbacks'; readonly call: number; readonly events: readonly CallbackPlan[] }
  /** `calls` new calls from number `from` on, each with this one status, in batches. */
  | {
      readonly do: 'burst';
      readonly from: number;
      readonly calls: number;
      readonly statuses: readonly string[];
    }
  /** The platform stores the log of a call, or a new version of it. */
  | { readonly do: 'log'; readonly call: number; readonly direction: 'OUTBOUND' | 'INBOUND' }
  /** At this moment; it is started again after `downMs`. `member`: 0 when missing. */
  | { readonly do: 'crash' | 'stop'; readonly downMs: number; readonly member?: number }
  | { readonly do: 'join'; readonly member: number; readonly plan: MemberPlan }
  /** It stands still. `asleep`: with its machine, whose monotonic clock stands still too. */
  | {
      readonly do: 'pause';
      readonly member: number;
      readonly forMs: number;
      readonly asleep: boolean;
    }
  /** From the database, while its requests to receivers go on. */
  | { readonly do: 'cut'; readonly member: number; readonly cut: Cut; readonly forMs: number }
  /** What others tell does not reach it. */
  | { readonly do: 'deafen'; readonly member: number; readonly forMs: number }
  | { readonly do: 'disk'; readonly fault: DiskFault; readonly forMs: number }
  /** Only the wall clock, forward or back. `member`: only that of its machine. */
  | { readonly do: 'jump'; readonly byMs: number; readonly member?: number }
  | {
      readonly do: 'receiver';
      readonly endpoint: number;
      readonly mode: ReceiverMode;
      readonly forMs: number;
    }
  | { readonly do: 'create'; readonly plan: EndpointPlan }
  | { readonly do: 'disable'; readonly endpoint: number }
  | { readonly do: 'enable'; readonly endpoint: number; readonly held: HeldChoice }
  | { readonly do: 'delete'; readonly endpoint: number }
  | {
      readonly do: 'edit';
      readonly endpoint: number;
      readonly change: EndpointEdit;
    }
  /** One delivery by hand: that with number `pick` modulo how many there are then. */
  | { readonly do: 'retry' | 'cancel'; readonly pick: number }
  | { readonly do: 'recover'; readonly endpoint: number }
  /** `cancelled`: those instead of what failed. */
  | { readonly do: 'retry-many'; readonly endpoint: number; readonly cancelled?: true }
);
