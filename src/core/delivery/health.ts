/**
 * The health of an endpoint: the hold (breaker), its doubling, the wake on recovery and the
 * reasons to disable (decisions section 5). Pure: the dispatcher passes outcomes and the time.
 */

export interface EndpointHealth {
  /** Failed attempts since the last success, and up to three calls they belonged to. */
  readonly consecutiveFailures: number;
  readonly failedCalls: readonly number[];
  readonly consecutiveTimeouts: number;
  /** Non-null while on hold: first attempts of other lanes wait until then. */
  readonly holdUntilMs: number | null;
  readonly holdMs: number;
  /** When an outage ended: retries last tried before it are pulled forward. */
  readonly recoveredAtMs: number | null;
  readonly lastSuccessAtMs: number | null;
  /** When failing began, and how many deliveries were given up since; for the 72 h rule. */
  readonly failingSinceMs: number | null;
  readonly settledFailures: number;
}

export const HEALTHY: EndpointHealth = {
  consecutiveFailures: 0,
  failedCalls: [],
  consecutiveTimeouts: 0,
  holdUntilMs: null,
  holdMs: 0,
  recoveredAtMs: null,
  lastSuccessAtMs: null,
  failingSinceMs: null,
  settledFailures: 0,
};
