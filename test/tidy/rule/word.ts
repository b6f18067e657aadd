/**
 * Words that hide who acts, and conditions without "if". Comments, documents and titles of tests
 * name the worker, the operation, the caller, the reader, and never an unknown person. Other
 * strings are not read, since callers may say anything. Decisions keep the words of their time, and
 * migrations are never edited.
 */
import { lineAt, scan } from '../scan.ts';
import { isCode, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

/** Written in pieces, for this file is read by the rule too. */
const WORDS = ['who' + 'ever', 'some' + 'body', 'no' + 'body', 'some' + 'one', 'any' + 'body'];
const HIDDEN = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'gi');
/** Documents of a past time. */
const KEPT = /^docs\/decisions\//;
/** The name of a decision, as it is. */
const QUOTED = /decisions\/[\w-]+\.md/;
const TITLE = /\b(?:test|it|describe|suite)\(\s*(['"`])(?:(?!\1).)*\1/g;

/** A sentence such as "Is" + "the port taken, another one is used." A question is none. */
const INVERTED = new RegExp(
  [
    String.raw`(?<![\w'"({|\[-]|\x60)(?:`,
    String.raw`(?:Is|Are|Was|Were|Had|Should)\s+(?:the|a|an|it|they|you|this|that|there|no|one)`,
    String.raw`|Has\s+(?:it|there|(?:the|a|an)\s+\w+\s+(?:\w+ed|been|gone|come|begun|left|lost))`,
    String.raw`|(?:Do|Have)\s+(?:you|they|we)|(?:Does|Did)\s+(?:it|he|she))\b`,
    String.raw`[^?.:;|\x60]*,[^?.|]*\.(?=\s|$)`,
  ].join(''),
  'g',
);

/** One rule for both, so that each file is scanned once. */
export const plainSentences: Rule = (files) =>
  files.flatMap((file) => [...inProse(file), ...(isCode(file.path) ? inTitles(file) : [])]);

function inProse({ path, text }: SourceFile): Violation[] {
  if (KEPT.test(path) || !(isCode(path) || path.endsWith('.md'))) return [];
  const prose = isCode(path) ? commentsOf(text) : text;
  const actors = [...prose.matchAll(HIDDEN)]
    .filter(({ index }) => isCode(path) || !QUOTED.test(lineWith(text, index)))
    .map(({ 0: word, index }) => violation(path, lineAt(text, index), says(word)));
  const conditions = [...prose.matchAll(INVERTED)].map(({ 0: said, index }) =>
    violation(path, lineAt(text, index), `begin this condition with "if": ${shown(said)}`),
  );
  return [...actors, ...conditions];
}

/** The text with everything but its comments blanked, and the marks of comments too. */
function commentsOf(text: string): string {
  const { uncommented } = scan(text);
  return text
    .split('')
    .map((unit, at) => (unit === '\n' || uncommented.charAt(at) === ' ' ? unit : ' '))
    .join('')
    .replace(/^[ \t]*(?:\/\*\*?|\*(?!\/)|\/\/)|\*\//gm, (mark) => ' '.repeat(mark.length));
}

function inTitles({ path, text }: SourceFile): Violation[] {
  return [...text.matchAll(TITLE)].flatMap(({ 0: title, index }) =>
    [...title.matchAll(HIDDEN)].map(([word]) => violation(path, lineAt(text, index), says(word))),
  );
}

function lineWith(text: string, index: number): string {
  const end = text.indexOf('\n', index);
  return text.slice(text.lastIndexOf('\n', index) + 1, end < 0 ? text.length : end);
}

function says(word: string): string {
  return `says ${word}: name who it is`;
}

function shown(said: string): string {
  return said.replace(/\s+/g, ' ').slice(0, 40);
}
