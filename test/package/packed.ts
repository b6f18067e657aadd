/**
 * The packages as `npm pack` makes them, of a copy of the tree, so that nothing is rebuilt under
 * another test; and installations of them in empty directories, by npm as an operator calls it:
 * from its cache if possible, else from the registry.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { ROOT } from '../tidy/tree.ts';

/** The commit from which the packages say that they were made. */
export const COMMIT = 'c0ffee00c0ff';
const LEFT_OUT = new Set(['.git', 'node_modules', 'data', 'coverage', 'dist-test']);

export interface Packed {
  /** Holds the archives; a test may make more folders in it. */
  readonly folder: string;
  readonly service: string;
  readonly receiver: string;
}

/** Removed when the test ends. */
export function packAll(t: TestContext): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'ringpost-package-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const copy = join(folder, 'tree');
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (from) => from === ROOT || !LEFT_OUT.has(basename(from)),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return { folder, service: pack(copy, folder), receiver: pack(join(copy, 'receiver'), folder) };
}

/** The path of the archive. */
function pack(directory: string, to: string): string {
  const words = ['pack', '--silent', '--pack-destination', to];
  const said = npm(directory, words, { RELEASE_COMMIT: COMMIT });
  // The scripts of the package print before the name of the archive.
  return join(to, said.trimEnd().split('\n').at(-1) ?? '');
}

/** An empty directory with these archives installed. */
export function install(at: string, archives: readonly string[], ...flags: string[]): void {
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), '{ "private": true, "type": "module" }\n');
  npm(at, ['install', '--prefer-offline', '--no-audit', '--no-fund', ...flags, ...archives]);
}

/** By npm on `node`, without the settings of an npm that runs this test. */
function npm(
  directory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): string {
  return execFileSync('npm', words, {
    cwd: directory,
    env: { ...cleanEnvironment(), ...environment },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The Node of this test is the first on the path, and the only program of its folder. */
export function cleanEnvironment(node = process.execPath): Record<string, string | undefined> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const path = [dirname(node), ...(process.env.PATH ?? '').split(delimiter)];
  return {
    ...Object.fromEntries(inherited),
    PATH: path.filter((each) => !each.endsWith('node_modules/.bin')).join(delimiter),
  };
}
