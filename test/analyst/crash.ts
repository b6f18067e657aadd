/** A thread that does what a task's body says: answers, dies, never ends or exhausts its memory. */
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from '../../src/analyst/thread-analyst.ts';

const MISBEHAVE: Readonly<Record<string, () => void>> = {
  throw: () => {
    throw new Error('a fault of the thread');
  },
  exit: () => process.exit(3),
  loop: () => {
    for (;;);
  },
  memory: () => {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, place) => `${place}`));
  },
};

parentPort?.on('message', ({ task }: ThreadTask) => {
  MISBEHAVE[task.body]?.();
  const answer: ThreadAnswer = { ok: false, reason: 'INTERNAL', detail: `did ${task.body}` };
  parentPort?.postMessage(answer);
});
