/** Runs `ringpost <command>` as a process of its own, to its end, and returns its output. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Never rejects. `file`: `src/main.js` or a program that starts it. */
export function run(
  file: string,
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const options = { env: { PATH, NODE_COMPILE_CACHE, ...environment }, timeout: 30_000 };
    execFile(process.execPath, [file, ...flags], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? -1);
      resolve({ code, stdout, stderr });
    });
  });
}
