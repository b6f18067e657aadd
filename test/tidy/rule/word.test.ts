/** What the rule of hidden actors accepts and refuses. Refused words are written in pieces here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenActors } from './word.ts';

const WHO = 'who' + 'ever';
const SOME = 'some' + 'body';

function count(text: string, path: string): number {
  return hiddenActors([{ path, text }]).length;
}

test('a comment names who acts', () => {
  assert.equal(count(`/** ${WHO} asks gets it. */\nconst a = 1;`, 'src/core/a.ts'), 1);
  assert.equal(count(`const a = 1; // ${SOME} asked`, 'test/core/a.test.ts'), 1);
  assert.equal(count(`/**\n * ${SOME} and\n * ${WHO}.\n */`, 'sim/a.ts'), 2);
  assert.equal(count('/** The caller gets it. */\nconst a = 1;', 'src/core/a.ts'), 0);
});

test('strings, names and migrations are not read', () => {
  assert.equal(count(`const a = 'speak to ${SOME}';`, 'src/core/a.ts'), 0);
  assert.equal(count(`const ${SOME} = \`\${${SOME}} ${WHO}\`;`, 'src/core/a.ts'), 0);
  assert.equal(count(`-- ${WHO} writes`, 'sql/sqlite/0001-first.sql'), 0);
});

test('a document names who acts, except one of its time', () => {
  assert.equal(count(`For ${WHO} runs it.`, 'docs/guides/a.md'), 1);
  assert.equal(count(`${SOME.toUpperCase()} runs it.`, 'README.md'), 1);
  assert.equal(count(`For ${WHO} runs it.`, 'docs/decisions/0001-a.md'), 0);
  assert.equal(count(`For ${WHO} runs it.`, 'CHANGELOG.md'), 0);
  assert.equal(count(`see (decisions/0015-${SOME}.md)`, 'docs/a.md'), 0);
});
