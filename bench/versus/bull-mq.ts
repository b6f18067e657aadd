/**
 * BullMQ as a contender: bulk inserts, one worker with as many jobs at once as the sender has
 * connections. Order by key ("groups") is a part of its paid edition, so it is not measured here.
 */

import { CONNECTIONS } from '../bare.ts';
import type { MakeContender } from './contender.ts';
import { batchesOf, type Job } from './job.ts';

const QUEUE = 'webhooks';
/** The retry settings of a failed job; three attempts are common. */
const RETRY = { attempts: 3, backoff: { type: 'fixed', delay: 1_000 } };

export const makeBullMq: MakeContender = async (store) => {
  const { Queue, Worker } = await import('bullmq');
  const { hostname: host, port } = new URL(store);
  const queue = new Queue(QUEUE, { connection: { host, port: Number(port) } });
  return {
    async put(jobs) {
      for (const batch of batchesOf(jobs)) {
        await queue.addBulk(batch.map((data) => ({ name: 'send', data, opts: RETRY })));
      }
    },
    async work(send) {
      const worker = new Worker<Job>(QUEUE, ({ data }) => send(data), {
        // A worker waits for the store instead of failing.
        connection: { host, port: Number(port), maxRetriesPerRequest: null },
        concurrency: CONNECTIONS,
        removeOnComplete: { count: 1_000 },
        removeOnFail: { count: 5_000 },
      });
      worker.on('error', (error) => console.error(error));
      await worker.waitUntilReady();
      return () => worker.close();
    },
    close: () => queue.close(),
  };
};
