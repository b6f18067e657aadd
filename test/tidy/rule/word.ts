/**
 * Words that hide who acts. Comments and documents name the worker, the operation, the caller, the
 * reader, and never an unknown person. Strings are not read, since callers may say anything and
 * titles of tests quote them. Decisions and the changelog keep the words of their time, and
 * migrations are never edited.
 */
import { lineAt, scan } from '../scan.ts';
import { isCode, type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

/** Written in pieces, for this file is read by the rule too. */
const WORDS = ['who' + 'ever', 'some' + 'body', 'no' + 'body', 'some' + 'one', 'any' + 'body'];
const HIDDEN = new RegExp(`\\b(?:${WORDS.join('|')})\\b`, 'gi');
/** Documents of a past time, and one whose rows are the titles of the hostile cases. */
const KEPT = [/^docs\/decisions\//, /^CHANGELOG\.md$/, /^docs\/reference\/hostile-receivers\.md$/];
/** The question of a criterion, and the name of a decision, as they are. */
const QUOTED = /^\| `dead-air`|decisions\/[\w-]+\.md/;

export const hiddenActors: Rule = (files) =>
  files.flatMap((file) => {
    if (KEPT.some((pattern) => pattern.test(file.path))) return [];
    if (file.path.endsWith('.md')) return inDocument(file);
    return isCode(file.path) ? inComments(file) : [];
  });

function inDocument({ path, text }: SourceFile): Violation[] {
  return text.split('\n').flatMap((line, index) => {
    if (QUOTED.test(line)) return [];
    return [...line.matchAll(HIDDEN)].map(([word]) => violation(path, index + 1, says(word)));
  });
}

/** A comment is what differs between the text and the text without comments. */
function inComments({ path, text }: SourceFile): Violation[] {
  const { uncommented } = scan(text);
  return [...text.matchAll(HIDDEN)]
    .filter(({ index }) => uncommented.charAt(index) === ' ')
    .map(({ 0: word, index }) => violation(path, lineAt(text, index), says(word)));
}

function says(word: string): string {
  return `says ${word}: name who it is`;
}
