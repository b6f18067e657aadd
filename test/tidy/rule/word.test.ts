/** What the rule of plain sentences accepts and refuses. Refused words are in pieces here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainSentences } from './word.ts';

const WHO = 'who' + 'ever';
const SOME = 'some' + 'body';
const IS = 'I' + 's';
const DO = 'D' + 'o';

function count(text: string, path: string): number {
  return plainSentences([{ path, text }]).length;
}

test('a comment names who acts', () => {
  assert.equal(count(`/** ${WHO} asks gets it. */\nconst a = 1;`, 'src/core/a.ts'), 1);
  assert.equal(count(`const a = 1; // ${SOME} asked`, 'test/core/a.test.ts'), 1);
  assert.equal(count(`/**\n * ${SOME} and\n * ${WHO}.\n */`, 'sim/a.ts'), 2);
  assert.equal(count('/** The caller gets it. */\nconst a = 1;', 'src/core/a.ts'), 0);
});

test('the title of a test names who acts', () => {
  assert.equal(count(`test('${SOME} signs in', () => {});`, 'test/core/a.test.ts'), 1);
  assert.equal(count(`describe("it is open to ${WHO} asks", () => {});`, 'test/core/a.test.ts'), 1);
  assert.equal(count("test('a person signs in', () => {});", 'test/core/a.test.ts'), 0);
});

test('other strings, names and migrations are not read', () => {
  assert.equal(count(`const a = 'speak to ${SOME}';`, 'src/core/a.ts'), 0);
  assert.equal(count(`const ${SOME} = \`\${${SOME}} ${WHO}\`;`, 'src/core/a.ts'), 0);
  assert.equal(count(`-- ${WHO} writes`, 'sql/sqlite/0001-first.sql'), 0);
});

test('a document names who acts, except a decision', () => {
  assert.equal(count(`For ${WHO} runs it.`, 'docs/guides/a.md'), 1);
  assert.equal(count(`${SOME.toUpperCase()} runs it.`, 'README.md'), 1);
  assert.equal(count(`For ${WHO} runs it.`, 'CHANGELOG.md'), 1);
  assert.equal(count(`For ${WHO} runs it.`, 'docs/decisions/0001-a.md'), 0);
  assert.equal(count(`see (decisions/0015-${SOME}.md)`, 'docs/a.md'), 0);
});

test('a condition begins with if, and a question may ask', () => {
  for (const text of [
    `${IS} the port taken, another one is used.`,
    `It waits. ${IS} there no answer, the\nrequest ends.`,
    `${DO} you run this again, nothing happens.`,
    `${'H' + 'as'} a worker died, another one goes on.`,
  ]) {
    assert.equal(count(text, 'docs/a.md'), 1, text);
    assert.equal(count(`/**\n * ${text.replace('\n', '\n * ')}\n */`, 'src/a.ts'), 1, text);
    assert.equal(count(`const a = '${text}';`, 'src/a.ts'), 0, text);
  }
  for (const text of [
    'If the port is taken, another one is used.',
    'Is the port taken, or is it free? The doctor says so.',
    'Do this before you believe a word, with the bytes as they came.',
    'Does a whole batch at once, or one statement.',
    'Has the fields of a call, and those of its lanes.',
    'Have a nice day, and goodbye.',
  ]) {
    assert.equal(count(text, 'docs/a.md'), 0, text);
  }
});
