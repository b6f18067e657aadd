/** Runs the simulator as a process of its own, to its end. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../sim/main.ts', import.meta.url));

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly err: string;
}

export async function sim(...words: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...words], { timeout: 120_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
  });
}

/** Interrupts it as soon as it has told its progress. */
sim.interrupted = async (...words: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...words], (error, out, err) => {
      resolve({ code: error === null ? 0 : error.code, out, err });
    });
    child.stdout?.once('data', () => child.kill('SIGINT'));
  });
