/**
 * Advisory locks of PostgreSQL: those of two numbers by what the first one stands for. A single
 * number is the hash of a call's id, which only an accept takes; the two kinds never meet.
 */

/**
 * "proj", then the key of a project. An accept shares it while it uses what it read of the
 * project's endpoints; who changes them takes it alone before the commit, so that no report
 * adds a delivery to an endpoint that is gone.
 */
export const PROJECT_LOCKS = 0x70726f6a;

/**
 * "shar", then the shard. Settlements share it; who takes a shard takes it alone, so that what its
 * former owner settled is committed before the shard changes hands, or never.
 */
export const SHARD_LOCKS = 0x73686172;

/** "logs", then the hash of a call's id: two that store the same call log take turns. */
export const LOG_LOCKS = 0x6c6f6773;
