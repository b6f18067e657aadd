/**
 * The path of an endpoint's target chooses how the benchmarks' receiver behaves; all their
 * processes know these paths. The rest of the path tells endpoints apart.
 */

/** Answers 200 at once, as every other path does. */
export const HEALTHY = '/hook';
/** Answers every twentieth request with 503. */
export const FAIL_ONE_OF_20 = '/fail-one-of-20';
/** Answers 200 after `SLOW_MS`. Not counted. */
export const SLOW = '/slow';
export const SLOW_MS = 2_000;
/** Answers every second request of each endpoint with 503. Not counted. */
export const FLAPPING = '/flapping';
