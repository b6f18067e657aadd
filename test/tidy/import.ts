/**
 * The imports of a file, read from its text: static, re-exported, dynamic and type imports, and
 * code that it starts as a worker through `new URL('./file.ts', import.meta.url)`.
 */
import { posix } from 'node:path';
import { lineAt, scan } from './scan.ts';
import type { SourceFile } from './tree.ts';

export interface Import {
  readonly specifier: string;
  /** The path in the tree of a relative import, else null. */
  readonly path: string | null;
  readonly kind: 'static' | 'type' | 'dynamic' | 'worker';
  readonly line: number;
}

/** The specifier of an import that is only known at run time. */
export const COMPUTED = '<computed>';

/** The text before `from` has no quote, bracket or semicolon. */
const CLAUSE = '(type\\b(?!\\s*(?:from\\b|,))\\s*)?(?:[^\'"`;()=]*?\\bfrom\\s*)?';
const STATIC = new RegExp(`\\b(?:import|export)\\b\\s*${CLAUSE}(['"])([^'"\\n]+)\\2`, 'g');
const DYNAMIC = /\bimport\s*\(\s*(?:(['"`])([^'"`\n]+)\1|[^)]*)/g;
const WORKER = /\bnew URL\(\s*(['"])(\.[^'"\n]+\.[jt]s)\1\s*,\s*import\.meta\.url/g;

export function importsOf(file: SourceFile): Import[] {
  const { uncommented, code } = scan(file.text);
  const found: Import[] = [];
  const add = (at: number, specifier: string, kind: Import['kind']): void => {
    // A match inside a string is text about imports, not an import.
    if (code.charAt(at) !== uncommented.charAt(at)) return;
    const relative = specifier.startsWith('./') || specifier.startsWith('../');
    const path = relative ? posix.join(posix.dirname(file.path), specifier) : null;
    found.push({ specifier, path, kind, line: lineAt(uncommented, at) });
  };
  for (const match of uncommented.matchAll(STATIC)) {
    add(match.index, match[3] ?? '', match[1] === undefined ? 'static' : 'type');
  }
  for (const match of uncommented.matchAll(DYNAMIC)) {
    add(match.index, match[2] ?? COMPUTED, 'dynamic');
  }
  for (const match of uncommented.matchAll(WORKER)) {
    add(match.index, match[2] ?? '', 'worker');
  }
  return found;
}
