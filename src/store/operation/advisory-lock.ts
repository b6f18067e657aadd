/**
 * Advisory locks of PostgreSQL. Locks of two numbers: the first number says what the second one
 * stands for. A lock of a single number is the hash of a call's id, which only an accept takes;
 * PostgreSQL keeps the two kinds apart.
 */

/**
 * "proj", then the key of a project. An accept shares the lock while it uses the project's
 * endpoints; a change of them takes it exclusively before its commit, so that no report adds a
 * delivery to an endpoint that is gone.
 */
export const PROJECT_LOCKS = 0x70726f6a;

/**
 * "shar", then the shard. Settlements share the lock; a worker that takes a shard takes it
 * exclusively, so that settlements of the former owner commit before the shard changes hands, or
 * never.
 */
export const SHARD_LOCKS = 0x73686172;

/**
 * "logs", then the hash of a call's id: two transactions that store the same call log take turns.
 */
export const LOG_LOCKS = 0x6c6f6773;

/** "pull", then the key of an endpoint: its consumers take leases one after another. */
export const PULL_LOCKS = 0x70756c6c;

/** "remo", 0: taken, if it is free, by each batch of retention, so that one process removes. */
export const RETENTION_LOCK = [0x72656d6f, 0] as const;
