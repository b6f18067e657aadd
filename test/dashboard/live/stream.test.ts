/** How the live stream is read, and what happens when it breaks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventReader, liveEventOf, RESYNC } from '../../../dashboard/src/live/live-event.ts';
import { afterBreak, afterNews, NO_BREAKS } from '../../../dashboard/src/live/stream-loop.ts';

test('events are read whole, wherever the chunks are cut', () => {
  const text =
    ': hi\n\nid: 7\ndata: {"t":"calls",\ndata: "id":"c1"}\n\nevent: resync\ndata: {}\n\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const reader = createEventReader();
    const events = [...reader.push(text.slice(0, cut)), ...reader.push(text.slice(cut))];
    assert.deepEqual(
      events.map(({ event, id }) => [event, id]),
      [
        ['message', '7'],
        ['resync', null],
      ],
    );
    assert.deepEqual(JSON.parse(events[0]?.data ?? ''), { t: 'calls', id: 'c1' });
  }
});

test('a stream without an end of an event is given up', () => {
  const reader = createEventReader();
  assert.throws(() => reader.push('x'.repeat(70_000)), /sends no events/);
});

test('an event names what changed; an unknown event is ignored', () => {
  const event = (data: string, name = 'message') => liveEventOf({ event: name, data, id: null });
  const told = event('{"t":"deliveries","id":"dlv_1","callId":"c","ep":"ep_1","state":"held"}');
  assert.equal(told?.type, 'deliveries');
  assert.equal(told?.endpointId, 'ep_1');
  assert.equal(event('{}', 'resync'), RESYNC);
  assert.equal(event('{}'), null);
  assert.equal(event('broken'), null);
});

test('each break waits longer; more than three in 15 s switch to polling', () => {
  let breaks = NO_BREAKS;
  const waits: number[] = [];
  for (const atMs of [0, 1_000, 2_000]) {
    const next = afterBreak(breaks, atMs, 1);
    assert.equal(next.kind, 'wait');
    if (next.kind === 'wait') waits.push(next.ms);
    breaks = next.breaks;
  }
  assert.deepEqual(waits, [500, 1_000, 2_000]);
  assert.equal(afterBreak(breaks, 3_000, 0).kind, 'poll');
  assert.equal(afterBreak(breaks, 20_000, 0).kind, 'wait');
});

test('an event makes the next wait short again', () => {
  const once = afterBreak(NO_BREAKS, 0, 1);
  const next = afterBreak(afterNews(once.breaks), 60_000, 1);
  assert.deepEqual([next.kind, next.kind === 'wait' ? next.ms : 0], ['wait', 500]);
});
