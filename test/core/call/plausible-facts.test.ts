/** Which of a platform's values become facts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METADATA_ENTRIES_MAX, TAGS_MAX } from '../../../src/core/call/facts.ts';
import { plausibleFacts } from '../../../src/core/call/plausible-facts.ts';
import { TIME_MS_MAX } from '../../../src/core/time.ts';

const GOOD = {
  from: '+49 30 901820',
  answeredAtMs: Date.UTC(2026, 10, 20, 11, 19, 0, 125),
  durationMs: 59_875,
  sipCode: 200,
  recordingUrl: 'https://media.example.com/r/4712.mp3?token=a',
  tags: ['vip', 'de', 'vip'],
  metadata: { order: '4712', note: '' },
} as const;

test('the values that keep the rules become facts, the others are left out', () => {
  assert.deepEqual(plausibleFacts(GOOD), { ...GOOD, tags: ['vip', 'de'] });
  assert.deepEqual(
    plausibleFacts({
      from: 'a\nb',
      to: '+1',
      durationMs: -1,
      tags: ['', ...Array.from({ length: 30 }, (_, at) => `t${at}`)],
      metadata: { ...entries(60), '': 'a' },
    }),
    {
      to: '+1',
      tags: Array.from({ length: TAGS_MAX }, (_, at) => `t${at}`),
      metadata: entries(METADATA_ENTRIES_MAX),
    },
  );
  assert.equal(plausibleFacts({ sipCode: 4 }), null);
  assert.equal(plausibleFacts({ answeredAtMs: -1, endedAtMs: TIME_MS_MAX + 1 }), null);
  assert.deepEqual(plausibleFacts({ sipCode: 4, endedAtMs: 1.5 }), { endedAtMs: 1 });
  // An entry that is too long, or makes the whole too long, excludes no other one.
  const wide = Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, 'x'.repeat(1_020)]));
  const metadata = { huge: 'x'.repeat(9_000), ...wide, order: '17', late: 'y'.repeat(100) };
  assert.deepEqual(plausibleFacts({ metadata })?.metadata, { ...wide, order: '17' });
});

function entries(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 'v']));
}
