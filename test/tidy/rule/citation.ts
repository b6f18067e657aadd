/**
 * Every citation exists: rules of `docs/specification` (`S6.4`, or `S6` for a chapter) and
 * decisions (`docs/decisions/0036`, `decision 36`). The rules of each chapter are numbered from 1
 * without a gap, every decision is in the index of decisions, and sections are cited of RFCs only.
 */
import { lineAt } from '../scan.ts';
import { isCode, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

const SPECIFICATION = 'docs/specification/';
const DECISIONS = 'docs/decisions/';
const CHAPTER = /^docs\/specification\/(\d{2})-[a-z0-9-]+\.md$/;
const DECISION = /^docs\/decisions\/(\d{4})-[a-z0-9-]+\.md$/;
/** A rule begins a paragraph with its number. */
const RULE = /^\*\*S(\d+)\.(\d+)\*\* /gm;

const CITED_RULE = /(?<![\w.-])S(\d{1,2})(?:\.(\d{1,3}))?(?![\w-]|\.\d)/g;
/** Cites a document that is not here; the words may be on two lines of a comment. */
const SECTION = /\b[Ss]ections?(?:\s|\n\s*(?:\*|\/\/|--)\s?)+\d/g;
const OF_STANDARD = /\b(?:RFC|NIST)[\w ,.*\n-]{1,40}$/;

const CITED_DECISION = /\bdecisions\/(\d{4})\b|\b[Dd]ecisions? (\d{1,4})\b/g;

/** Each chapter's rules are numbered from 1, each number once, under the number of its file. */
export const ruleNumbers: Rule = (files) =>
  files.flatMap(({ path, text }) => {
    const chapter = Number(CHAPTER.exec(path)?.[1] ?? 0);
    if (chapter === 0) return [];
    const found = [...text.matchAll(RULE)];
    const numbers = found.map(([, , rule]) => Number(rule)).sort((one, other) => one - other);
    const wrong = found
      .filter(([, of]) => Number(of) !== chapter)
      .map(([name, , , index]) => violation(path, 1, `${name} at ${index} is of another chapter`));
    const at = numbers.findIndex((number, index) => number !== index + 1);
    const gap = at < 0 ? [] : [violation(path, 1, `S${chapter}.${at + 1} is missing or twice`)];
    const none = found.length === 0 ? [violation(path, 1, 'has no numbered rule')] : [];
    return [...wrong, ...gap, ...none];
  });

/** In code, SQL, tests and documents. */
export const citations: Rule = (files) => {
  const rules = rulesOf(files);
  const decisions = decisionsOf(files);
  return files
    .filter(({ path }) => isCode(path) || /\.(?:sql|md|css|js|json)$/.test(path))
    .filter(({ path }) => !path.startsWith('test/tidy/rule/') && path !== 'package-lock.json')
    .flatMap((file) => [
      ...missing(file, CITED_RULE, ([, chapter, rule]) => {
        const name = rule === undefined ? `S${chapter}` : `S${chapter}.${rule}`;
        return rules.has(name) ? null : `cites ${name}, which docs/specification does not have`;
      }),
      ...missing(file, CITED_DECISION, ([, ofPath, ofNumber]) => {
        const number = Number(ofPath ?? ofNumber);
        return decisions.has(number) ? null : `cites decision ${number}, which does not exist`;
      }),
    ]);
};

/** A section of our own documents is cited by its rule's number. */
export const sections: Rule = (files) =>
  files
    .filter(({ path }) => isCode(path) || /\.(?:sql|md)$/.test(path))
    .filter(({ path }) => !path.startsWith('test/tidy/rule/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(SECTION)]
        .filter(({ index }) => !OF_STANDARD.test(text.slice(Math.max(0, index - 60), index)))
        .map(({ index }) => violation(path, lineAt(text, index), 'cites a section, not a rule')),
    );

/** The index names every decision, by its file, and no two have one number. */
export const decisionIndex: Rule = (files) => {
  const path = `${DECISIONS}README.md`;
  const index = files.find((file) => file.path === path)?.text ?? '';
  const names = files
    .filter((file) => DECISION.test(file.path))
    .map((file) => file.path.slice(DECISIONS.length));
  const numbers = names.map((name) => name.slice(0, 4));
  return names.flatMap((name, at) => [
    ...(index.includes(`(${name})`) ? [] : [violation(path, 1, `does not list ${name}`)]),
    ...(numbers.indexOf(name.slice(0, 4)) === at
      ? []
      : [violation(DECISIONS + name, 1, 'has the number of another decision')]),
  ]);
};

function missing(
  { path, text }: SourceFile,
  pattern: RegExp,
  complaint: (match: RegExpExecArray) => string | null,
): Violation[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.matchAll(pattern)].flatMap((match) => {
      const message = complaint(match);
      return message === null ? [] : [violation(path, index + 1, message)];
    }),
  );
}

/** `S6.4` of each rule, and `S6` of each chapter. */
function rulesOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const chapters = files.filter(({ path }) => path.startsWith(SPECIFICATION));
  return new Set(
    chapters.flatMap(({ text }) =>
      [...text.matchAll(RULE)].flatMap(([, chapter, rule]) => [
        `S${chapter}`,
        `S${chapter}.${rule}`,
      ]),
    ),
  );
}

function decisionsOf(files: readonly SourceFile[]): ReadonlySet<number> {
  return new Set(files.map(({ path }) => Number(DECISION.exec(path)?.[1] ?? 0)));
}
