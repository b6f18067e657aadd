/**
 * The tidy test: reads the whole tree and fails on what STYLE.md forbids. Each rule is itself
 * tested in `test/tidy/rule/`. A failure lists every place at once.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ambient, SLEEPERS, sleeps } from './rule/ambient.ts';
import { citations, decisionIndex, ruleNumbers, sections } from './rule/citation.ts';
import { headers, LONG_LINES, longFiles, names, widths } from './rule/form.ts';
import { cycles, layers } from './rule/layer.ts';
import { lockfiles } from './rule/lockfile.ts';
import { COVERED_BY, mirrored } from './rule/mirror.ts';
import { numbering } from './rule/numbering.ts';
import { operations } from './rule/operation.ts';
import { plainSentences } from './rule/word.ts';
import {
  anyTypes,
  defaultExports,
  machinePaths,
  migrations,
  notesForLater,
  rootEntries,
  switchedOffTests,
} from './rule/wording.ts';
import { type Rule, readTree } from './tree.ts';

const RULES: ReadonlyArray<readonly [string, Rule]> = [
  ['every code file starts with a header that says what it is', headers],
  ['no line has more than 100 columns', widths],
  ['file names are kebab-case and mean something', names],
  ['imports point only downward', layers],
  ['there is no import cycle', cycles],
  ['core, acw and engine read no clock, no chance and no environment', ambient],
  ['no test sleeps', sleeps(SLEEPERS)],
  ['no test is switched off', switchedOffTests],
  ['every source file with logic has its test', mirrored(COVERED_BY)],
  ['every operation that is called is performed', operations],
  ['nothing is exported by default', defaultExports],
  ['nothing is of type any', anyTypes],
  ['nothing is left for later in a comment', notesForLater],
  ['nothing names a path of one machine', machinePaths],
  ['comments, documents and titles of tests name who acts', plainSentences],
  ['the lockfile has a checksum for every package and names no host', lockfiles],
  ['every migration says whether it breaks', migrations],
  ['migrations and decisions are numbered without a gap, each number once', numbering],
  ['the root has at most 22 entries', rootEntries],
  ['the rules of each chapter of the specification are numbered without a gap', ruleNumbers],
  ['every rule and every decision that is cited exists', citations],
  ['a section is cited of a standard only, a rule by its number', sections],
  ['the index of decisions lists each of them, under a number of its own', decisionIndex],
];

const tree = readTree();

test('the tree is read', () => {
  assert.ok(tree.some(({ path }) => path === 'package.json'));
  assert.ok(tree.every(({ path }) => !path.includes('node_modules/')));
});

for (const [title, rule] of RULES) {
  test(title, () => {
    const found = rule(tree).map(({ path, line, message }) => `${path}:${line} ${message}`);
    assert.deepEqual(found, []);
  });
}

test(`the files beyond ${LONG_LINES} lines are named for a reader to judge`, (t) => {
  for (const file of longFiles(tree)) t.diagnostic(file);
});
