/**
 * A Valkey or Redis server for BullMQ, in a temporary folder and on its own port, removed after the
 * measurement. It writes every change to its log and evicts nothing, as BullMQ asks.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../test/support/free-port.ts';

const NAMES = ['valkey-server', 'redis-server'] as const;
const READY_MS_MAX = 10_000;
const POLL_MS = 20;

export const NO_REDIS =
  'BullMQ is left out: neither valkey-server nor redis-server is on the PATH' +
  ' (Debian 13: apt-get install valkey-server; Debian 12: apt-get install redis-server)';

/** The path of the first that is installed, or null. */
export function findRedis(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find((path) => existsSync(path)) ?? null;
}

export interface RedisServer {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** `fsync`: its own word for how often the log is written to the disk. */
export async function startRedis(fsync: 'everysec' | 'always'): Promise<RedisServer> {
  const path = findRedis();
  if (path === null) throw new Error(NO_REDIS);
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-redis-'));
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: fsync,
    'maxmemory-policy': 'noeviction',
    save: '',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(path, words, { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await ready(port, child);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async close() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(port: number, child: ChildProcess): Promise<void> {
  const deadlineMs = performance.now() + READY_MS_MAX;
  while (!(await connects(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (performance.now() > deadlineMs) throw new Error('the server takes no connection');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
