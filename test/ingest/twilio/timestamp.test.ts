/** The provider's RFC 2822 times. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimestamp } from '../../../src/ingest/twilio/timestamp.ts';

test('a time with its zone becomes epoch milliseconds', () => {
  const expected = Date.parse('2026-11-20T09:00:02Z');
  for (const text of [
    'Fri, 20 Nov 2026 09:00:02 +0000',
    '20 Nov 2026 09:00:02 GMT',
    'Fri, 20 Nov 2026 18:00:02 +0900',
    'Fri, 20 Nov 2026 05:30:02 -0330',
  ]) {
    assert.equal(parseTimestamp(text), expected, text);
  }
});

test('a text of another form is no time', () => {
  for (const text of [
    null,
    'yesterday',
    '2026-11-20T09:00:02Z',
    'Fri, 31 Feb 2026 09:00:02 +0000',
    'Fri, 20 Nop 2026 09:00:02 +0000',
    'Fri, 20 Nov 2026 25:00:02 +0000',
    'Fri, 20 Nov 2026 09:00:02 PST',
    ' Fri, 20 Nov 2026 09:00:02 +0000',
  ]) {
    assert.equal(parseTimestamp(text), null, String(text));
  }
});
