/**
 * The groups of `npm test`: the files of a group run one after the other in one process, because a
 * process for each of 600 files costs three times the processor time of the files themselves. A
 * file belongs to the group that names the longest part of its path, else to `unit`. The groups
 * begin in this order, the longest first, so that no long group runs alone at the end.
 */
import { globSync } from 'node:fs';

export interface Group {
  readonly name: string;
  /** Folders or files; empty for the files of no other group. */
  readonly paths: readonly string[];
}

export const GROUPS: readonly Group[] = [
  { name: 'postgres', paths: ['test/store/postgres', 'test/fault', 'test/engine/acw'] },
  { name: 'http', paths: ['test/http'] },
  { name: 'process', paths: ['test/journey', 'test/crash', 'test/cli', 'test/examples'] },
  { name: 'conformance', paths: ['test/store/postgres/conformance.test.ts'] },
  { name: 'rights', paths: ['test/authz', 'test/compose'] },
  { name: 'channel', paths: ['test/channel', 'test/ssrf'] },
  { name: 'browser', paths: ['test/browser', 'test/injection'] },
  { name: 'store', paths: ['test/store', 'test/power-loss', 'test/fuzz'] },
  { name: 'documents', paths: ['test/docs', 'test/tidy', 'receiver/test'] },
  { name: 'unit', paths: [] },
  { name: 'simulation', paths: ['test/sim'] },
];

export interface FilledGroup {
  readonly name: string;
  readonly files: readonly string[];
}

const PATTERNS = ['test/**/*.test.ts', 'receiver/test/**/*.test.ts'];

/** Every test file once; `filters` keep those whose path contains one of them. */
export function filledGroups(filters: readonly string[]): readonly FilledGroup[] {
  const files = globSync(PATTERNS)
    .filter((file) => filters.length === 0 || filters.some((each) => file.includes(each)))
    .sort();
  const byGroup = Map.groupBy(files, groupOf);
  return GROUPS.flatMap(({ name }) => {
    const mine = byGroup.get(name) ?? [];
    return mine.length === 0 ? [] : [{ name, files: mine }];
  });
}

export function groupOf(file: string): string {
  let found = { name: 'unit', length: 0 };
  for (const { name, paths } of GROUPS) {
    for (const path of paths) {
      const isIn = file === path || file.startsWith(`${path}/`);
      if (isIn && path.length > found.length) found = { name, length: path.length };
    }
  }
  return found.name;
}
