/**
 * Plays seeds in a process of its own, which loads one mutation in place of the real files, until a
 * checker complains. A seed counts only if the unchanged tree passes it, so that a fault of the
 * product itself is not taken for a catch. Never touches the real tree.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Edit, Mutation, World } from './mutation.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHILD = join(import.meta.dirname, 'child.ts');
/** A mutated service may loop for ever; reaching this bound counts as caught. */
const DEADLINE_MS = 180_000;
/** Seeds of one process: a start costs as much as a few seeds. */
const BATCH = 20;

export interface Catch {
  readonly seed: number;
  readonly checker: string;
  readonly says: string;
}

export interface Outcome {
  readonly mutation: Mutation;
  /** Null if it survived all seeds. */
  readonly caught: Catch | null;
  readonly played: number;
}

/** Throws if the text to replace is not there exactly once: the list is stale. */
export function mutated(source: string, { file, find, replace }: Edit): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(`${file}: found ${parts.length - 1} times, not once: ${find}`);
  }
  return parts.join(replace);
}

/** Reads the real tree; a test also uses it to find stale mutations. */
export function mutatedFiles({ edits }: Mutation): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const source = files.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8');
    files.set(edit.file, mutated(source, edit));
  }
  return files;
}

/** Plays until a seed is caught that the unchanged tree passes, as `isClean` says. */
export async function hunt(
  mutation: Mutation,
  seeds: readonly number[],
  isClean: (seed: number, world: World) => Promise<boolean>,
): Promise<Outcome> {
  const files = mutatedFiles(mutation);
  const world = mutation.world ?? 'calls';
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-mutant-'));
  try {
    const list = join(folder, 'files.json');
    const texts = [...files].map(([file, text]) => [pathToFileURL(join(ROOT, file)).href, text]);
    writeFileSync(list, JSON.stringify(texts));
    let left = seeds;
    while (left.length > 0) {
      const batch = left.slice(0, BATCH);
      const caught = await playSeeds(batch, world, list);
      const played = caught === null ? batch.length : batch.indexOf(caught.seed) + 1;
      left = left.slice(played);
      if (caught !== null && (await isClean(caught.seed, world))) {
        return { mutation, caught, played: seeds.length - left.length };
      }
    }
    return { mutation, caught: null, played: seeds.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Which seeds the unchanged tree passes; each is played once. */
export function cleanSeeds(): (seed: number, world: World) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (seed, world) => {
    const name = `${world} ${seed}`;
    const clean = known.get(name) ?? playSeeds([seed], world).then((caught) => caught === null);
    known.set(name, clean);
    return clean;
  };
}

/** The first seed of which a checker complains; `mutant`: the file that lists what is mutated. */
export async function playSeeds(
  seeds: readonly number[],
  world: World,
  mutant = '',
): Promise<Catch | null> {
  const options = { timeout: DEADLINE_MS, killSignal: 'SIGKILL', cwd: ROOT } as const;
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [CHILD, mutant, world, ...seeds.map(String)],
      options,
    );
    return readCatch(stdout);
  } catch (error) {
    const says = error instanceof Error ? error.message.slice(0, 200) : String(error);
    return { seed: seeds[0] ?? 0, checker: 'simulator', says };
  }
}

function readCatch(line: string): Catch | null {
  const value: unknown = JSON.parse(line);
  if (value === null || typeof value !== 'object') return null;
  const { seed, checker, says } = { seed: 0, checker: '', says: '', ...value };
  return { seed, checker, says };
}
