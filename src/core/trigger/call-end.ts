/**
 * The triggers with which a call ends, for pages that explain them: with a call log to follow, or
 * alone (S3.7). Made from the tables by which triggers fire.
 */
import { DIRECTIONS, TERMINAL_STATUSES } from '../call/status.ts';
import { LOGGED } from './fire.ts';
import { TRIGGERS, type Trigger } from './trigger.ts';

const ENDED: ReadonlySet<string> = new Set(
  DIRECTIONS.flatMap((one) => TERMINAL_STATUSES.map((status) => `${one}_CALL_${status}`)),
);
const WITH_LOG: ReadonlySet<string> = new Set(
  DIRECTIONS.flatMap((one) => [...LOGGED[one]].map((status) => `${one}_CALL_${status}`)),
);

/** If a call ends with one of these, `CALL_LOG_CREATED` fires too. */
export const ENDS_WITH_LOG: readonly Trigger[] = TRIGGERS.filter((name) => WITH_LOG.has(name));

/** A call that ends with one of these has no call log, so `CALL_LOG_CREATED` does not fire. */
export const ENDS_ALONE: readonly Trigger[] = TRIGGERS.filter(
  (name) => ENDED.has(name) && !WITH_LOG.has(name),
);
