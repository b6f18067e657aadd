/**
 * The tree that the tidy rules judge: every file that git tracks or would track. In a copy without
 * git, every file outside the folders that git ignores.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export type Rule = (files: readonly SourceFile[]) => Violation[];

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const IGNORED = ['**/node_modules', '**/dist', '**/.git', 'data', 'coverage'];
const BINARY = /\.(?:png|jpe?g|ico|gz|br|woff2?|db)$/;

export function readTree(): SourceFile[] {
  return paths().map((path) => ({
    path,
    text: BINARY.test(path) ? '' : readFileSync(join(ROOT, path), 'utf8'),
  }));
}

export function violation(path: string, line: number, message: string): Violation {
  return { path, line, message };
}

export function isCode(path: string): boolean {
  return /\.(?:tsx?|js)$/.test(path) && !path.endsWith('.d.ts');
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || path.startsWith('receiver/test/');
}

function paths(): string[] {
  const listed = existsSync(join(ROOT, '.git')) ? listedByGit() : walked();
  return listed.filter((path) => existsSync(join(ROOT, path))).sort();
}

function listedByGit(): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const text = execFileSync('git', options, { cwd: ROOT, encoding: 'utf8' });
  return [...new Set(text.split('\0').filter((path) => path !== ''))];
}

function walked(): string[] {
  const all = globSync(['*', '.*', '**/*', '.ci/*'], { cwd: ROOT, exclude: IGNORED });
  const unique = new Set(all.map((path) => path.replaceAll('\\', '/')));
  return [...unique].filter((path) => statSync(join(ROOT, path)).isFile());
}
