/**
 * `npm test [-- FILTER...]`: the groups of `group.ts`, one more at once than there are cores, on
 * one PostgreSQL that is started for all of them. Prints a line for each group that ends, and every
 * failure in full. A filter is a part of a path: `npm test -- core/lane`. Exit code: 0 if every
 * test passed, 1 if not, 2 if no file matches.
 */
import { rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { startOwnPostgres } from '../support/postgres.ts';
import { filledGroups } from './group.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { type GroupResult, runGroup } from './run-group.ts';
import { stopOnSignal } from './run-node.ts';

const SLOWEST = 5;
/** A group waits for processes, a database and timers for a third of its time. */
const WAITING_GROUPS = 1;

const filters = process.argv.slice(2);
const groups = filledGroups(filters);
if (groups.length === 0) {
  console.error(`No test file has a path that contains ${filters.join(' or ')}.`);
  process.exit(2);
}
const startMs = performance.now();
const cores = availableParallelism();
const memoryFolder = makeMemoryFolder();
if (memoryFolder !== null) {
  process.env.RINGPOST_TEST_DISK = tmpdir();
  process.env.TMPDIR = memoryFolder;
}
const server = await startOwnPostgres(['max_connections=300']);
const results: GroupResult[] = [];
const waiting = [...groups];
// The groups that run are ended, then the server and the folder.
stopOnSignal(() => waiting.splice(0));
try {
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const result = await runGroup(next, { RINGPOST_TEST_DATABASE_URL: server.url });
      results.push(result);
      tell(result);
    }
  };
  await Promise.all(Array.from({ length: cores + WAITING_GROUPS }, work));
} finally {
  await server.close();
  if (memoryFolder !== null) rmSync(memoryFolder, { recursive: true, force: true });
}
conclude();

function tell({ name, files, told, output, exitCode, seconds }: GroupResult): void {
  const failed = told.filter(({ failure }) => failure !== null);
  const state = exitCode === 0 ? 'ok    ' : 'FAILED';
  const counts = `${told.length} tests in ${files} files`.padEnd(28);
  console.log(`${state}  ${name.padEnd(10)}  ${counts}  ${seconds.toFixed(0)} s`);
  for (const { name: test, failure } of failed) console.log(`\n  ✖ ${test}\n  ${failure}\n`);
  if (exitCode !== 0 && failed.length === 0) {
    console.log(`The process of the group ended with ${exitCode}; the end of what it wrote:`);
    console.log(output);
  }
}

function conclude(): void {
  const told = results.flatMap((result) => result.told);
  const failed = told.filter(({ failure }) => failure !== null).length;
  const skipped = told.filter((each) => each.skipped);
  for (const { name, file } of skipped) console.log(`skipped: ${name} (${file})`);
  const perFile = new Map<string, number>();
  for (const { file, ms, outermost } of told) {
    if (outermost) perFile.set(file, (perFile.get(file) ?? 0) + ms);
  }
  const slowest = [...perFile].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
  for (const [file, ms] of slowest) console.log(`slow: ${(ms / 1_000).toFixed(0)} s  ${file}`);
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  const counts = `${told.length} tests, ${failed} failed, ${skipped.length} skipped`;
  const ended = results.filter(({ exitCode }) => exitCode !== 0).map(({ name }) => name);
  console.log(`${counts}, ${seconds} s on ${cores} cores`);
  if (ended.length > 0) console.log(`failed groups: ${ended.join(', ')}`);
  process.exitCode = ended.length === 0 && told.length > 0 ? 0 : 1;
}
