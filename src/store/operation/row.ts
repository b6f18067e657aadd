/**
 * A row of the catalogue: how a store performs an operation. The embedded store has one reader for
 * `dispatch` and `lookUps` and one for `queries`, and informs no other process. Only the embedded
 * store uses `weight`, because it batches changes.
 */
import type { Operation } from '../statement.ts';
import type { Concerned } from './concerned.ts';
import type { Session } from './session.ts';

/**
 * The connections for reads. `dispatch`: reads for which deliveries and runs wait. `lookUps`:
 * single rows by keys and hashes, which every request needs. `queries`: lists and figures, planned
 * for the values of each call; a slow one delays neither of the others.
 */
export type ReadPool = 'dispatch' | 'lookUps' | 'queries';

/**
 * `snapshot`: its statements must see the same commit. `read`: one statement, or several that need
 * no common snapshot.
 */
export interface ReadRow<Argument, Value> {
  readonly kind: 'read' | 'snapshot';
  readonly pool: ReadPool;
  readonly operation: (argument: Argument) => Operation<Value>;
}

/** Methods, not properties, so that every row is assignable to `AnyChange`. */
export interface ChangeFacts<Argument, Value> {
  /** What other processes must read again; missing: nothing. */
  concerns?(value: Value, argument: Argument): Concerned;
  /** How many rows it may write, which a batch limits; missing: one. */
  weight?(argument: Argument): number;
}

/** One transaction; the session's notes are written before its commit. */
export interface ChangeRow<Argument, Value> extends ChangeFacts<Argument, Value> {
  readonly kind: 'change';
  readonly change: (session: Session, argument: Argument) => Operation<Value>;
}

/** Any row, as a store performs it: the method that a caller names passes the row's argument. */
export type AnyRead = ReadRow<never, unknown>;
export type AnyChange = ChangeRow<never, unknown>;

export function read<Argument, Value>(
  pool: ReadPool,
  operation: (argument: Argument) => Operation<Value>,
): ReadRow<Argument, Value> {
  return { kind: 'read', pool, operation };
}

export function snapshot<Argument, Value>(
  pool: ReadPool,
  operation: (argument: Argument) => Operation<Value>,
): ReadRow<Argument, Value> {
  return { kind: 'snapshot', pool, operation };
}

/** A change that notes nothing in the session. */
export function change<Argument, Value>(
  operation: (argument: Argument) => Operation<Value>,
  facts: ChangeFacts<NoInfer<Argument>, NoInfer<Value>> = {},
): ChangeRow<Argument, Value> {
  return { ...facts, kind: 'change', change: (_session, argument) => operation(argument) };
}

/**
 * A change that notes in the session what the commit must write, or which caches are out of date.
 */
export function noting<Argument, Value>(
  operation: (session: Session, argument: Argument) => Operation<Value>,
  facts: ChangeFacts<NoInfer<Argument>, NoInfer<Value>> = {},
): ChangeRow<Argument, Value> {
  return { ...facts, kind: 'change', change: operation };
}
