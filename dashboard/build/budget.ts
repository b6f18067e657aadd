/**
 * What the page may weigh, compressed: the script and the styles that every page needs, and any
 * other chunk. Beyond that the build fails, and says what grew. The preview of Teams cards is a
 * renderer of its makers, loaded only where it shows.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KIB = 1_024;

export const BUDGET = {
  entryScriptBytes: 190 * KIB,
  entryStyleBytes: 35 * KIB,
  chunkBytes: 60 * KIB,
} as const;

/** Chunks of a renderer that is not ours. */
const EXEMPT = /^(?:teams-preview|adaptivecards)-/;
const ENTRY = /\b(?:src|href)="\.?\/?assets\/([^"]+\.(?:js|css))"/g;
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g;

export interface Weight {
  readonly entryScriptBytes: number;
  readonly entryStyleBytes: number;
  readonly chunks: readonly { readonly name: string; readonly bytes: number }[];
}

/** Sentences about what is too heavy; empty when nothing is. */
export function budgetFaults(weight: Weight): readonly string[] {
  const said = (what: string, bytes: number, most: number): readonly string[] =>
    bytes <= most ? [] : [`${what}: ${kib(bytes)} KiB compressed, at most ${kib(most)} KiB`];
  return [
    ...said('the entry script', weight.entryScriptBytes, BUDGET.entryScriptBytes),
    ...said('the entry styles', weight.entryStyleBytes, BUDGET.entryStyleBytes),
    ...weight.chunks
      .filter(({ name }) => !EXEMPT.test(name))
      .flatMap(({ name, bytes }) => said(name, bytes, BUDGET.chunkBytes)),
  ];
}

/**
 * Of a build, the entry is what `index.html` names and everything that those files import
 * statically.
 */
export function weighBuild(directory: string): Weight {
  const assets = join(directory, 'assets');
  const read = (name: string): string => readFileSync(join(assets, name), 'utf8');
  const html = readFileSync(join(directory, 'index.html'), 'utf8');
  const entry = new Set([...html.matchAll(ENTRY)].map((match) => match[1] ?? ''));
  for (const name of entry) {
    if (!name.endsWith('.js')) continue;
    for (const match of read(name).matchAll(STATIC_IMPORT)) entry.add(match[1] ?? '');
  }
  const sizes = globSync('*.{js,css}', { cwd: assets }).map((path) => {
    const name = basename(path);
    return { name, bytes: gzipSync(read(name), { level: 9 }).length };
  });
  const sum = (ending: string): number =>
    sizes
      .filter(({ name }) => entry.has(name) && name.endsWith(ending))
      .reduce((total, { bytes }) => total + bytes, 0);
  return {
    entryScriptBytes: sum('.js'),
    entryStyleBytes: sum('.css'),
    chunks: sizes.filter(({ name }) => !entry.has(name)),
  };
}

function kib(bytes: number): string {
  return (bytes / KIB).toFixed(1);
}
