/** The facts of a call: which values they may have, how they merge, and their JSON text (S2). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DURATION_MS_MAX,
  FACT_NAMES,
  FACT_TEXT_BOUNDS,
  type FactsInput,
  factFaults,
  factsJson,
  factsOf,
  METADATA_BYTES_MAX,
  METADATA_ENTRIES_MAX,
  METADATA_KEY_BOUNDS,
  METADATA_VALUE_BOUNDS,
  mergeFacts,
  RECORDING_URL_LENGTH_MAX,
  readFacts,
  SIP_CODE,
  shownFacts,
  TAG_BOUNDS,
  TAGS_MAX,
} from '../../../src/core/call/facts.ts';

const ALL = {
  from: '+49 30 901820',
  to: 'sip:desk@example.com',
  answeredAt: '2026-11-20T12:19:00.125+01:00',
  endedAt: '2026-11-20T11:20:00Z',
  durationMs: 59_875,
  sipCode: 200,
  hangupCause: 'NORMAL_CLEARING',
  recordingUrl: 'https://media.example.com/r/4712.mp3?token=a',
  agentId: 'agent_7',
  queue: 'support',
  tags: ['vip', 'de', 'vip'],
  metadata: { order: '4712', note: '' },
} as const;

test('valid facts have no fault and are JSON in one order, times in UTC', () => {
  assert.deepEqual(factFaults(ALL, ''), []);
  const facts = factsOf(ALL);
  assert.ok(facts !== null);
  const json = factsJson(facts);
  assert.deepEqual(Object.keys(JSON.parse(json)), FACT_NAMES);
  assert.deepEqual(JSON.parse(json), {
    ...ALL,
    answeredAt: '2026-11-20T11:19:00.125Z',
    endedAt: '2026-11-20T11:20:00.000Z',
    tags: ['vip', 'de'],
  });
  assert.deepEqual(readFacts(json), facts);
  assert.equal(readFacts(null), null);
  assert.equal(shownFacts({ queue: 'a' }).queue, 'a');
});

test('each broken rule is named with its field', () => {
  const long = FACT_TEXT_BOUNDS.from.max + 1;
  const wrong: readonly (readonly [FactsInput, string])[] = [
    [{ from: 'a'.repeat(long) }, '/from'],
    [{ to: ' a' }, '/to'],
    [{ queue: 'a\nb' }, '/queue'],
    [{ agentId: '\ud800' }, '/agentId'],
    [{ hangupCause: 'a\u0000' }, '/hangupCause'],
    [{ answeredAt: 'yesterday' }, '/answeredAt'],
    [{ endedAt: '2026-11-20T11:20:00' }, '/endedAt'],
    [{ durationMs: -1 }, '/durationMs'],
    [{ durationMs: DURATION_MS_MAX + 1 }, '/durationMs'],
    [{ durationMs: 0.5 }, '/durationMs'],
    [{ sipCode: SIP_CODE.max + 1 }, '/sipCode'],
    [{ recordingUrl: 'javascript:alert(1)' }, '/recordingUrl'],
    [{ recordingUrl: 'https://' }, '/recordingUrl'],
    [{ recordingUrl: `https://a/${'b'.repeat(RECORDING_URL_LENGTH_MAX)}` }, '/recordingUrl'],
    [{ tags: ['a', ''] }, '/tags/1'],
    [{ tags: ['a'.repeat(TAG_BOUNDS.max + 1)] }, '/tags/0'],
    [{ tags: Array.from({ length: TAGS_MAX + 1 }, (_, at) => `t${at}`) }, '/tags'],
    [{ metadata: entries(METADATA_ENTRIES_MAX + 1) }, '/metadata'],
    [{ metadata: { '': 'a' } }, '/metadata/'],
    [{ metadata: { 'a/b~': 'a\tb' } }, '/metadata/a~1b~0'],
    [
      { metadata: { ['a'.repeat(METADATA_KEY_BOUNDS.max + 1)]: '' } },
      `/metadata/${'a'.repeat(64)}`,
    ],
    [{ metadata: { a: 'b'.repeat(METADATA_VALUE_BOUNDS.max + 1) } }, '/metadata/a'],
    [{ metadata: JSON.parse('{"__proto__":"a"}') }, '/metadata/__proto__'],
    [{ metadata: entries(5, 'b'.repeat(METADATA_BYTES_MAX / 4)) }, '/metadata'],
  ];
  for (const [input, field] of wrong) {
    const faults = factFaults(input, '');
    assert.deepEqual(
      faults.map((fault) => fault.field),
      [field],
    );
  }
});

test('an empty text or list counts as absent, so it erases no fact', () => {
  assert.equal(factsOf({}), null);
  assert.equal(factsOf({ from: '', recordingUrl: '', tags: [], metadata: {} }), null);
  assert.deepEqual(factsOf({ from: '', durationMs: 0 }), { durationMs: 0 });
});

test('the last value of each fact counts, and of each key of metadata', () => {
  const first = { from: '1', tags: ['a', 'b'], metadata: { a: '1', b: '1' } };
  assert.equal(mergeFacts(null, first), first);
  assert.deepEqual(mergeFacts(first, { tags: ['c'], metadata: { c: '2', a: '2' } }), {
    from: '1',
    tags: ['c'],
    metadata: { b: '1', c: '2', a: '2' },
  });
  assert.deepEqual(mergeFacts(first, { queue: 'q' }), { ...first, queue: 'q' });
});

test('entries beyond the bounds of a call are left out, older ones first', () => {
  const known = { metadata: entries(METADATA_ENTRIES_MAX) };
  const merged = mergeFacts(known, { metadata: { last: 'x', key49: 'y' } }).metadata ?? {};
  assert.equal(Object.keys(merged).length, METADATA_ENTRIES_MAX);
  assert.equal(merged.key0, undefined);
  assert.deepEqual(Object.entries(merged).slice(-2), [
    ['last', 'x'],
    ['key49', 'y'],
  ]);
  const large = { metadata: entries(4, 'b'.repeat(1_000)) };
  const fitting = mergeFacts(large, { metadata: { more: 'c'.repeat(1_000) } }).metadata;
  assert.deepEqual(Object.keys(fitting ?? {}), ['key1', 'key2', 'key3', 'more']);
});

function entries(count: number, value = 'v'): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, value]));
}
