/** The timeline's rows: which there are, their order, and their bars. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  instantAt,
  isOpen,
  lanesOf,
  type Row,
  timelineEntries,
  timelineLayout,
} from '../../../../dashboard/src/page/call/timeline-layout.ts';
import {
  attempt,
  delivery,
  firing,
  iso,
  report,
  run,
  START_MS,
  timelineOf,
} from './sample-call.ts';

const NOW_MS = START_MS + 60_000;

function named(rows: readonly Row[]): readonly string[] {
  return rows.map(({ kind, id }) => `${kind} ${id}`);
}

test('rows go from status to runs, deliveries below their endpoint in lane order', () => {
  const call = timelineOf(
    {
      reports: [report(1, 0)],
      firings: [firing(1, 0, 'OUTBOUND_CALL_CALLING')],
      deliveries: [
        delivery(2, { id: 'dlv_b2', endpointId: 'ep_b' }),
        delivery(1, { id: 'dlv_b1', endpointId: 'ep_b' }),
        delivery(1, { id: 'dlv_a1', endpointId: 'ep_a' }),
      ],
    },
    [run({ acwRunId: 'run_2', createdAt: iso(9) }), run()],
  );
  assert.deepEqual(named(timelineLayout(call, NOW_MS).rows), [
    'status status',
    'triggers triggers',
    'lane ep_b',
    'delivery dlv_b1',
    'delivery dlv_b2',
    'lane ep_a',
    'delivery dlv_a1',
    'runs-head runs',
    'run run_1',
    'run run_2',
  ]);
});

test('a call known only by its id has the rows of status and triggers', () => {
  const { rows, busy } = timelineLayout(timelineOf({}), NOW_MS);
  assert.deepEqual(named(rows), ['status status', 'triggers triggers']);
  assert.deepEqual(busy, []);
});

test('reports are distinguished: accepted, ignored, and from the staleness check', () => {
  const reports = [
    report(1, 0),
    report(2, 10, { reason: 'STALE', status: 'QUEUED' }),
    report(3, 20, { applied: false, reason: 'TERMINAL' }),
    report(4, 30, { source: 'stale', status: 'ERROR' }),
  ];
  const [status] = timelineLayout(timelineOf({ reports }), NOW_MS).rows;
  assert.deepEqual(
    status?.bars.map(({ kind }) => kind),
    ['report', 'ignored', 'ignored', 'stale'],
  );
});

test('triggers of one transition are at one moment, numbered in firing order', () => {
  const firings = [
    firing(1, 0, 'OUTBOUND_CALL_CALLING'),
    firing(2, 50, 'OUTBOUND_CALL_COMPLETED'),
    firing(3, 50, 'CALL_LOG_CREATED'),
  ];
  const bars = timelineLayout(timelineOf({ firings }), NOW_MS).rows[1]?.bars ?? [];
  assert.deepEqual(
    bars.map(({ subject }) => (subject.of === 'firing' ? subject.number : 0)),
    [1, 2, 3],
  );
  assert.equal(bars[1]?.fromMs, bars[2]?.fromMs);
});

test('the head of a lane is its first open delivery; the others wait behind it', () => {
  const [lane] = lanesOf([
    delivery(1),
    delivery(2, { state: 'retrying' }),
    delivery(3, { state: 'waiting' }),
    delivery(4, { state: 'waiting' }),
    delivery(5, { state: 'cancelled' }),
  ]);
  assert.equal(lane?.head?.id, 'dlv_2');
  assert.equal(lane?.waiting, 2);
  assert.equal(lanesOf([delivery(1)])[0]?.head, null);
});

test('a kind hidden by the legend leaves its row, which stays', () => {
  const call = timelineOf({
    deliveries: [delivery(1, { closedAt: iso(140), attemptList: [attempt(1, 40)] })],
  });
  const kinds = (hidden: ReadonlySet<'scheduled' | 'good'>) =>
    timelineLayout(call, NOW_MS, hidden)
      .rows.at(-1)
      ?.bars.map(({ kind }) => kind);
  assert.deepEqual(kinds(new Set()), ['scheduled', 'good']);
  assert.deepEqual(kinds(new Set(['scheduled'])), ['good']);
  assert.equal(timelineLayout(call, NOW_MS, new Set(['scheduled', 'good'])).rows.length, 4);
});

test('hiding something does not move the axis', () => {
  const call = timelineOf({ reports: [report(1, 0), report(2, 9_000, { reason: 'DUPLICATE' })] });
  const whole = timelineLayout(call, NOW_MS).busy;
  assert.deepEqual(timelineLayout(call, NOW_MS, new Set(['ignored'])).busy, whole);
});

test('an open call reaches until now, a closed one does not grow', () => {
  const open = timelineOf({ deliveries: [delivery(1, { state: 'retrying', dueAt: iso(90_000) })] });
  const done = { closedAt: iso(105), attemptList: [attempt(1, 5)] };
  const closed = timelineOf({ deliveries: [delivery(1, done)] });
  assert.ok(isOpen(open) && !isOpen(closed));
  assert.ok(isOpen(timelineOf({}, [run({ state: 'RUNNING', finishedAt: null })])));
  const latest = (call: typeof open) =>
    Math.max(...timelineLayout(call, NOW_MS).busy.map(({ toMs }) => toMs)) - START_MS;
  assert.equal(latest(open), 90_000);
  assert.equal(latest(closed), 105);
});

test('a bar keeps its id while it grows, so that it keeps the focus', () => {
  const call = timelineOf({ deliveries: [delivery(1, { state: 'sending', dueAt: iso(1_000) })] });
  const ids = (nowMs: number) =>
    timelineLayout(call, nowMs).rows.flatMap(({ bars }) => bars.map(({ id }) => id));
  assert.deepEqual(ids(NOW_MS), ids(NOW_MS + 5_000));
});

test('every bar has an id of its own', () => {
  const call = large();
  const ids = timelineLayout(call, NOW_MS).rows.flatMap(({ bars }) => bars.map(({ id }) => id));
  assert.equal(new Set(ids).size, ids.length);
});

test('4,200 attempts are laid out, each as a bar', () => {
  const { rows } = timelineLayout(large(), NOW_MS);
  const bars = rows.flatMap(({ bars }) => bars);
  assert.equal(bars.filter(({ kind }) => kind === 'bad' || kind === 'good').length, 4_200);
  assert.equal(rows.length, 2 + 10 + 600);
});

test('the list has the same facts in the order of time, causes before their effects', () => {
  const call = timelineOf({
    reports: [report(1, 0)],
    firings: [firing(1, 0, 'OUTBOUND_CALL_CALLING')],
    deliveries: [delivery(1, { closedAt: iso(140), attemptList: [attempt(1, 40)] })],
  });
  const entries = timelineEntries(timelineLayout(call, NOW_MS).rows);
  assert.deepEqual(
    entries.map(({ kind }) => kind),
    ['report', 'trigger', 'good'],
  );
});

test('at a moment the status is the last accepted one, and bars across it are counted', () => {
  const call = timelineOf({
    reports: [report(1, 0), report(2, 10, { status: 'QUEUED', reason: 'STALE', applied: false })],
    deliveries: [
      delivery(1, { closedAt: iso(140), attemptList: [attempt(1, 40)] }),
      delivery(2, { closedAt: iso(260), attemptList: [attempt(1, 160)] }),
    ],
  });
  const { rows } = timelineLayout(call, NOW_MS);
  const { status, counts } = instantAt(rows, START_MS + 50, NOW_MS);
  assert.equal(status, 'CALLING');
  assert.deepEqual(
    [...counts],
    [
      ['good', 1],
      ['waiting', 1],
    ],
  );
  assert.equal(instantAt(rows, START_MS - 1, NOW_MS).status, null);
});

test('open bars reach across the moment at which the timeline ends', () => {
  const call = timelineOf({
    reports: [report(1, 0)],
    deliveries: [delivery(1, { state: 'waiting' })],
  });
  const { rows } = timelineLayout(call, NOW_MS);
  for (const atMs of [NOW_MS - 1, NOW_MS, NOW_MS + 1_000]) {
    assert.equal(instantAt(rows, atMs, NOW_MS).counts.size, 1);
  }
});

/** 60 reports, 10 endpoints, 7 attempts each. */
function large() {
  const places = Array.from({ length: 60 }, (_, index) => index);
  const endpoints = Array.from({ length: 10 }, (_, index) => `ep_${index}`);
  return timelineOf({
    reports: places.map((place) => report(place + 1, place * 1_000)),
    deliveries: endpoints.flatMap((endpointId) =>
      places.map((place) =>
        delivery(place + 1, {
          id: `dlv_${endpointId}_${place}`,
          endpointId,
          closedAt: iso(place * 1_000 + 900),
          createdAt: iso(place * 1_000),
          attemptList: Array.from({ length: 7 }, (_, index) =>
            attempt(
              index + 1,
              place * 1_000 + index * 120,
              index < 6 ? { outcome: 'retryable' } : {},
            ),
          ),
        }),
      ),
    ),
  });
}
