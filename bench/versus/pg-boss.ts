/**
 * pg-boss as a contender: ten workers that fetch 100 jobs each and go on without a pause while
 * fetches come back full; each job of a batch succeeds or fails alone. With strict FIFO the jobs of
 * a key wait for each other, and a failed one holds its key back.
 */
import { analyze } from './analyze.ts';
import type { Contender, MakeContender } from './contender.ts';
import { batchesOf, type Job, type Send } from './job.ts';

const QUEUE = 'webhooks';
const WORKERS = 10;
const BATCH = 100;
/** The least that it takes. */
const POLL_S = 0.5;

export const makePgBoss: MakeContender = (store) => make(store, 'standard');
export const makePgBossFifo: MakeContender = (store) => make(store, 'key_strict_fifo');

async function make(store: string, policy: 'standard' | 'key_strict_fifo'): Promise<Contender> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ connectionString: store });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(QUEUE, { policy, retryLimit: 3, retryDelay: 1 });
  const keyed = policy === 'key_strict_fifo';
  return {
    async put(jobs) {
      for (const batch of batchesOf(jobs)) {
        await boss.insert(
          QUEUE,
          batch.map((data) => (keyed ? { data, singletonKey: data.key } : { data })),
        );
      }
      await analyze(store);
    },
    async work(send) {
      const options = {
        localConcurrency: WORKERS,
        batchSize: BATCH,
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: POLL_S,
      };
      await boss.work<Job>(QUEUE, options, (jobs) => sendEach(jobs, send));
      return () => boss.offWork(QUEUE);
    },
    close: () => boss.stop({ graceful: false }),
  };
}

type Outcome = { readonly id: string; readonly status: 'completed' | 'failed' };

function sendEach(
  jobs: readonly { readonly id: string; readonly data: Job }[],
  send: Send,
): Promise<Outcome[]> {
  return Promise.all(
    jobs.map(async ({ id, data }): Promise<Outcome> => {
      try {
        await send(data);
        return { id, status: 'completed' };
      } catch {
        return { id, status: 'failed' };
      }
    }),
  );
}
