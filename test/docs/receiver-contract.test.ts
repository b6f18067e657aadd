/** The contract page names exactly the reasons, statuses and words that the packages have. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const page = read('docs/reference/receivers.md');

test('each reason has a row with the status that the package answers, and no other', () => {
  const check = read('receiver/src/check.ts');
  const [, union = ''] = /export type InvalidReason =([^;]*);/.exec(check) ?? [];
  const reasons = [...union.matchAll(/'([a-z-]+)'/g)].map(([, reason]) => reason);
  const rows = rowsOf('Reasons and statuses').map(([reason = '', status]) => [reason, status]);
  assert.deepEqual(rows.map(([reason]) => reason).sort(), reasons.sort());
  const expected = new Map<string, string>();
  for (const name of ['signature', 'rfc9421', 'secret', 'bearer', 'changed', 'time', 'payload']) {
    for (const { expected: each } of JSON.parse(read(`receiver/vectors/${name}.json`)).cases) {
      if (each.kind === 'invalid') expected.set(each.reason, String(each.answerStatus));
    }
  }
  // Only a key set that cannot fetch has this reason.
  expected.set('keys-unavailable', '503');
  assert.deepEqual(new Map(rows.map(([reason = '', status = '']) => [reason, status])), expected);
});

test('each outcome of the guard has a row', () => {
  const source = read('receiver/src/order-guard.ts');
  const [, union = ''] = /export type OrderOutcome =(.*?);\n\n/s.exec(source) ?? [];
  const outcomes = [...union.matchAll(/\| '([a-z]+)'/g)].map(([, outcome]) => outcome);
  const rows = rowsOf('Outcomes of the order guard').map(([outcome]) => outcome);
  assert.deepEqual(rows.sort(), outcomes.sort());
});

test('each reason for a missing call log has a row', () => {
  const source = read('receiver/src/call-log.ts');
  const [, union = ''] = /readonly reason: ([^;]*);/.exec(source) ?? [];
  const reasons = [...union.matchAll(/'([a-z-]+)'/g)].map(([, reason]) => reason);
  const rows = rowsOf('Reasons why there is no call log').map(([reason]) => reason);
  assert.deepEqual(rows.sort(), reasons.sort());
});

/** The file in which each package declares its public names. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  TypeScript: ['receiver/src/index.ts'],
  Python: ['receiver/python/ringpost_receiver/__init__.py'],
  Go: ['keys', 'verify', 'event', 'order', 'calllog'].map((name) => `receiver/go/${name}.go`),
  Java: ['KeySet', 'Verifier', 'Event', 'OrderGuard', 'CallLogs'].map(
    (name) => `receiver/java/src/main/java/io/github/ringpost/receiver/${name}.java`,
  ),
  PHP: ['KeySet', 'Verifier', 'Event', 'OrderGuard', 'CallLogs'].map(
    (name) => `receiver/php/src/${name}.php`,
  ),
  Ruby: ['keys', 'verify', 'event', 'order_guard', 'call_log'].map(
    (name) => `receiver/ruby/lib/ringpost_receiver/${name}.rb`,
  ),
  'C#': ['KeySet', 'Verifier', 'Event', 'OrderGuard', 'CallLogs'].map(
    (name) => `receiver/csharp/src/${name}.cs`,
  ),
};

test("each package has the page's words, in the style of its language", () => {
  const section = sectionOf('Public words');
  const [, ...languages] = cellsOf(/^\| word .*$/m.exec(section)?.[0] ?? '');
  assert.deepEqual(languages, Object.keys(PUBLIC));
  const rows = rowsOf('Public words');
  assert.equal(rows.length, 6);
  for (const [word = '', ...names] of rows) {
    assert.equal(names.length, languages.length, word);
    for (const [at, language] of languages.entries()) {
      const text = (PUBLIC[language] ?? []).map(read).join('\n');
      // A class and its method are two words.
      for (const name of (names[at] ?? '').match(/\w+/g) ?? []) {
        assert.match(text, new RegExp(`\\b${name}\\b`), `${language} ${word}`);
      }
    }
  }
});

function sectionOf(heading: string): string {
  const start = page.indexOf(`## ${heading}\n`);
  assert.ok(start >= 0, heading);
  const end = page.indexOf('\n## ', start);
  return page.slice(start, end < 0 ? undefined : end);
}

/** The rows below the line of dashes, as cells without backticks. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const [, table = ''] = /\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(`${sectionOf(heading)}\n`) ?? [];
  return table.trim().split('\n').map(cellsOf);
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('`', ''));
}
