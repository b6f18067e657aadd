/**
 * graphile-worker as a contender, with the batching of its page on performance. With named queues
 * each key is a queue, whose jobs run one after the other; plain jobs run in any order.
 */

import { CONNECTIONS } from '../bare.ts';
import { analyze } from './analyze.ts';
import type { Contender, MakeContender } from './contender.ts';
import { batchesOf } from './job.ts';

/** Its own figures use this size; 51 was a sixth slower with named queues. */
const LOCAL_QUEUE = 500;
/**
 * The pause after a fetch that does not fill the local queue. With the default of 2 s it would take
 * 20 s of a run with fewer named queues than the local queue holds.
 */
const POLL_MS = 100;
const TASK = 'send';

export const makeGraphile: MakeContender = (store) => make(store, false);
export const makeGraphileNamed: MakeContender = (store) => make(store, true);

async function make(store: string, named: boolean): Promise<Contender> {
  const { Logger, makeWorkerUtils, run } = await import('graphile-worker');
  const preset = {
    worker: {
      connectionString: store,
      concurrentJobs: CONNECTIONS,
      maxPoolSize: CONNECTIONS + 2,
      pollInterval: POLL_MS,
      localQueue: { size: LOCAL_QUEUE },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      // By default it logs a line for each job.
      logger: new Logger(() => () => {}),
    },
  };
  const utils = await makeWorkerUtils({ preset });
  await utils.migrate();
  return {
    async put(jobs) {
      for (const batch of batchesOf(jobs)) {
        await utils.addJobs(
          batch.map((payload) => ({
            identifier: TASK,
            payload,
            ...(named && { queueName: payload.key }),
          })),
        );
      }
      await analyze(store);
    },
    async work(send) {
      const runner = await run({ preset, noHandleSignals: true, taskList: { [TASK]: send } });
      return () => runner.stop();
    },
    async close() {
      await utils.release();
    },
  };
}
