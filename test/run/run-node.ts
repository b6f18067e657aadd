/**
 * Runs Node and keeps the end of what it prints on both streams: for the groups of `npm test` and
 * for each proof of `npm run proofs`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const OUTPUT_CHARACTERS = 12_000;

export interface NodeResult {
  /** Null if a signal ended the process. */
  readonly exitCode: number | null;
  /** The end of what the process printed. */
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
  const [exitCode] = await once(child, 'close');
  return { exitCode, output, seconds: (performance.now() - startMs) / 1_000 };
}
