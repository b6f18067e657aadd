/**
 * The live stream: events are joined, bounded, sent to subscribers of their project, and kept for
 * subscribers that reconnect.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { asKey, type DeliveryKey, type ProjectKey } from '../../../src/core/id.ts';
import { createLiveFeed } from '../../../src/engine/live/live-feed.ts';
import {
  JOIN_MS,
  JOINED_MAX,
  KEPT_MAX,
  KEPT_MS,
  LiveHub,
  type LiveMessage,
} from '../../../src/engine/live/live-hub.ts';
import { type LiveNote, liveEvent } from '../../../src/engine/ports/live-event.ts';
import { createSteppedClock } from '../../channel/stepped-clock.ts';

const ONE = asKey<ProjectKey>(1);
const TWO = asKey<ProjectKey>(2);

function setup(options: { readonly shared?: boolean } = {}) {
  const clock = createSteppedClock();
  const announced: LiveNote[] = [];
  const announce = (notes: readonly LiveNote[]): void => {
    announced.push(...notes);
  };
  const hub = new LiveHub({ clock, announce: options.shared === true ? announce : null });
  const heard: LiveMessage[] = [];
  const listen = (project = ONE, since: number | null = null) =>
    hub.subscribe(project, since, (message) => heard.push(message));
  return { clock, hub, heard, listen, announced, news: () => heard.map(({ news }) => news) };
}

const call = (callId: string) => liveEvent('calls', { callId });

describe('the live hub', () => {
  test('events within a moment are joined, and equal ones are sent once', () => {
    const { clock, hub, listen, news } = setup();
    listen();
    for (const callId of ['a', 'b', 'a']) hub.note(ONE, call(callId));
    assert.deepEqual(news(), []);
    clock.advance(JOIN_MS);
    assert.deepEqual(news(), [call('a'), call('b')]);
  });

  test('of two states of a delivery the later one is sent', () => {
    const { clock, hub, listen, news } = setup();
    listen();
    const moved = (state: string) => liveEvent('deliveries', { id: 'dlv_1', state });
    hub.note(ONE, moved('retrying'));
    hub.note(ONE, moved('delivered'));
    clock.advance(JOIN_MS);
    assert.deepEqual(news(), [moved('delivered')]);
  });

  test('too many events become one resync', () => {
    const { clock, hub, listen, news } = setup();
    listen();
    for (let index = 0; index <= JOINED_MAX; index += 1) hub.note(ONE, call(`call-${index}`));
    hub.note(ONE, call('after'));
    clock.advance(JOIN_MS);
    assert.deepEqual(news(), ['resync']);
    hub.note(ONE, call('later'));
    clock.advance(JOIN_MS);
    assert.deepEqual(news(), ['resync', call('later')]);
  });

  test('a subscriber gets only events of its project', () => {
    const { clock, hub, listen, news } = setup();
    listen(TWO);
    hub.note(ONE, call('a'));
    clock.advance(JOIN_MS);
    assert.deepEqual(news(), []);
  });

  test('without a subscriber no event is kept, and no timer set', () => {
    const { hub, clock, listen, heard } = setup();
    assert.equal(hub.isWanted(), false);
    hub.note(ONE, call('a'));
    const { missed } = listen(ONE, 0);
    clock.advance(JOIN_MS);
    assert.deepEqual([missed, heard], [[], []]);
  });

  test('a subscriber that reconnects in time gets the events it missed, in order', () => {
    const { clock, hub, listen, heard } = setup();
    const first = listen();
    hub.note(ONE, call('a'));
    clock.advance(JOIN_MS);
    first.end();
    hub.note(ONE, call('b'));
    hub.note(TWO, call('of another'));
    hub.note(ONE, call('c'));
    clock.advance(JOIN_MS);
    const again = listen(ONE, heard[0]?.sequence ?? -1);
    assert.notEqual(again.missed, 'resync');
    assert.deepEqual(again.missed === 'resync' ? [] : again.missed.map(({ news }) => news), [
      call('b'),
      call('c'),
    ]);
  });

  test('a subscriber that reconnects too late, or from another process, gets a resync', () => {
    const { clock, hub, listen } = setup();
    listen();
    hub.note(ONE, call('a'));
    clock.advance(JOIN_MS);
    hub.note(ONE, call('b'));
    clock.advance(JOIN_MS);
    clock.advance(KEPT_MS + 1);
    assert.equal(listen(ONE, 1).missed, 'resync');
    assert.equal(listen(ONE, 999_999).missed, 'resync');
  });

  test('the events kept for reconnects are bounded', () => {
    const { clock, hub, listen } = setup();
    listen();
    for (let index = 0; index < 2 * KEPT_MAX; index += 1) {
      hub.note(ONE, call(`call-${index}`));
      clock.advance(JOIN_MS);
    }
    assert.equal(listen(ONE, 1).missed, 'resync');
  });

  test('other processes are sent the events of this one, and not their own', () => {
    const { clock, hub, listen, announced, news } = setup({ shared: true });
    assert.equal(hub.isWanted(), true);
    hub.note(ONE, call('here'));
    clock.advance(JOIN_MS);
    listen();
    hub.hear([{ project: ONE, news: call('there') }]);
    clock.advance(JOIN_MS);
    assert.deepEqual(announced, [{ project: ONE, news: call('here') }]);
    assert.deepEqual(news(), [call('there')]);
    hub.hear('all');
    assert.deepEqual(news(), [call('there'), 'resync']);
  });

  test('a subscriber that left gets no event and is not counted', () => {
    const { clock, hub, listen, heard } = setup();
    const one = listen();
    const two = listen();
    assert.equal(hub.size, 2);
    one.end();
    two.end();
    two.end();
    assert.equal(hub.size, 0);
    hub.note(ONE, call('a'));
    clock.advance(JOIN_MS);
    assert.deepEqual(heard, []);
  });

  test('a stop drops pending events', () => {
    const { clock, hub, listen, heard } = setup();
    listen();
    hub.note(ONE, call('a'));
    hub.stop();
    clock.advance(JOIN_MS);
    assert.deepEqual(heard, []);
  });
});

test('the feed has events of calls, moved deliveries and moved runs, and no others', () => {
  const { clock, hub, listen, news } = setup();
  const feed = createLiveFeed(hub);
  const callId = 'call-1';
  const key = { delivery: asKey<DeliveryKey>(7), createdAtMs: 1, endpointId: 'ep_1' } as const;
  const closed = { name: 'delivery.closed', ...key, callId, state: 'delivered' } as const;
  feed(closed);
  listen();
  const accepted = { name: 'report.accepted', project: ONE, applied: true, reason: null } as const;
  feed({ ...accepted, callId, made: 0 });
  feed({ ...accepted, callId: 'call-2', made: 3 });
  feed(closed);
  feed({
    name: 'delivery.moved',
    project: ONE,
    delivery: asKey(7),
    createdAtMs: 0,
    callId,
    endpointId: 'ep_1',
    state: 'retrying',
  });
  feed({
    name: 'run.moved',
    project: ONE,
    run: asKey(8),
    createdAtMs: 0,
    callId,
    endpointId: 'ep_2',
    state: 'FAILED',
  });
  clock.advance(JOIN_MS);
  assert.deepEqual(news(), [
    call(callId),
    call('call-2'),
    // Held deliveries would otherwise appear only when they are sent.
    liveEvent('deliveries', { callId: 'call-2' }),
    liveEvent('deliveries', {
      id: 'dlv_0000000000000000007',
      callId,
      ep: 'ep_1',
      state: 'retrying',
    }),
    liveEvent('acw-runs', {
      id: 'run_0000000000000000008',
      callId,
      ep: 'ep_2',
      state: 'FAILED',
    }),
  ]);
});
