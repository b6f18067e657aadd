/**
 * The guide's two ways to back up a PostgreSQL, run on a real server while reports are accepted: a
 * dump that is restored into a new database, and a base backup with archived log that is recovered
 * to a moment. Each contains every report that was acknowledged before. The tools must match the
 * server, so its programs are the system's; without them only the text is checked.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { type ReportLoad, startReportLoad } from '../journey/report-load.ts';
import { freePort } from '../support/free-port.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { blocksOf, runBlock } from './shell-block.ts';

const GUIDE = 'docs/guides/scale-out.md';
const KEY = Buffer.alloc(32, 5).toString('base64');
const LIMIT = { timeout: 240_000 };
/** PostgreSQL refuses to run as root. */
const OTHER_USER = 65_534;
const CALLS = 300;

const PROGRAMS = globSync('/usr/lib/postgresql/*/bin').findLast((folder) =>
  ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'].every((name) =>
    existsSync(join(folder, name)),
  ),
);

test('a dump under load is restored with all that was acknowledged', LIMIT, async (t) => {
  const [dump = '', restore = ''] = blocksOf(GUIDE).filter((block) =>
    /pg_dump|pg_restore/.test(block),
  );
  assert.ok(dump.includes('--format=custom') && restore.includes('--single-transaction'));
  if (PROGRAMS === undefined) return t.diagnostic('PostgreSQL is not installed: it was not run');
  const place = await placeOf(t);
  const server = await startServer(t, place, 'first', PROGRAMS, []);
  // As in the guide: the service is no administrator.
  await ask(server.url, 'create role ringpost login');
  const owned = ['--owner', 'ringpost', 'ringpost'];
  execFileSync(join(PROGRAMS, 'createdb'), [`--maintenance-db=${server.url}`, ...owned]);
  const asService = (name: string) => server.database(name).replace('postgres@', 'ringpost@');
  const url = asService('ringpost');
  const service = await startOn(t, place, url);
  const load = startReportLoad(service, ['CALLING']);
  await load.until(CALLS);
  const before = [...load.taken];
  const variables = {
    PATH: `${PROGRAMS}:${process.env.PATH}`,
    SERVER: server.url,
    DUMP: join(place, 'ringpost.dump'),
    RINGPOST_DATABASE_URL: url,
    RESTORED_URL: asService('ringpost_restored'),
  };
  await runBlock(dump, { directory: place, variables });
  await load.stop();
  await service.stop();
  await runBlock(restore, { directory: place, variables });
  const again = await startOn(t, place, variables.RESTORED_URL);
  await hasAll(again, before);
});

test('a base backup is recovered to a moment by the archived log', LIMIT, async (t) => {
  const [base = ''] = blocksOf(GUIDE).filter((block) => block.includes('pg_basebackup'));
  const [recovery = ''] = blocksOf(GUIDE, 'ini').filter((block) => /recovery_target/.test(block));
  assert.match(recovery, /restore_command = 'cp \/archive\/%f %p'/);
  if (PROGRAMS === undefined) return t.diagnostic('PostgreSQL is not installed: it was not run');
  const place = await placeOf(t);
  const archive = join(place, 'archive');
  mkdirSync(archive);
  giveAway(archive);
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`;
  const archived = ['archive_mode=on', `archive_command=${command}`];
  const server = await startServer(t, place, 'first', PROGRAMS, archived);
  execFileSync(join(PROGRAMS, 'createdb'), [`--maintenance-db=${server.url}`, 'ringpost']);
  const service = await startOn(t, place, server.database('ringpost'));
  const load = startReportLoad(service, ['CALLING']);
  const data = join(place, 'second');
  const variables = { PATH: `${PROGRAMS}:${process.env.PATH}`, SERVER: server.url, BASE: data };
  await runBlock(base, { directory: place, variables });
  await load.until(load.taken.length + CALLS);
  const before = await load.stop();
  await service.stop();
  const [moment] = await ask(server.url, 'select now()::text as value');
  const gone = 'drop table attempts, deliveries, firings, reports, calls cascade';
  await ask(server.database('ringpost'), gone, 'select pg_switch_wal()::text as value');
  await archivedAll(server.url);
  await server.stop();

  await writeFile(join(data, 'recovery.signal'), '');
  const settings = recovery
    .replaceAll('/archive/', `${archive}/`)
    .replace(/recovery_target_time = '[^']*'/, `recovery_target_time = '${moment}'`);
  await appendFile(join(data, 'postgresql.conf'), settings);
  execFileSync('chown', ['-R', String(OTHER_USER), data]);
  const second = await startServer(t, place, 'second', PROGRAMS, []);
  const again = await startOn(t, place, second.database('ringpost'));
  await hasAll(again, before);
});

async function placeOf(t: TestContext): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'ringpost-pg-backup-'));
  giveAway(place);
  t.after(() => rm(place, { recursive: true, force: true }));
  return place;
}

function giveAway(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, OTHER_USER, OTHER_USER);
}

function asOther(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: OTHER_USER, gid: OTHER_USER } : {};
}

interface Server {
  readonly url: string;
  database(name: string): string;
  stop(): Promise<void>;
}

/** Runs on the data of the folder `name`, which is made if it is missing. */
async function startServer(
  t: TestContext,
  place: string,
  name: string,
  programs: string,
  settings: readonly string[],
): Promise<Server> {
  const data = join(place, name);
  const options = { ...asOther(), cwd: place, stdio: 'ignore' } as const;
  if (!existsSync(data)) {
    const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
    execFileSync(join(programs, 'initdb'), [...words, '--locale=C'], options);
  }
  const port = await freePort();
  const all = ['listen_addresses=127.0.0.1', `port=${port}`, 'wal_level=replica', ...settings];
  const words = ['-D', data, '-k', place, ...all.flatMap((each) => ['-c', each])];
  const child: ChildProcess = spawn(join(programs, 'postgres'), words, options);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
  };
  t.after(stop);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await until(async () => {
    assert.equal(child.exitCode, null, 'the server has ended');
    const [holds] = await ask(url, 'select (not pg_is_in_recovery())::text as value').catch(
      () => [],
    );
    return holds === 'true';
  });
  return { url, database: (wanted) => url.replace(/postgres$/, wanted), stop };
}

/** Polls the server itself until the condition holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

async function ask(url: string, ...statements: readonly string[]): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly { value: string }[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows.map(({ value }) => value);
  } finally {
    await client.end();
  }
}

async function archivedAll(url: string): Promise<void> {
  const done = `select (last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216)
    )::text as value from pg_stat_archiver`;
  await until(async () => (await ask(url, done))[0] === 'true');
}

function startOn(t: TestContext, place: string, url: string): Promise<ServiceProcess> {
  const environment = { RINGPOST_DATABASE_URL: url, RINGPOST_MASTER_KEY: KEY };
  const started = startService({ directory: join(place, 'none'), environment });
  t.after(async () => (await started).kill());
  return started;
}

async function hasAll(service: ServiceProcess, calls: ReportLoad['taken']): Promise<void> {
  assert.ok(calls.length >= CALLS);
  for (const { callId } of calls) {
    const { status } = await callApi(service, 'GET', `/v1/calls/${callId}`);
    assert.equal(status, 200, `${callId} was acknowledged before`);
  }
}
