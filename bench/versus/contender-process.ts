/**
 * One contender as a process of its own, so that its memory and compiled code are its own. The
 * parent tells it over IPC what to put and when to stop; it answers each message once. It ends when
 * its parent disconnects.
 */
import { makeBullMq } from './bull-mq.ts';
import type { Contender, Entry, MakeContender } from './contender.ts';
import { makeGraphile, makeGraphileNamed } from './graphile-worker.ts';
import { type JobSet, jobsOf, makeSend } from './job.ts';
import { makePgBoss, makePgBossFifo, makePgBossFifoSmall } from './pg-boss.ts';
import { makeRingpost } from './ringpost.ts';

/** `put`: takes all jobs, and only then begins the work on them. */
export type Order =
  | { readonly kind: 'start'; readonly made: Entry['made']; readonly store: string; target: string }
  | ({ readonly kind: 'put' } & JobSet)
  | { readonly kind: 'stop' };

/** `putMs`: the time until the last job was taken, in an answer to `put`. */
export interface Answer {
  readonly putMs: number;
}

const MAKERS: Readonly<Record<Entry['made'], MakeContender>> = {
  ringpost: makeRingpost,
  'pg-boss': makePgBoss,
  'pg-boss-fifo': makePgBossFifo,
  'pg-boss-fifo-small': makePgBossFifoSmall,
  graphile: makeGraphile,
  'graphile-named': makeGraphileNamed,
  bullmq: makeBullMq,
};

let contender: Contender | null = null;
let sender: ReturnType<typeof makeSend> | null = null;
let stopWork: (() => Promise<void>) | null = null;

async function perform(order: Order): Promise<Answer> {
  if (order.kind === 'start') {
    sender = makeSend(order.target);
    contender = await MAKERS[order.made](order.store);
    return { putMs: 0 };
  }
  if (contender === null || sender === null) throw new Error('not started');
  if (order.kind === 'stop') {
    await stopWork?.();
    stopWork = null;
    return { putMs: 0 };
  }
  const jobs = jobsOf(order);
  const startMs = performance.now();
  await contender.put(jobs);
  const putMs = performance.now() - startMs;
  stopWork = await contender.work(sender.send);
  return { putMs };
}

process.on('message', (order: Order) => {
  // A rejection ends this process, and its parent reports why.
  void perform(order).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => {
  void Promise.all([contender?.close(), sender?.close()]).finally(() => process.exit(0));
});
