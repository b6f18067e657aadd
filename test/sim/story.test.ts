/** Stories: which events they tell, in which words, and how long they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event, History, Violation } from '../../sim/history.ts';
import { scriptOf } from '../../sim/script/generate.ts';
import { STORY_LINES_MAX, storyOf, timeOf } from '../../sim/story.ts';
import { asKey, type EndpointKey, formatId } from '../../src/core/id.ts';

const ONE = asKey<EndpointKey>(1);
const TWO = asKey<EndpointKey>(2);

test('a story tells what concerns its lane, and what disturbs the whole run', () => {
  const story = storyOf(
    historyOf([
      { what: 'started', life: 1 },
      reported('call-1'),
      reported('call-2'),
      sent(1, ONE, 'call-1', 11),
      sent(2, TWO, 'call-1', 12),
      sent(3, ONE, 'call-2', 13),
      { what: 'processed', send: 1, status: 200, late: true },
      { what: 'processed', send: 2, status: 200, late: false },
      settled(11),
      settled(13),
      { what: 'receiver', endpoint: TWO, mode: { kind: 'hang' } },
      { what: 'receiver', endpoint: ONE, mode: { kind: 'drop', share: 40 } },
      { what: 'jumped', byMs: -5_000 },
      { what: 'crashed', life: 1 },
    ]),
    violation(20_000, ONE, 'call-1'),
  );
  assert.deepEqual(
    story.map((line) => line.slice(15, 81).trimEnd()),
    [
      'process   started, life 1',
      'platform  reports COMPLETED of call-1',
      'service   send 1, attempt 1: CALL_LOG_CREATED to endpoint 1, call-1',
      'receiver  processes send 1 with 200, too late for its sender',
      'disk      life 1 commits settle {"delivery":11} -> {"kind":"settled',
      'receiver  endpoint 1: drop share 40',
      'clock     jumps by -5000 ms',
      'process   crashed, life 1',
      '==> lane-order: out of order',
    ].map((line) => line.slice(0, 66)),
  );
});

test('the violation stands where it showed, with little of what came after', () => {
  const story = storyOf(historyOf(Array.from({ length: 80 }, () => reported('call-1'))), {
    ...violation(9_000, ONE, 'call-1'),
  });
  const at = story.findIndex((line) => line.includes('==>'));
  assert.equal(at, 10);
  assert.equal(story.length, 51);
});

test('a story without endpoint and call tells all events, but not more than fits', () => {
  const story = storyOf(
    historyOf(Array.from({ length: 5_000 }, (_, index) => reported(`call-${index}`))),
    violation(10_000_000, null, null),
  );
  assert.equal(story.length, STORY_LINES_MAX + 2);
  assert.match(story[0] ?? '', /call-0$/);
  assert.match(story[30] ?? '', /… 4840 lines left out/);
  assert.match(story.at(-2) ?? '', /call-4999$/);
  assert.ok(story.every((line) => line.length <= 150));
});

test('times are hours, minutes, seconds and milliseconds', () => {
  assert.equal(timeOf(0), '  0:00:00.000');
  assert.equal(timeOf(75 * 3_600_000 + 61_001), ' 75:01:01.001');
});

test('the same history tells the same story', () => {
  const history = historyOf([reported('call-1'), sent(1, ONE, 'call-1', 11)]);
  const told = violation(5_000, ONE, 'call-1');
  assert.deepEqual(storyOf(history, told), storyOf(history, told));
});

/** One happening each second, from 0. */
function historyOf(events: readonly Event[]): History {
  return {
    script: scriptOf(0),
    happenings: events.map((event, index) => ({ ms: index * 1_000, wallMs: 0, ...event })),
    rest: {
      drained: true,
      deliveries: [],
      laneFaults: [],
      gauges: { inFlight: 0, residentHeads: 0 },
      networkFaults: [],
      crashes: [],
    },
    hash: '',
  };
}

function violation(ms: number, endpoint: EndpointKey | null, callId: string | null): Violation {
  return { checker: 'lane-order', says: 'out of order', ms, endpoint, callId };
}

function reported(callId: string): Event {
  return { what: 'reported', callId, reportId: `${callId}-1`, status: 'COMPLETED', tries: 1 };
}

function settled(delivery: number): Event {
  const [argument, value] = [{ delivery }, { kind: 'settled', promoted: null }];
  return { what: 'committed', life: 1, name: 'settle', argument, value };
}

function sent(send: number, endpoint: EndpointKey, callId: string, key: number): Event {
  return {
    what: 'sent',
    send,
    life: 1,
    endpoint,
    callId,
    sequence: 1,
    deliveryId: formatId('dlv', 1_795_000_000_000, key),
    webhookId: formatId('msg', 1_795_000_000_000, key),
    trigger: 'CALL_LOG_CREATED',
    attempt: 1,
    bodyHash: '',
    body: '',
    olderOpen: 0,
    stored: 'due',
  };
}
