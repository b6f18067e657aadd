/**
 * Words and forms that do not belong in the tree: default exports, `any`, notes to do later,
 * switched-off tests, paths of one machine, SQL that does not say whether it breaks, and a root
 * that has grown beyond one look.
 */
import { lineAt, scan } from '../scan.ts';
import { isCode, isTest, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

const ROOT_ENTRIES_MAX = 22;

/** Vite reads its configuration, and `node --test` a reporter, from the default export. */
const DEFAULT_EXPORT_ALLOWED = new Set(['dashboard/vite.config.ts', 'test/run/reporter.ts']);
const DEFAULT_EXPORT = /\bexport\s+default\b|\bas\s+default\b/g;
const ANY = /(?:[:<,|&=]|\bas\b|\bextends\b|\bkeyof\b)\s*\bany\b(?=\s*(?:[;,)>|&=[\]{}]|$))/gm;
const SWITCHED_OFF =
  /\b(?:test|it|describe|suite|t)\s*\.\s*(?:skip|only|todo)\b|[{,]\s*(?:skip|only|todo)\s*:/g;
/** Written in pieces, for this file is read by the rule too. */
const LATER = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`, 'g');
const MACHINE_PATH = new RegExp(
  `(?<![\\w.}/-])/(?:${['home', 'Users', 'root', 'work'].join('|')})/[\\w.-]+`,
  'g',
);

export const defaultExports: Rule = (files) =>
  files
    .filter(({ path }) => isCode(path) && !DEFAULT_EXPORT_ALLOWED.has(path))
    .flatMap((file) => inCode(file, DEFAULT_EXPORT, 'default export'));

export const anyTypes: Rule = (files) =>
  files.filter(({ path }) => isCode(path)).flatMap((file) => inCode(file, ANY, 'any'));

export const switchedOffTests: Rule = (files) =>
  files
    .filter(({ path }) => isCode(path) && isTest(path))
    .flatMap((file) => inCode(file, SWITCHED_OFF, 'a test that does not run'));

export const notesForLater: Rule = (files) =>
  files
    .filter(({ path }) => isCode(path) || /\.(?:sql|css|html)$/.test(path))
    .flatMap((file) => inText(file, LATER));

export const machinePaths: Rule = (files) => files.flatMap((file) => inText(file, MACHINE_PATH));

/** The first line of a migration says whether it breaks a running older version, and why. */
export const migrations: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('sql/') && path.endsWith('.sql'))
    .flatMap(({ path, text }) => [
      ...(/^-- breaking: (?:yes|no)\b.{3,}\n/.test(text)
        ? []
        : [violation(path, 1, 'starts without `-- breaking: yes|no` and why')]),
      ...(/\/\d{4}-[a-z0-9-]+\.sql$/.test(path)
        ? []
        : [violation(path, 1, 'is not named NNNN-name.sql')]),
    ]);

export const rootEntries: Rule = (files) => {
  const entries = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const { size } = entries;
  return size <= ROOT_ENTRIES_MAX ? [] : [violation('.', 1, `the root has ${size} entries`)];
};

function inCode({ path, text }: SourceFile, pattern: RegExp, what: string): Violation[] {
  const { code } = scan(text);
  return [...code.matchAll(pattern)].map((match) =>
    violation(path, lineAt(code, match.index), what),
  );
}

function inText({ path, text }: SourceFile, pattern: RegExp): Violation[] {
  return [...text.matchAll(pattern)].map((match) =>
    violation(path, lineAt(text, match.index), `says ${match[0]}`),
  );
}
