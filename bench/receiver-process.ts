/**
 * Starts `receiver.ts` as a process of its own and asks it for its counts. Closing the channel to
 * it stops it, so it never outlives a benchmark.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Arrivals, Counts, Question } from './receiver.ts';

const PATH = fileURLToPath(new URL('./receiver.ts', import.meta.url));

export interface ReceiverProcess {
  readonly url: string;
  readonly pid: number;
  counts(): Promise<Counts>;
  reset(): Promise<void>;
  /** Clears `arrivals`, and keeps them from now on. */
  watch(): Promise<void>;
  arrivals(): Promise<Arrivals>;
  stop(): void;
}

export async function startReceiver(): Promise<ReceiverProcess> {
  // Without this process's options: with those of a test runner it would write its reports.
  const child = fork(PATH, { execArgv: [] });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  // The answers of `receiver.ts`.
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    counts: () => ask(child, 'counts') as Promise<Counts>,
    async reset() {
      await ask(child, 'reset');
    },
    async watch() {
      await ask(child, 'watch');
    },
    arrivals: () => ask(child, 'arrivals') as Promise<Arrivals>,
    stop() {
      child.disconnect();
    },
  };
}

async function ask(child: ChildProcess, question: Question): Promise<unknown> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer;
}
