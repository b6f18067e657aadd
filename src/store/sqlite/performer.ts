/**
 * Executes one batch on one connection and returns the outcome as plain data. A worker thread posts
 * it back; the store without threads uses it directly.
 */
import { type Outcome, runBatch } from './batch.ts';
import type { Connection } from './connection.ts';
import { flatten } from './failure.ts';
import { type ReadRequest, runRead, type WriteRequest } from './operations.ts';
import type { WriteSession } from './session.ts';

export interface WorkerSetup {
  readonly role: 'writer' | 'reader';
  readonly directory: string;
  readonly maxPages: number | null;
}

export interface BatchMessage {
  readonly outcomes: readonly Outcome[];
  readonly commits: number;
}

export function writeBatch(session: WriteSession, requests: readonly WriteRequest[]): BatchMessage {
  return runBatch(session, requests);
}

export function readBatch(db: Connection, requests: readonly ReadRequest[]): BatchMessage {
  const outcomes = requests.map((request): Outcome => {
    try {
      return { ok: true, value: runRead(db, request) };
    } catch (error) {
      return { ok: false, error: flatten(error) };
    }
  });
  return { outcomes, commits: 0 };
}
