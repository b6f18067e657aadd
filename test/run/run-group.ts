/**
 * Runs the files of one group in a process of `node --test`. What the tests themselves print is
 * kept apart from what the reporter tells, and only its end is kept.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FilledGroup } from './group.ts';
import type { Told } from './reporter.ts';

const REPORTER = fileURLToPath(new URL('./reporter.ts', import.meta.url));
/** Of one test, on a machine that is five times slower than usual. */
const TEST_MS_MAX = 600_000;
const OUTPUT_CHARACTERS = 8_000;

export interface GroupResult {
  readonly name: string;
  readonly files: number;
  readonly told: readonly Told[];
  /** The end of what the tests printed. */
  readonly output: string;
  /** Null if a signal ended the process. */
  readonly exitCode: number | null;
  readonly seconds: number;
}

export async function runGroup(
  { name, files }: FilledGroup,
  environment: Readonly<Record<string, string>>,
): Promise<GroupResult> {
  const startMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-tests-'));
  const destination = join(folder, 'told');
  try {
    const child = spawn(
      process.execPath,
      [
        '--test',
        '--test-isolation=none',
        `--test-timeout=${TEST_MS_MAX}`,
        `--test-reporter=${REPORTER}`,
        `--test-reporter-destination=${destination}`,
        ...files,
      ],
      { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    const keep = (chunk: Buffer): void => {
      output = `${output}${chunk}`.slice(-OUTPUT_CHARACTERS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const [exitCode] = await once(child, 'close');
    const told = readTold(destination);
    const seconds = (performance.now() - startMs) / 1_000;
    return { name, files: files.length, told, output, exitCode, seconds };
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
