/**
 * The service as its users run it: a child process of `src/main.js start` on a data directory.
 * Used by the crash tests and the benchmarks. `kill` is SIGKILL, `stop` a graceful SIGTERM.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const READY = /ringpost ready on (http:\/\/[^\s,]+)/;

export const API_KEY = `rp_${'test-key-for-local-runs-only-'.padEnd(43, '0')}`;

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** Its standard output and error so far, at most the last 64 KiB. */
  output(): string;
  /** Sends SIGKILL, and waits until the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ServiceOptions {
  readonly directory: string;
  readonly port?: number;
  /** Undefined: the variable is not set. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** False: no key is set, as at a first start, so the service makes a key and a setup link. */
  readonly keySet?: boolean;
  readonly flags?: readonly string[];
  /** Another copy of `src/main.js`, such as one with a planted fault. */
  readonly main?: string;
  /** Signals of the terminal do not reach it; it is killed when this process ends. */
  readonly ownGroup?: boolean;
  /** Called with each line that it writes. */
  readonly onLine?: (line: string) => void;
}

/** A started process that may not be ready yet. */
export interface LaunchedService {
  readonly pid: number;
  /** Rejects with its output if it ends first. */
  readonly ready: Promise<ServiceProcess>;
  /** Sends SIGKILL, ready or not, and waits until the process is gone. */
  kill(): Promise<void>;
}

/** Resolves when the service says that it is ready; rejects with its output if it ends first. */
export function startService(options: ServiceOptions): Promise<ServiceProcess> {
  return launchService(options).ready;
}

/** The same without waiting, for a test that ends it before it is ready. */
export function launchService(options: ServiceOptions): LaunchedService {
  const flags = ['--port', String(options.port ?? 0), '--data-dir', options.directory];
  const child = spawn(
    process.execPath,
    [
      options.main ?? MAIN,
      'start',
      ...flags,
      '--allow-targets',
      '127.0.0.0/8',
      ...(options.flags ?? []),
    ],
    {
      env: {
        PATH: process.env.PATH,
        ...(options.keySet === false ? {} : { RINGPOST_API_KEY: API_KEY }),
        RINGPOST_LOG_LEVEL: 'error',
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.ownGroup ?? false,
    },
  );
  if (options.ownGroup === true) {
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
  }
  let output = '';
  const tellLines = linesTo(options.onLine);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      tellLines(chunk);
      output = (output + chunk.toString()).slice(-65_536);
      const ready = READY.exec(output);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    ended.then((code) => reject(new Error(`the service ended with ${code}:\n${output}`)));
  });
  const pid = child.pid ?? 0;
  const kill = async (): Promise<void> => {
    await signal(child, 'SIGKILL', ended);
  };
  const ready = url.then((at) => ({
    url: at,
    pid,
    output: () => output,
    kill,
    stop: () => signal(child, 'SIGTERM', ended),
  }));
  // A test that kills it before it is ready does not await this promise.
  ready.catch(() => {});
  return { pid, ready, kill };
}

function linesTo(onLine: ServiceOptions['onLine']): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    if (onLine === undefined) return;
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}

async function signal(
  child: ChildProcess,
  name: NodeJS.Signals,
  ended: Promise<number | null>,
): Promise<number | null> {
  child.kill(name);
  return ended;
}

/** Sends one JSON request to the service's API, with the test key unless `headers` name another. */
export async function callApi(
  service: Pick<ServiceProcess, 'url'>,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
