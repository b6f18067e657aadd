/**
 * Numbered files are numbered from 1 without a gap, each number once: the migrations of each store,
 * and the decisions. A migration has the same name in both stores.
 */
import { type Rule, type Violation, violation } from '../tree.ts';

const NUMBERED = /^(sql\/[a-z]+|docs\/decisions)\/(\d{4})-([^/]+)$/;
const SERIES = ['sql/sqlite', 'sql/postgres', 'docs/decisions'] as const;

export const numbering: Rule = (files) => {
  const paths = files.map(({ path }) => path).sort();
  return [...SERIES.flatMap((folder) => inOrder(folder, paths)), ...ofOneStore(paths)];
};

function inOrder(folder: string, paths: readonly string[]): Violation[] {
  const own = paths.filter((path) => NUMBERED.exec(path)?.[1] === folder);
  const numbers = own.map((path) => Number(NUMBERED.exec(path)?.[2]));
  return own.flatMap((path, index) => {
    const number = numbers[index] ?? 0;
    const before = numbers[index - 1] ?? 0;
    if (number === before + 1) return [];
    const message = number === before ? `has the number of ${own[index - 1]}` : `follows ${before}`;
    return [violation(path, 1, message)];
  });
}

function ofOneStore(paths: readonly string[]): Violation[] {
  const all = new Set(paths);
  const twinOf = (path: string) =>
    path.startsWith('sql/sqlite/')
      ? path.replace('sql/sqlite/', 'sql/postgres/')
      : path.replace('sql/postgres/', 'sql/sqlite/');
  return paths
    .filter((path) => path.startsWith('sql/') && NUMBERED.test(path) && !all.has(twinOf(path)))
    .map((path) => violation(path, 1, `the other store has no ${twinOf(path)}`));
}
