/**
 * The service as its users run it: `node src/main.js start` in a process of its own on a fresh
 * directory. It is stopped gracefully, and killed when that takes too long or the demo ends early;
 * when the demo itself is killed, the service sees its standard input close and stops.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface DemoService {
  readonly url: string;
  readonly apiKey: string;
  /** Resolves when the process has ended and its directory is gone. */
  stop(): Promise<void>;
}

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const END_WITH_DEMO = new URL('end-with-demo.ts', import.meta.url).href;
const READY = /ringpost ready on (http:\/\/\S+)/;
const START_MS_MAX = 120_000;
const STOP_MS_MAX = 8_000;
const OUTPUT_LENGTH_MAX = 16_384;

/** Rejects with what the service printed when it ends before it is ready. */
export async function startService(signal: AbortSignal): Promise<DemoService> {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-demo-'));
  const apiKey = `rp_${randomBytes(24).toString('base64url')}`;
  const flags = ['--port', '0', '--data-dir', directory, '--allow-targets', '127.0.0.0/8'];
  const args = ['--import', END_WITH_DEMO, MAIN, 'start', ...flags, '--log-level', 'error'];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, RINGPOST_API_KEY: apiKey },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole foreground group: the demo alone decides when the service stops.
    detached: true,
  });
  const killed = (): void => void child.kill('SIGKILL');
  const left = (): void => {
    killed();
    rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', left);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    const timer = setTimeout(killed, STOP_MS_MAX);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
    process.off('exit', left);
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const url = await readyAddress(
      child,
      AbortSignal.any([signal, AbortSignal.timeout(START_MS_MAX)]),
    );
    return { url, apiKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyAddress(child: ReturnType<typeof spawn>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-OUTPUT_LENGTH_MAX);
      const url = READY.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`the service ended with code ${code}:\n${output}`)),
    );
    signal.addEventListener('abort', () => reject(new Error(`no service:\n${output}`)));
  });
}
