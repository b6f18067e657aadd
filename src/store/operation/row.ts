/**
 * A row of the catalogue: how a store performs an operation. The embedded store has one reader for
 * `lookUps` and `queries` and no other process to tell, so it ignores those facts. Only the
 * embedded store has a use for `weight`: it batches changes.
 */
import type { Operation } from '../statement.ts';
import type { Concerned } from './concerned.ts';
import type { Session } from './session.ts';

/**
 * Which connections read. `dispatch`: what deliveries and runs wait for. `lookUps`: single rows, by
 * keys and hashes, which every request needs. `queries`: lists and figures for people, planned for
 * the values of each call; a slow one delays neither of the others.
 */
export type ReadPool = 'dispatch' | 'lookUps' | 'queries';

/** `snapshot`: its statements must see the same commit. `read`: one statement, or any moment. */
export interface ReadRow<Argument, Value> {
  readonly kind: 'read' | 'snapshot';
  readonly pool: ReadPool;
  readonly operation: (argument: Argument) => Operation<Value>;
}

/** Methods, not properties: so every row fits `AnyChange`, whatever it answers. */
export interface ChangeFacts<Argument, Value> {
  /** The processes that the result concerns; missing: no other process. */
  concerns?(value: Value, argument: Argument): Concerned;
  /** How many rows it may write, of which a batch has a maximum; missing: one. */
  weight?(argument: Argument): number;
}

/** One transaction; what the session noted is written before its commit. */
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

/** A change that keeps nothing in memory. */
export function change<Argument, Value>(
  operation: (argument: Argument) => Operation<Value>,
  facts: ChangeFacts<NoInfer<Argument>, NoInfer<Value>> = {},
): ChangeRow<Argument, Value> {
  return { ...facts, kind: 'change', change: (_session, argument) => operation(argument) };
}

/** A change that notes in the session what the commit writes, or what holds no more. */
export function noting<Argument, Value>(
  operation: (session: Session, argument: Argument) => Operation<Value>,
  facts: ChangeFacts<NoInfer<Argument>, NoInfer<Value>> = {},
): ChangeRow<Argument, Value> {
  return { ...facts, kind: 'change', change: operation };
}
