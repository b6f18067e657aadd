/**
 * `ringpost doctor`: prints the effective settings with secrets masked, and checks what a start
 * needs: the data directory or the database, the ports, the mail server, the version of Node.
 * Changes nothing; the exit code is 1 if a check fails.
 */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { describeSettings } from '../config/read-settings.ts';
import type { Settings } from '../config/settings.ts';
import { isDirectoryInUse } from '../store/sqlite/lock.ts';
import type { Check } from './check.ts';
import { checkDatabase } from './doctor-database.ts';
import { checkInbox } from './doctor-inbox.ts';
import { checkMail } from './doctor-mail.ts';
import { checkModel } from './doctor-model.ts';
import { ANOTHER_PORT } from './start.ts';
import { VERSION } from './version.ts';

/** The doctor warns if there is less free space than this, in bytes. */
const FREE_BYTES_LOW = 1024 ** 3;

export async function runDoctor(settings: Settings): Promise<void> {
  const print = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  print(`Ringpost ${VERSION} on Node ${process.version}`);
  for (const [name, value] of describeSettings(settings)) print(`  ${name} = ${value}`);
  const { dataDir, databaseUrl, host, port } = settings;
  const checks = [
    ...(databaseUrl === null
      ? await Promise.all([checkDirectory(dataDir), checkSpace(dataDir)])
      : await checkDatabase(settings, databaseUrl)),
    await checkPort(host, port),
    ...(await checkInbox(settings, portFault)),
    ...(await checkMail(settings)),
    ...(await checkModel(settings)),
  ];
  for (const check of checks) print(`${check.good ? 'ok    ' : 'WRONG '} ${check.text}`);
  if (checks.some((check) => !check.good)) process.exitCode = 1;
}

async function checkDirectory(directory: string): Promise<Check> {
  const path = resolve(directory);
  try {
    const existing = await nearestExisting(path);
    await access(existing, constants.W_OK);
    if (!(await stat(existing)).isDirectory()) throw new Error('a file is in the way');
    if (isDirectoryInUse(path)) {
      return {
        good: false,
        text: `data directory ${path} is in use: another Ringpost is running on it`,
      };
    }
    const will = existing === path ? 'exists and can be written' : 'will be made';
    return { good: true, text: `data directory ${path} ${will}` };
  } catch {
    return {
      good: false,
      text: `data directory ${path} cannot be written; choose another with --data-dir`,
    };
  }
}

async function checkSpace(directory: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(await nearestExisting(resolve(directory)));
    const free = bavail * bsize;
    const text = `${Math.floor(free / 1024 ** 2)} MiB free for the data directory`;
    return { good: free >= FREE_BYTES_LOW, text };
  } catch {
    return { good: false, text: 'the free space of the data directory cannot be read' };
  }
}

async function checkPort(host: string, port: number): Promise<Check> {
  const why = await portFault(host, port);
  return why === null
    ? { good: true, text: `port ${port} on ${host} is free` }
    : { good: false, text: `port ${port} on ${host} ${why}; ${ANOTHER_PORT}` };
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

async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch (error) {
    const parent = dirname(path);
    if (parent === path) throw error;
    return nearestExisting(parent);
  }
}
