/**
 * Consumers that wait (long poll): which one is woken, that no wake is lost, and how many there may
 * be.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type EndpointKey, type ProjectKey } from '../../../src/core/id.ts';
import {
  createConsumerWaits,
  ENDPOINT_WAITS_MAX,
  PROJECT_WAITS_MAX,
  WAITS_MAX,
} from '../../../src/engine/pull/consumer-waits.ts';
import { ManualClock } from '../manual-clock.ts';

const [ONE, OTHER] = [asKey<EndpointKey>(1), asKey<EndpointKey>(2)];
const PROJECT = asKey<ProjectKey>(1);

function given() {
  const waits = createConsumerWaits(new ManualClock(0));
  const enter = (endpoint = ONE, project = PROJECT) => {
    const wait = waits.enter(project, endpoint);
    assert.ok(wait);
    return wait;
  };
  return { waits, enter };
}

/** Which promises have resolved after one turn of the event loop. */
async function now(promises: readonly Promise<void>[]): Promise<readonly boolean[]> {
  const done = promises.map(() => false);
  for (const [index, promise] of promises.entries()) {
    void promise.then(() => {
      done[index] = true;
    });
  }
  await new Promise((resolve) => setImmediate(resolve));
  return done;
}

test('a wake reaches the consumer of its endpoint that waited longest', async () => {
  const { waits, enter } = given();
  const all = [enter(), enter(), enter(OTHER)].map((wait) => wait.next(1_000));
  waits.wake(ONE);
  assert.deepEqual(await now(all), [true, false, false]);
  waits.wake(ONE);
  assert.deepEqual(await now(all), [true, true, false]);
});

test('a wake during the read of a consumer is not lost', async () => {
  const { waits, enter } = given();
  const wait = enter();
  waits.wake(ONE);
  assert.deepEqual(await now([wait.next(1_000)]), [true]);
  assert.deepEqual(await now([wait.next(1_000)]), [false]);
});

test('a consumer that leaves passes on a wake that it did not use', async () => {
  const { waits, enter } = given();
  const [leaving, staying] = [enter(), enter()];
  const first = staying.next(1_000);
  leaving.leave(true);
  assert.deepEqual(await now([first]), [true]);
  const second = staying.next(1_000);
  const gone = enter();
  gone.end();
  gone.leave(false);
  assert.deepEqual(await now([second]), [true]);
  waits.close();
});

test('new settings wake all consumers of the endpoint; a stop ends all waits', async () => {
  const { waits, enter } = given();
  const all = [enter(), enter(), enter(OTHER)];
  assert.deepEqual(
    await now([
      ...all.map((wait) => wait.next(1_000)),
      Promise.resolve().then(() => waits.wakeAll(ONE)),
    ]),
    [true, true, false, true],
  );
  waits.close();
  assert.ok(all.every(({ isOver }) => isOver));
  assert.ok(enter().isOver);
});

test('S6.35: the places of an endpoint, a project and a process are bounded', () => {
  const { waits } = given();
  const enter = (project: number, endpoint: number) =>
    waits.enter(asKey<ProjectKey>(project), asKey<EndpointKey>(endpoint));
  const first = enter(1, 1);
  for (let n = 1; n < ENDPOINT_WAITS_MAX; n += 1) assert.ok(enter(1, 1));
  assert.equal(enter(1, 1), null);
  first?.leave(false);
  assert.ok(enter(1, 1));
  for (let n = ENDPOINT_WAITS_MAX; n < PROJECT_WAITS_MAX; n += 1) assert.ok(enter(1, 1_000 + n));
  assert.equal(enter(1, 2), null);
  for (let n = PROJECT_WAITS_MAX; n < WAITS_MAX; n += 1) {
    assert.ok(enter(1_000 + n, 10_000 + n));
  }
  assert.equal(enter(2, 3), null);
});
