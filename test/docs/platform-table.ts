/**
 * The tables of all platforms in the documents, made from the adapters: `npx node
 * test/docs/platform-table.ts` writes them again after an adapter was added or changed. The README
 * names each platform with its guide only, since it must stay short.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IngestAdapter } from '../../src/engine/ports/ingest-adapter.ts';
import { ADAPTERS } from '../../src/ingest/adapters.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Document {
  readonly path: string;
  /** The first line of its table. */
  readonly head: string;
  /** The lines below it. */
  rows(adapters: readonly IngestAdapter[]): readonly string[];
}

export const DOCUMENTS: readonly Document[] = [
  { path: 'README.md', head: '| what comes in | from |', rows: shortRows },
  {
    path: 'docs/guides/platforms.md',
    head: '| platform | adapter | signature | events | call log | guide |',
    rows: wholeRows,
  },
];

export function documentAt(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The text with the right table; throws if the text has no place for it. */
export function withTable(text: string, { head, rows }: Document): string {
  const lines = text.split('\n');
  const from = lines.indexOf(head);
  if (from < 0) throw new Error(`The document has no table that begins with ${head}`);
  const length = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  const table = [head, ...rows(ADAPTERS.toSorted(byTitle))];
  return [...lines.slice(0, from), ...table, ...lines.slice(from + length)].join('\n');
}

function wholeRows(adapters: readonly IngestAdapter[]): readonly string[] {
  const rows = adapters.map(({ name, about }) => {
    const { title, signature, events, callLogs, guide } = about;
    const cells = [title, `\`${name}\``, signature, events, callLogs ? 'yes' : 'no'];
    return `| ${cells.join(' | ')} | [guide](${guide}) |`;
  });
  return ['|---|---|---|---|---|---|', ...rows];
}

function shortRows(adapters: readonly IngestAdapter[]): readonly string[] {
  const named = (callLogs: boolean): string =>
    adapters
      .filter(({ about }) => about.callLogs === callLogs)
      .map(({ about }) => `[${about.title}](docs/guides/${about.guide})`)
      .join(', ');
  const own = '[your own code](docs/guides/report-calls.md)';
  const there = '[platforms](docs/guides/platforms.md): paste an address there, a secret here';
  return [
    '|---|---|',
    `| reports through the API, one by one or in batches | ${own} |`,
    `| callbacks of ${there} | ${named(false)} |`,
    `| the same, and transcripts, which become call logs | ${named(true)} |`,
  ];
}

/** In alphabetical order; the adapter for any other platform is last. */
function byTitle(a: IngestAdapter, b: IngestAdapter): number {
  const [last, other] = [a, b].map(({ name }) => name === 'generic');
  if (last !== other) return last ? 1 : -1;
  return a.about.title.localeCompare(b.about.title, 'en');
}

if (import.meta.main) {
  for (const document of DOCUMENTS) {
    writeFileSync(join(ROOT, document.path), withTable(documentAt(document.path), document));
  }
}
