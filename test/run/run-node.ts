/**
 * Runs Node and keeps the end of its output on both streams: for the groups of `npm test` and for
 * each proof of `npm run proofs`. If a signal stops the command, each run is ended and resolves
 * with what it has printed so far.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const OUTPUT_CHARACTERS = 12_000;
/** How long a process may take to end; a service that drains takes a second. */
const STOPPING_MS_MAX = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const running = new Set<ChildProcess>();

export interface NodeResult {
  /** Null if a signal ended the process. */
  readonly exitCode: number | null;
  /** The end of its output. */
  readonly output: string;
  readonly seconds: number;
}

/** `environment` is added to that of this process. */
export async function runNode(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<NodeResult> {
  const startMs = performance.now();
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = `${output}${chunk}`.slice(-OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  running.add(child);
  const [exitCode] = await once(child, 'close');
  running.delete(child);
  return { exitCode, output, seconds: (performance.now() - startMs) / 1_000 };
}

/**
 * At the first signal that would end this process, calls `stop`, which ends the runs; this process
 * goes on to its end. A second signal does nothing: `timeout` sends it twice.
 */
export function stopOnSignal(stop: (signal: NodeJS.Signals) => void): void {
  let isStopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      stop(signal);
      stopRunning(signal);
    });
  }
}

/** Each run resolves; if a process ignores the signal, after `killAfterMs`. */
export function stopRunning(signal: NodeJS.Signals, killAfterMs = STOPPING_MS_MAX): void {
  for (const child of running) {
    child.kill(signal);
    const killing = setTimeout(() => {
      child.kill('SIGKILL');
      // A process that it started may hold its streams open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, killAfterMs);
    child.once('close', () => clearTimeout(killing));
  }
}
