/** Received text beside sent text: line by line, and JSON formatted first. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxNameOf } from '../../../dashboard/src/page/inbox/behaviour.ts';
import { lineDiff } from '../../../dashboard/src/page/inbox/compare.ts';

function marks(sent: string, came: string): readonly string[] {
  const signs = { same: ' ', removed: '-', added: '+' } as const;
  return lineDiff(sent, came).map(({ kind, text }) => `${signs[kind]}${text}`);
}

test('equal texts have no difference, whatever their line ends', () => {
  assert.deepEqual(marks('a\nb', 'a\r\nb'), [' a', ' b']);
});

test('a changed line is one removed and one added', () => {
  assert.deepEqual(marks('a\nb\nc', 'a\nx\nc'), [' a', '-b', '+x', ' c']);
  assert.deepEqual(marks('', 'a'), ['-', '+a']);
});

test('a changed value of JSON is one line', () => {
  const found = marks('{"a":1,"b":[2,3]}', '{"a":1,"b":[2,4]}');
  assert.deepEqual(
    found.filter((line) => !line.startsWith(' ')),
    ['-    3', '+    4'],
  );
});

test('very long texts are compared up to a bound', () => {
  const long = Array.from({ length: 5_000 }, String).join('\n');
  assert.equal(lineDiff(long, long).length, 1_000);
});

test('the name of a box may contain slashes and signs of mail addresses', () => {
  assert.deepEqual(boxNameOf('email/ops+a/b@example.com'), {
    channel: 'email',
    name: 'ops+a/b@example.com',
  });
});
