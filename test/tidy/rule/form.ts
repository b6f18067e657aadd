/**
 * The form of one file: its header, its width, its name. STYLE.md gives the reasons; Biome measures
 * the length of functions. No rule refuses a file for its length: the tidy test names the long
 * ones, and a reader judges whether each is one idea.
 */
import { isCode, isTest, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

/** A code file with more lines is named for a reader to judge. */
export const LONG_LINES = 400;
const COLUMNS_MAX = 100;
/** In a test, one sentence can be enough. */
const HEADER_LINES = { min: 2, minInTest: 1, max: 8 };

const HEADER_FOLDERS =
  /^(?:src|test|sim|bench|examples|scripts|receiver\/(?:src|test)|dashboard\/src)\//;
const KEBAB = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const FORBIDDEN_NAMES = /^(?:utils?|helpers?|common|types|managers?|misc)$/;
/** Names that readers, hosts and tools look for. */
const CAPITALS = /^(?:(?:README|ARCHITECTURE|STYLE|CONTRIBUTING|SECURITY|CHANGELOG)\.md|LICENSE)$/;
const CONTAINER = /^Dockerfile(?:\.dockerignore)?$/;
/** Packages that follow the names of their language. */
const OTHER_LANGUAGE = /^receiver\/(?:client\/python|python|go|java|csharp|php|ruby)\//;

/** A header is a comment block at the very start that says what the file is. */
export const headers: Rule = (files) =>
  files.filter(({ path }) => isCode(path) && HEADER_FOLDERS.test(path)).flatMap(header);

function header({ path, text }: SourceFile): Violation[] {
  const block = /^(?:#![^\n]*\n)?\/\*\*((?: [^\n]*|\n(?: \*(?: [^\n]*)?\n)*?)) \*\/\n/.exec(text);
  if (block === null) return [violation(path, 1, 'starts without a header comment')];
  const lines = (block[1] ?? '').split('\n').filter((line) => /\w/.test(line)).length;
  const min = isTest(path) ? HEADER_LINES.minInTest : HEADER_LINES.min;
  if (lines >= min && lines <= HEADER_LINES.max) return [];
  return [violation(path, 1, `header has ${lines} lines, not ${min} to ${HEADER_LINES.max}`)];
}

/** At most 100 columns, in code and SQL. */
export const widths: Rule = (files) =>
  files.filter(({ path }) => isCode(path) || path.endsWith('.sql')).flatMap(wideLines);

function wideLines({ path, text }: SourceFile): Violation[] {
  return linesOf(text)
    .map((line, index) => ({ columns: [...line].length, line: index + 1 }))
    .filter(({ columns }) => columns > COLUMNS_MAX)
    .map(({ columns, line }) => violation(path, line, `${columns} columns`));
}

/** The code files with more than `LONG_LINES` lines, the longest first: `path: lines`. */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isCode(path))
    .map(({ path, text }) => ({ path, lines: linesOf(text).length }))
    .filter(({ lines }) => lines > LONG_LINES)
    .sort((one, other) => other.lines - one.lines)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** Names are kebab-case, and none could mean anything. */
export const names: Rule = (files) => files.flatMap(name);

function name({ path }: SourceFile): Violation[] {
  if (OTHER_LANGUAGE.test(path)) return [];
  return path.split('/').flatMap((part) => {
    if (CAPITALS.test(part) || CONTAINER.test(part)) return [];
    const stem = part.split('.').find((piece) => piece !== '') ?? '';
    // Recorded input keeps the name of its origin.
    const recorded = /^test\/(?:.*\/)?(?:golden|fixture)\//.test(path);
    if (!recorded && !KEBAB.test(part)) return [violation(path, 1, `${part} is not kebab-case`)];
    return FORBIDDEN_NAMES.test(stem) ? [violation(path, 1, `${part} says nothing`)] : [];
  });
}
