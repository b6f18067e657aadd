/** Whether the service can be reached: what raises doubt, what decides, and when to ask again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReach, PROBE_EVERY_MS } from '../../../dashboard/src/api/reach.ts';

function setup() {
  const asked: { readonly answer: () => void; readonly fail: () => void }[] = [];
  const waits: { readonly run: () => void; readonly ms: number; stopped: boolean }[] = [];
  const reach = createReach({
    probe: () =>
      new Promise<void>((resolve, reject) => {
        asked.push({ answer: resolve, fail: () => reject(new Error('no way')) });
      }),
    wait: (run, ms) => {
      const wait = { run, ms, stopped: false };
      waits.push(wait);
      return () => {
        wait.stopped = true;
      };
    },
  });
  const told: boolean[] = [];
  reach.onChange(() => told.push(reach.isHere()));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { reach, asked, waits, told, settled };
}

test('a failed request raises doubt, and an answered probe ends it', async () => {
  const { reach, asked, told, settled } = setup();
  reach.doubt();
  reach.doubt();
  assert.equal(asked.length, 1);
  assert.equal(reach.isHere(), true, 'one failed request alone says nothing');
  asked[0]?.answer();
  await settled();
  assert.deepEqual([reach.isHere(), told], [true, []]);
});

test('out of reach is reported once, and probed every 2 s until an answer comes', async () => {
  const { reach, asked, waits, told, settled } = setup();
  reach.doubt();
  for (let probe = 0; probe < 3; probe += 1) {
    asked[probe]?.fail();
    await settled();
    assert.equal(waits[probe]?.ms, PROBE_EVERY_MS);
    reach.doubt();
    assert.equal(asked.length, probe + 1, 'while it waits, doubts ask nothing');
    waits[probe]?.run();
  }
  assert.deepEqual(told, [false]);
  asked[3]?.answer();
  await settled();
  assert.deepEqual([told, waits.length], [[false, true], 3]);
});

test('if the browser says that the network is back, a probe is sent at once', async () => {
  const { reach, asked, waits, told, settled } = setup();
  reach.ask();
  asked[0]?.fail();
  await settled();
  reach.ask();
  assert.deepEqual([asked.length, waits[0]?.stopped], [2, true]);
  asked[1]?.answer();
  await settled();
  assert.deepEqual(told, [false, true]);
});
