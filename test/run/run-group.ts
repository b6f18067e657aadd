/**
 * Runs the files of one group in a process of `node --test`. The output of the tests themselves is
 * kept apart from the reporter's, and only its end is kept.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FilledGroup } from './group.ts';
import type { Told } from './reporter.ts';
import { type NodeResult, runNode } from './run-node.ts';

const REPORTER = fileURLToPath(new URL('./reporter.ts', import.meta.url));
/** The time limit of one test, on a machine that is five times slower than usual. */
const TEST_MS_MAX = 600_000;

export interface GroupResult extends NodeResult {
  readonly name: string;
  readonly files: number;
  readonly told: readonly Told[];
}

export async function runGroup(
  { name, files }: FilledGroup,
  environment: Readonly<Record<string, string>>,
): Promise<GroupResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-tests-'));
  const destination = join(folder, 'told');
  try {
    const words = [
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_MS_MAX}`,
      `--test-reporter=${REPORTER}`,
      `--test-reporter-destination=${destination}`,
      ...files,
    ];
    const result = await runNode(words, environment);
    return { ...result, name, files: files.length, told: readTold(destination) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readTold(destination: string): readonly Told[] {
  return readFileSync(destination, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Told => {
      const told: Told = JSON.parse(line);
      return { ...told, file: relative(process.cwd(), told.file) };
    });
}
