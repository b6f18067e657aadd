/**
 * What `--versus` asks of every contender: take jobs durably, send them, stop. Each runs in a
 * process of its own (`contender-process.ts`), and knows its store by an address.
 */
import type { Job, Send } from './job.ts';

export interface Contender {
  /** Resolves when all are taken, in order; jobs of one key are never in one insert. */
  put(jobs: readonly Job[]): Promise<void>;
  /** Sends present and new jobs until the returned function is called. */
  work(send: Send): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** `store`: the address of its database, or of the service. */
export type MakeContender = (store: string) => Promise<Contender>;

/** What a contender runs on, started anew for each measurement. */
export const STORES = [
  'service on SQLite',
  'service on PostgreSQL',
  'PostgreSQL',
  'Redis, fsync every second',
  'Redis, fsync always',
] as const;
export type Store = (typeof STORES)[number];

export interface Entry {
  readonly name: string;
  readonly store: Store;
  /** Selects its module in this folder, and the one export that is called. */
  readonly made:
    | 'ringpost'
    | 'pg-boss'
    | 'pg-boss-fifo'
    | 'pg-boss-fifo-small'
    | 'graphile'
    | 'graphile-named'
    | 'bullmq';
}

export const ENTRIES: readonly Entry[] = [
  { name: 'Ringpost, embedded', store: 'service on SQLite', made: 'ringpost' },
  { name: 'Ringpost on PostgreSQL', store: 'service on PostgreSQL', made: 'ringpost' },
  { name: 'pg-boss, strict FIFO, 1 x 1000', store: 'PostgreSQL', made: 'pg-boss-fifo' },
  { name: 'pg-boss, strict FIFO, 25 x 2', store: 'PostgreSQL', made: 'pg-boss-fifo-small' },
  { name: 'pg-boss, default, 2 x 500', store: 'PostgreSQL', made: 'pg-boss' },
  { name: 'graphile-worker, plain', store: 'PostgreSQL', made: 'graphile' },
  { name: 'graphile-worker, named queues', store: 'PostgreSQL', made: 'graphile-named' },
  { name: 'BullMQ, fsync every second', store: 'Redis, fsync every second', made: 'bullmq' },
  { name: 'BullMQ, fsync always', store: 'Redis, fsync always', made: 'bullmq' },
];
