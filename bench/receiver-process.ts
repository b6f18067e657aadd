/**
 * Starts `receiver.ts` as a process of its own and asks it for its counts. Stopped by closing the
 * channel to it, so it never outlives a benchmark.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Counts } from './receiver.ts';

const PATH = fileURLToPath(new URL('./receiver.ts', import.meta.url));

export interface ReceiverProcess {
  readonly url: string;
  counts(): Promise<Counts>;
  reset(): Promise<void>;
  stop(): void;
}

export async function startReceiver(): Promise<ReceiverProcess> {
  const child = fork(PATH);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    counts: () => ask(child, 'counts'),
    async reset() {
      await ask(child, 'reset');
    },
    stop() {
      child.disconnect();
    },
  };
}

async function ask(child: ChildProcess, question: 'counts' | 'reset'): Promise<Counts> {
  child.send(question);
  const [counts] = (await once(child, 'message')) as [Counts];
  return counts;
}
