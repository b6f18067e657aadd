/**
 * Which files each address of the dashboard needs besides those of every page: the service names
 * them in the page it sends, so that the browser loads them at once and not when the first ones
 * have run. Read from the tables of routes and pages as they are written, and from the manifest of
 * the bundler; an address that cannot be read is a mistake of the build, never left out.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder of the build, where `src/http/dashboard/page-hints.ts` looks for it. */
const PAGE_FILES = '.pages.json';
/** In the same folder: the file of words of each language. */
const WORDS_FILES = '.words.json';
const LANGUAGES = ['en', 'ja'];

/** The form in which the server reads them. */
interface PageFiles {
  readonly address: string;
  readonly files: readonly string[];
}

/** The parts of Vite's manifest that are needed here. */
export type Manifest = Readonly<
  Record<string, { readonly file: string; readonly imports?: readonly string[] }>
>;

const ENTRY = 'index.html';
const ROUTE = /export const (\w+) = createRoute\([\s{.]*(at|inInstance|inProject)\('([^']*)'\)/g;
const SHOWN = /\bshow\(routes\.(\w+), \(\) => import\('\.\/([^']+)'\)\)/g;
const SHOWS = /\bshow\(routes\./g;
/** Routes whose components only redirect to another page. */
const SENT_ON: ReadonlyArray<readonly [from: string, route: string]> = [
  ['/', 'overview'],
  ['/p/$project', 'overview'],
];

/** After a build into this folder; takes the manifest away. */
export function writePageFiles(folder: string, sources: string): void {
  const read = (path: string): string => readFileSync(path, 'utf8');
  const manifest = join(folder, 'manifest.json');
  const chunks: Manifest = JSON.parse(read(manifest));
  const words = LANGUAGES.map((language) => [language, wordsFile(chunks, language)]);
  writeFileSync(join(folder, WORDS_FILES), JSON.stringify(Object.fromEntries(words)));
  const pages = pageFiles(
    chunks,
    read(join(sources, 'routes.tsx')),
    read(join(sources, 'pages.ts')),
  );
  writeFileSync(join(folder, PAGE_FILES), JSON.stringify(pages));
  rmSync(manifest);
}

function wordsFile(manifest: Manifest, language: string): string {
  const file = manifest[`src/words/${language}.ts`]?.file;
  if (file === undefined) throw new Error(`the build has no words in ${language}`);
  return file;
}

/** `routes` and `pages`: the text of `routes.tsx` and `pages.ts`. */
export function pageFiles(manifest: Manifest, routes: string, pages: string): readonly PageFiles[] {
  const addresses = new Map(
    [...routes.matchAll(ROUTE)].map(([, name = '', within, path = '']) => [
      name,
      within === 'inProject' ? `/p/$project/${path}` : path.replace(/^\/?/, '/'),
    ]),
  );
  const shown = [...pages.matchAll(SHOWN)];
  if (shown.length !== (pages.match(SHOWS) ?? []).length) {
    throw new Error('a line of pages.ts cannot be read: show(routes.x, () => import(...))');
  }
  const files = new Map(
    shown.map(([, name = '', module]) => [name, filesOf(manifest, `src/${module}`)]),
  );
  const known = <Value>(of: ReadonlyMap<string, Value>, name: string): Value => {
    const value = of.get(name);
    if (value === undefined) throw new Error(`routes.tsx or pages.ts says nothing of ${name}`);
    return value;
  };
  return [
    ...[...files.keys()].map((name) => ({ address: known(addresses, name), route: name })),
    ...SENT_ON.map(([address, route]) => ({ address, route })),
  ].map(({ address, route }) => ({ address, files: known(files, route) }));
}

/** The files of a module and its imports, without those that every page has. */
function filesOf(manifest: Manifest, module: string): readonly string[] {
  const inEntry = importedBy(manifest, ENTRY);
  return [...importedBy(manifest, module)]
    .filter((key) => !inEntry.has(key))
    .map((key) => manifest[key]?.file ?? '');
}

function importedBy(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`the build has no ${key}`);
  if (found.has(key)) return found;
  found.add(key);
  for (const next of chunk.imports ?? []) importedBy(manifest, next, found);
  return found;
}
