/**
 * The work of `--versus`: jobs of one webhook each, many to a key, and the one way in which every
 * contender sends them: the undici client, headers and body size of the bare loop, so that only the
 * path between putting a job in and sending it differs.
 */
import { Agent, request } from 'undici';
import { CONNECTIONS, HEADERS } from '../bare.ts';

/** Jobs of one bulk insert. */
const BATCH_MAX = 1_000;
/** So that a body has about 603 bytes, as many as Ringpost sends for a job. */
const FILL = 'x'.repeat(497);

export interface Job {
  readonly key: string;
  /** Its place among the jobs of its key, from 1. */
  readonly sequence: number;
}

export interface JobSet {
  readonly count: number;
  readonly keys: number;
  /** The prefix of the keys' names. */
  readonly prefix: string;
}

/** In the order in which they happen: the first of every key, the second of every key, ... */
export function jobsOf({ count, keys, prefix }: JobSet): readonly Job[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `${prefix}-${index % keys}`,
    sequence: Math.floor(index / keys) + 1,
  }));
}

/**
 * Bulk inserts, none with two jobs of a key: pg-boss orders a key by the time of the insert, which
 * all rows of one insert share.
 */
export function batchesOf(jobs: readonly Job[]): readonly (readonly Job[])[] {
  const batches: Job[][] = [];
  for (const job of jobs) {
    const last = batches.at(-1);
    const fits = last !== undefined && last.length < BATCH_MAX;
    if (fits && last[0]?.sequence === job.sequence) last.push(job);
    else batches.push([job]);
  }
  return batches;
}

export function bodyOf({ key, sequence }: Job): string {
  return JSON.stringify({
    message: FILL,
    data: { callId: key, callStatus: 'COMPLETED', callSid: `CA${sequence}`, clientId: 'order-1' },
  });
}

/** Resolves when the receiver has accepted it; rejects for other answers, so that it is retried. */
export type Send = (job: Job) => Promise<void>;

export function makeSend(target: string): { readonly send: Send; close(): Promise<void> } {
  const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  return {
    async send(job) {
      const answer = await request(target, {
        method: 'POST',
        headers: { ...HEADERS, 'webhook-sequence': String(job.sequence) },
        body: bodyOf(job),
        dispatcher,
      });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`);
    },
    close: () => dispatcher.close(),
  };
}
