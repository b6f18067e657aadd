/**
 * Starts `contender-process.ts` and tells it what to do. Its output is kept back, since the
 * libraries log; if it ends before it answers, the end of that output is the error.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Entry } from './contender.ts';
import type { Answer, Order } from './contender-process.ts';
import type { JobSet } from './job.ts';

const PATH = fileURLToPath(new URL('./contender-process.ts', import.meta.url));
const OUTPUT_MAX = 4_000;
const END_MS_MAX = 20_000;

export interface ContenderProcess {
  readonly pid: number;
  /** Resolves with the time until all were taken; the work on them has begun. */
  put(jobs: JobSet): Promise<number>;
  stop(): Promise<void>;
  end(): Promise<void>;
}

export async function startContender(
  made: Entry['made'],
  { store, target }: { readonly store: string; readonly target: string },
): Promise<ContenderProcess> {
  // Without this process's options: with those of a test runner it would write its reports.
  const child = fork(PATH, { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_MAX);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${made} ended with ${code}:\n${output}`)));
  });
  gone.catch(() => {});
  const ask = (order: Order): Promise<Answer> => Promise.race([answerOf(child, order), gone]);
  await ask({ kind: 'start', made, store, target });
  return {
    pid: child.pid ?? 0,
    put: async (jobs) => (await ask({ kind: 'put', ...jobs })).putMs,
    async stop() {
      await ask({ kind: 'stop' });
    },
    end: () => endOf(child),
  };
}

function answerOf(child: ChildProcess, order: Order): Promise<Answer> {
  return new Promise((resolve) => {
    child.once('message', (answer: Answer) => resolve(answer));
    child.send(order);
  });
}

/** The longest wait for a library that keeps its connections. */
async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX);
  child.disconnect();
  await ended;
  clearTimeout(timer);
}
