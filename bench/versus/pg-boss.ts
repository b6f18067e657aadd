/**
 * pg-boss as a contender: few workers with large batches, or many with small ones, which continue
 * without a pause while fetches come back full. Each job of a batch succeeds or fails alone, but
 * the next fetch of a worker waits for the slowest. With strict FIFO the jobs of a key wait for
 * each other, and a failed one holds its key back.
 */
import { analyze } from './analyze.ts';
import type { Contender, MakeContender } from './contender.ts';
import { batchesOf, type Job, type Send } from './job.ts';

const QUEUE = 'webhooks';
/**
 * The fastest of those tried with 20,000 jobs over 2,000 keys. Strict FIFO, workers x batch: 1 x
 * 1,000 sent 2,170/s, 2 x 500 1,760, 5 x 100 1,710, 10 x 100 1,270, 4 x 20 540. Default: 2 x 500
 * 3,230/s, 10 x 100 2,630, 3 x 300 2,340.
 */
const FETCHING = {
  large: { localConcurrency: 1, batchSize: 1_000 },
  standard: { localConcurrency: 2, batchSize: 500 },
  /** As many at once as the sender has connections. A batch of one would wait for the poll. */
  small: { localConcurrency: 25, batchSize: 2 },
};
/** The smallest value that it accepts. */
const POLL_S = 0.5;

export const makePgBoss: MakeContender = (store) => make(store, 'standard', 'standard');
export const makePgBossFifo: MakeContender = (store) => make(store, 'key_strict_fifo', 'large');
export const makePgBossFifoSmall: MakeContender = (store) =>
  make(store, 'key_strict_fifo', 'small');

async function make(
  store: string,
  policy: 'standard' | 'key_strict_fifo',
  fetching: keyof typeof FETCHING,
): Promise<Contender> {
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
        ...FETCHING[fetching],
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
