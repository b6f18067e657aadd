/**
 * A copy of the service with a few words of its source replaced: a planted fault, which a proof
 * must find, or a number made small. Does not change the tree; throws if the code no longer has the
 * words.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface ServiceCopy {
  /** The copy of `src/main.js`. */
  readonly main: string;
  remove(): Promise<void>;
}

/** `from` must stand exactly once in the file. */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export async function copyService(edits: readonly Edit[]): Promise<ServiceCopy> {
  const copy = await mkdtemp(join(tmpdir(), 'ringpost-copy-'));
  for (const part of ['src', 'sql', 'receiver', 'package.json']) {
    await cp(join(ROOT, part), join(copy, part), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of edits) {
    const path = join(copy, file);
    const code = await readFile(path, 'utf8');
    if (code.split(from).length !== 2) throw new Error(`${file} has not exactly one ${from}`);
    await writeFile(
      path,
      code.replace(from, () => to),
    );
  }
  return {
    main: join(copy, 'src/main.js'),
    remove: () => rm(copy, { recursive: true }),
  };
}
