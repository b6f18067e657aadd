/** What the rules of citations accept and refuse. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceFile } from '../tree.ts';
import { citations, decisionIndex, ruleNumbers, sections } from './citation.ts';

const CHAPTER = { path: 'docs/specification/02-reports.md', text: rules('S2.1', 'S2.2') };
const DECISION = { path: 'docs/decisions/0036-all-is-signed.md', text: '# 36. All is signed' };

function rules(...names: readonly string[]): string {
  return `# S2 Reports\n\n${names.map((name) => `**${name}** A platform says so.\n\n`).join('')}`;
}

function complaints(text: string, path = 'src/core/call/status.ts'): string[] {
  const files: SourceFile[] = [CHAPTER, DECISION, { path, text }];
  return citations(files).map(({ line, message }) => `${line}: ${message}`);
}

test('a rule that is cited exists', () => {
  for (const text of [
    '/** As a platform says (S2.1), S2.2 and S2: */',
    '/** S2.1 to S2.2. `xS9.9`, DS9.1 and S9-like names are no citations. */',
  ]) {
    assert.deepEqual(complaints(text), [], text);
  }
  assert.deepEqual(complaints('// a\n// as S2.3 says\n'), [
    '2: cites S2.3, which docs/specification does not have',
  ]);
  assert.equal(complaints('-- S7 rules it', 'sql/sqlite/0001-a.sql').length, 1);
  assert.equal(complaints('see S2.19', 'docs/guides/operate.md').length, 1);
});

test('a decision that is cited exists', () => {
  assert.deepEqual(complaints('/** docs/decisions/0036, decision 36, decisions 36 */'), []);
  assert.equal(complaints('/** docs/decisions/0032 and decision 7 */').length, 2);
});

test('the numbers of a chapter run from 1, each once, under its own number', () => {
  const count = (text: string) => ruleNumbers([{ path: CHAPTER.path, text }]).length;
  assert.equal(count(rules('S2.1', 'S2.3', 'S2.2')), 0);
  assert.equal(count(rules('S2.1', 'S2.3')), 1);
  assert.equal(count(rules('S2.1', 'S2.1')), 1);
  assert.equal(count(rules('S3.1')), 1);
  assert.equal(count('# S2 Reports'), 1);
});

test('the index lists every decision, and each has a number of its own', () => {
  const path = 'docs/decisions/README.md';
  assert.equal(decisionIndex([DECISION, { path, text: '[36](0036-all-is-signed.md)' }]).length, 0);
  assert.equal(decisionIndex([DECISION, { path, text: 'decision 36' }]).length, 1);
  const second = { path: 'docs/decisions/0036-another-one.md', text: '# 36. Another one' };
  const text = '[36](0036-all-is-signed.md) [36](0036-another-one.md)';
  assert.equal(decisionIndex([DECISION, second, { path, text }]).length, 1);
});

test('a section is cited of a standard only', () => {
  const count = (text: string) => sections([{ path: 'src/core/call/status.ts', text }]).length;
  for (const text of [
    '/** RFC 9110 section 5.6.2. */',
    '/** RFC 6376, section 3.4.4: spaces go. */',
    '/** Length counts (NIST SP 800-63B, section 5.1.1). */',
    '/** A section without a number, and S6.4. */',
  ]) {
    assert.equal(count(text), 0, text);
  }
  for (const text of [
    '/** As decided (decisions section 5). */',
    '/** The specification, sections 4 and 5. */',
    '/**\n * Source: decisions section\n * 11.\n */',
    "test('section 4, rule 3: two triggers are two deliveries', () => {});",
  ]) {
    assert.equal(count(text), 1, text);
  }
});
