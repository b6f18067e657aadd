/**
 * What happens in one run, as plain data: who exists, which steps come when, and how the network
 * behaves. Made from a seed by `generate.ts`, played by `world/run.ts`, and shortened by the
 * shrinker, which only leaves steps out. Holds no random numbers: latencies and failing requests
 * follow from `seed` and the request itself, never from earlier steps.
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
  /** The name of its profile, such as `calm` or `swarm`. */
  readonly profile: string;
  /** Small limits, so that windows overflow and slots run out. */
  readonly limits: Partial<DispatcherLimits>;
  readonly disk: DiskPlan;
  /** Several processes on one database; if missing, one process with a disk of its own. */
  readonly fleet?: FleetPlan;
  /**
   * The endpoints that exist from the start; a step `create` adds one with the next number, from 0.
   */
  readonly endpoints: readonly EndpointPlan[];
  /** In the order of time. */
  readonly steps: readonly Step[];
  /**
   * From here on nothing disturbs any more: receivers answer 200, the disk works, disabled
   * endpoints are enabled (all that was held is sent), a stopped process is started, one that
   * stands still goes on, and no connection is cut.
   */
  readonly healAtMs: number;
}

/** Means of exponential latencies; 0 means at once. */
export interface DiskPlan {
  readonly commitMs: number;
  readonly readMs: number;
}

/** What the processes share: how long a lease lasts, and how they hear of each other. */
export interface SharingPlan {
  readonly leaseMs: number;
  /** Mean delay of news between processes, and the percent of it that gets lost. */
  readonly newsMs: number;
  readonly lostPercent: number;
  /** Mean time to open a connection before the first byte; 0 if one is always open. */
  readonly connectMs: number;
}

export interface FleetPlan extends SharingPlan {
  /**
   * The processes that exist from the start, numbered from 0; a step `join` names its own number.
   */
  readonly members: readonly MemberPlan[];
}

/** One process on a machine of its own. */
export interface MemberPlan {
  readonly role: Role;
  /**
   * Skew of its wall clock, and how much too fast its monotonic clock runs, in parts of a million.
   */
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
  /** Mean latency of its answers. */
  readonly latencyMs: number;
  /** Which calls it wants; if missing, all. */
  readonly filter?: EndpointFilter | null;
  /** If missing, 1. */
  readonly payloadVersion?: 1 | 2;
  /** If missing, it is a Custom endpoint. */
  readonly agent?: AgentPlan;
}

/** The settings that an edit may change. */
export type EndpointEdit = Partial<Omit<EndpointPlan, 'latencyMs' | 'agent'>>;

/** An endpoint that launches an agent. */
export type AgentPlan =
  | { readonly kind: 'builtin-analyzer' | 'builtin-evaluator'; readonly callLogWaitMs: number }
  | {
      readonly kind: 'self-provided-agent';
      readonly deadlineMs: number;
      /** Mean time that it works. */
      readonly workMs: number;
      /** Percent of its runs of which it posts no result, two results, or a failure. */
      readonly never: number;
      readonly twice: number;
      readonly failed: number;
    };

export interface WalkedStatus {
  readonly status: string;
  readonly withError: boolean;
  /** Time since the acknowledgement of the report before it. */
  readonly afterMs: number;
}

/**
 * One callback of a provider about its call. It is sent at its time, whether earlier ones were
 * answered or not, so it may overtake them.
 */
export interface CallbackPlan {
  /** Time since the step. */
  readonly afterMs: number;
  /** The hint it carries, which may come before it matters; null if none. */
  readonly hint: Hint | null;
  readonly report: CallbackReport | null;
  /** How long after its answer it is repeated; null if it is not. */
  readonly againMs: number | null;
}

export interface CallbackReport {
  /** Null if it carries facts only. */
  readonly status: string | null;
  /** Null if the known call's direction counts. */
  readonly direction: 'OUTBOUND' | 'INBOUND' | null;
  readonly variants: readonly ReportVariant[];
  readonly facts: CallFacts;
}

/** How a receiver behaves for a while. `share`: percent of requests it concerns; others get 200. */
export type ReceiverMode =
  | { readonly kind: 'status'; readonly status: number; readonly share: number }
  | { readonly kind: 'retry-after'; readonly status: 429 | 503; readonly seconds: number }
  /**
   * Answers 200 after this time; beyond the sender's timeout it has still processed the request.
   */
  | { readonly kind: 'slow'; readonly latencyMs: number }
  /** Never answers, and processes nothing. */
  | { readonly kind: 'hang' }
  /** Processes the request, then drops the connection instead of answering. */
  | { readonly kind: 'drop'; readonly share: number }
  | { readonly kind: 'refused' | 'reset' | 'dns' | 'tls' | 'protocol'; readonly share: number }
  /** The destination guard refuses. */
  | { readonly kind: 'blocked' }
  /** Up and down in turns of `everyMs`; while down it answers 503. */
  | { readonly kind: 'flapping'; readonly everyMs: number };

export type DiskFault = 'full' | 'unavailable' | 'slow';

export type Step = { readonly atMs: number } & (
  | {
      readonly do: 'call';
      readonly call: number;
      readonly direction: 'OUTBOUND' | 'INBOUND';
      readonly walk: readonly WalkedStatus[];
      /** Percent of acknowledgements that get lost: the platform repeats its report. */
      readonly lostAnswers: number;
    }
  /** A provider's own callbacks about a call. */
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
  /** Ends the process now; it is started again after `downMs`. `member`: 0 if missing. */
  | { readonly do: 'crash' | 'stop'; readonly downMs: number; readonly member?: number }
  | { readonly do: 'join'; readonly member: number; readonly plan: MemberPlan }
  /** Suspends the process. `asleep`: with its machine, whose monotonic clock stands still too. */
  | {
      readonly do: 'pause';
      readonly member: number;
      readonly forMs: number;
      readonly asleep: boolean;
    }
  /** Cuts it off from the database; its requests to receivers go on. */
  | { readonly do: 'cut'; readonly member: number; readonly cut: Cut; readonly forMs: number }
  /** News from other processes does not reach it. */
  | { readonly do: 'deafen'; readonly member: number; readonly forMs: number }
  | { readonly do: 'disk'; readonly fault: DiskFault; readonly forMs: number }
  /** Sets only the wall clock, forward or back. With `member`, only its machine's. */
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
  /** Changes one delivery by hand: number `pick` modulo how many there are then. */
  | { readonly do: 'retry' | 'cancel'; readonly pick: number }
  | { readonly do: 'recover'; readonly endpoint: number }
  /** `cancelled`: cancelled deliveries instead of failed ones. */
  | { readonly do: 'retry-many'; readonly endpoint: number; readonly cancelled?: true }
);
