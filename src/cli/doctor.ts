/**
 * `ringpost doctor [--running] [--fix] [--json]`: prints the effective settings with secrets masked
 * and looks at all that a service needs: master key, schema, every page, room and growth, clocks,
 * names and certificates of targets, mail, model, inbox, dashboard, environment, leases, the oldest
 * delivery. Each finding says what to do; the exit code is 1 if there is one. Without `--fix` it
 * changes nothing.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DASHBOARD } from '../compose/dashboard-folder.ts';
import { describeSettings } from '../config/read-settings.ts';
import type { Settings } from '../config/settings.ts';
import { DATABASE_FILE } from '../store/sqlite/open.ts';
import type { Asked } from './asked.ts';
import { type Check, good, wrong } from './check.ts';
import { checkClock } from './doctor-clock.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkDataDirectory, type HowToLook } from './doctor-directory.ts';
import { checkInbox } from './doctor-inbox.ts';
import { checkMail } from './doctor-mail.ts';
import { checkModel } from './doctor-model.ts';
import { checkRunning } from './doctor-running.ts';
import { checkStore } from './doctor-store.ts';
import { ANOTHER_PORT } from './start.ts';
import { VERSION } from './version.ts';

export async function runDoctor(settings: Settings, { flags }: Asked): Promise<void> {
  const how = { running: flags.running === true, fix: flags.fix === true };
  const checks = await allChecks(settings, how);
  const isWell = checks.every((check) => check.good);
  if (flags.json === true) {
    const told = { version: VERSION, node: process.version, well: isWell, checks };
    print(JSON.stringify({ ...told, settings: Object.fromEntries(describeSettings(settings)) }));
  } else {
    print(`Ringpost ${VERSION} on Node ${process.version}`);
    for (const [name, value] of describeSettings(settings)) print(`  ${name} = ${value}`);
    for (const check of checks) print(`${markOf(check)} ${check.text}`);
  }
  if (!isWell) process.exitCode = 1;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function markOf(check: Check): string {
  if (check.fixed) return 'fixed ';
  return check.good ? 'ok    ' : 'WRONG ';
}

async function allChecks(settings: Settings, how: HowToLook): Promise<readonly Check[]> {
  const { databaseUrl, host, port, roles } = settings;
  const ports = how.running
    ? await checkRunning(settings)
    : [await checkPort(host, port), ...(await checkInbox(settings, portFault))];
  return [
    ...(databaseUrl === null
      ? await checkDataDirectory(settings, how)
      : await checkDatabase(settings, databaseUrl)),
    await checkClock(),
    ...(await checkContent(settings)),
    ...(roles.includes('api') ? [checkDashboard()] : []),
    ...checkPublicUrl(settings),
    ...named('port', ports),
    ...named('mail', await checkMail(settings)),
    ...named('model', await checkModel(settings)),
  ];
}

function named(name: string, checks: readonly Check[]): readonly Check[] {
  return checks.map((check) => ({ name, ...check }));
}

/** Of a store that a start has made, and that can be read at all. */
async function checkContent(settings: Settings): Promise<readonly Check[]> {
  if (settings.databaseUrl !== null) return checkStoreOfServer(settings);
  const file = join(settings.dataDir, DATABASE_FILE);
  return existsSync(file) ? checkStore(settings, (await stat(file)).size) : [];
}

async function checkStoreOfServer(settings: Settings): Promise<readonly Check[]> {
  // What stands in the way was told by the checks of the database.
  try {
    const { storeExists } = await import('../compose/open-transfer.ts');
    if (!(await storeExists(settings))) return [];
  } catch {
    return [];
  }
  const { checkLeases } = await import('./doctor-leases.ts');
  return [...(await checkStore(settings, null)), ...(await checkLeases(settings))];
}

/** `folder`: another one, for tests. */
export function checkDashboard(folder = DASHBOARD): Check {
  return existsSync(join(folder, 'index.html'))
    ? good('dashboard', 'the dashboard is built')
    : wrong('dashboard', 'the dashboard is not built: / has no page; run: npm run build');
}

function checkPublicUrl({ publicUrl }: Settings): readonly Check[] {
  if (publicUrl === null || !publicUrl.startsWith('http:')) return [];
  const { hostname } = new URL(publicUrl);
  if (/^(?:localhost|127\.|\[::1\])/.test(hostname)) return [];
  return [
    wrong(
      'environment',
      'RINGPOST_PUBLIC_URL is http: passwords and keys travel in the clear; use https',
    ),
  ];
}

async function checkPort(host: string, port: number): Promise<Check> {
  const why = await portFault(host, port);
  return why === null
    ? good('port', `port ${port} on ${host} is free`)
    : wrong('port', `port ${port} on ${host} ${why}; ${ANOTHER_PORT}`);
}

function portFault(host: string, port: number): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', (error: Error & { code?: string }) => {
      done(error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`);
    });
    server.listen(port, host, () => server.close(() => done(null)));
  });
}
