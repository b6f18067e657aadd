/**
 * How `ringpost export` and `ringpost import` reach a store beside its service: an export reads one
 * snapshot, an import writes transactions of its own. Each store opens both.
 */
import type { Operation } from '../../statement.ts';

/** Every read sees the same commit, however long the export takes. */
export interface Snapshot {
  perform<Value>(operation: Operation<Value>): Promise<Value>;
  close(): Promise<void>;
}

export interface Loader {
  /** One transaction, durable when the promise resolves. */
  perform<Value>(operation: Operation<Value>): Promise<Value>;
  /** Makes the next rows that the service writes get keys behind the imported ones. */
  adoptKeys(): Promise<void>;
  close(): Promise<void>;
}
