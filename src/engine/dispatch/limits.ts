/**
 * Every maximum of the dispatcher, with the reason for its value (step 7). Tests and the simulator
 * pass smaller ones. Two of them are settings of the process; pacing is what an operator may set
 * for an endpoint.
 */

export interface DispatcherLimits {
  /** The largest number of attempts in flight in this process, which bounds sockets and bodies. */
  readonly inFlightMax: number;
  /**
   * Outcomes not yet durable whose slot is free again; beyond this number, a slot stays taken until
   * its outcome is durable. After a crash, these and the attempts in flight are repeated.
   */
  readonly settlingMax: number;
  /** Free slots that only an endpoint without an attempt in flight may use. */
  readonly reserve: number;
  /** Ready heads of one endpoint in memory; at a quarter, or `REFILL_AT`, they are refilled. */
  readonly windowMax: number;
  /**
   * Ready heads of all endpoints together. The window of an endpoint is half of what is free of it,
   * so that one flood has much room, and none takes it from the others.
   */
  readonly residentMax: number;
  /** Every endpoint may always have so many. */
  readonly windowMin: number;
  /** Endpoints without work whose settings stay in memory, to spare the next report a read. */
  readonly idleMax: number;
  /** Reads of heads or settings under way at once; all of them share the store's one reader. */
  readonly readsMax: number;
  /** How long `stop` waits: the longest attempt is 30 s, the rest is for its settlement. */
  readonly drainMs: number;
  /**
   * If work waits but nothing moved for this long (twice the longest attempt), `readyz` reports it.
   */
  readonly stallMs: number;
}

/**
 * 512 attempts with a round trip of 50 ms are 10,000 deliveries a second. 16,384 resident heads
 * with bodies of 0.5 to 1 KiB are some 20 MiB, whatever waits in the store. A head that does not
 * find room is read from the store later, at 20 µs of a core, so a window is wide.
 */
export const DISPATCHER_LIMITS: DispatcherLimits = {
  inFlightMax: 512,
  settlingMax: 1_024,
  reserve: 128,
  windowMax: 4_096,
  residentMax: 16_384,
  windowMin: 8,
  idleMax: 4_096,
  readsMax: 16,
  drainMs: 35_000,
  stallMs: 60_000,
};

/** The given limits, and defaults for the rest; the reserve is a quarter of the slots. */
export function withDefaults(given: Partial<DispatcherLimits>): DispatcherLimits {
  const inFlightMax = given.inFlightMax ?? DISPATCHER_LIMITS.inFlightMax;
  return { ...DISPATCHER_LIMITS, reserve: Math.floor(inFlightMax / 4), ...given };
}

/** The owner of this shard does what only one of the processes that share a store should do. */
export const LEADING_SHARD = 0;

/** Timeouts in a row from which an endpoint counts as suspect: one slot, half for all of them. */
export const SUSPECT_TIMEOUTS = 3;

/** A health that changed only by a success is stored at most this often. */
export const SAVE_SUCCESS_MS = 60_000;

/** A settlement is tried for two months; then its delivery is left to the next start. */
export const SETTLE_TRIES_MAX = 1_000_000;

/**
 * Retries of one endpoint that fall due within this time share a read. They may start that much
 * later, never earlier; the shortest step of a schedule is 1,000 ms.
 */
export const DUE_READ_GAP_MS = 10;

/** A full read that brought nothing new is repeated no sooner than this. */
export const IDLE_READ_GAP_MS = 50;

/** Heads that one read brings at most: some 10 ms of the reader, which all endpoints share. */
export const READ_HEADS_MAX = 512;

/** A read begins while so many heads are left; they are sent meanwhile. */
export const REFILL_AT = 128;

/** First attempts read for a probe during a hold: one is sent, the others were just settled. */
export const PROBE_READ_HEADS = 8;

/** The longest sleep of the one timer, so that a jump of the wall clock is noticed. */
export const TIMER_MAX_MS = 30_000;
export const CLOCK_JUMP_MS = 1_000;
