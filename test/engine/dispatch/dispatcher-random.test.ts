/**
 * Random scripts against the real dispatcher on a real store: outcomes, latencies, crashes, stops,
 * edits, holds, store failures, manual retries in any order. Afterwards everything heals and every
 * delivery must have been sent: each lane in order, each delivery within its attempts.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { SendRequest } from '../../../src/engine/ports/channel.ts';
import { type Script, TIMEOUT } from '../scripted-channel.ts';
import { type Rig, setup, unavailable } from '../setup.ts';

const RUNS = 60;
const HEAL_MS = 6 * 3_600_000;
const CALLS = 6;
const STATUSES = ['CALLING', 'CLOSING', 'COMPLETED'];

type Step =
  | { readonly do: 'report'; readonly call: number; readonly count: number }
  | { readonly do: 'advance'; readonly ms: number }
  | { readonly do: 'crash' | 'stop' | 'invalidate' | 'disable' | 'enable' | 'retry' }
  | {
      readonly do: 'refuse';
      readonly what: 'settle' | 'readyHeads' | 'runtime';
      readonly n: number;
    }
  | { readonly do: 'hold-back'; readonly what: 'readyHeads' | 'runtime' | 'settle' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      call: fc.nat(CALLS - 1),
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.oneof(fc.nat(50), fc.nat(10_000), fc.nat(200_000)),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['crash', 'stop', 'invalidate', 'disable', 'enable', 'retry'] as const),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refuse' as const),
      what: fc.constantFrom(...(['settle', 'readyHeads', 'runtime'] as const)),
      n: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hold-back' as const),
      what: fc.constantFrom(...(['readyHeads', 'runtime', 'settle'] as const)),
    }),
  },
);

const script = fc.record({
  seed: fc.nat(),
  /** How many of ten answers of a bad endpoint are failures. */
  failures: fc.nat(9),
  latencyMs: fc.constantFrom(0, 3, 700),
  windowMax: fc.constantFrom(2, 4, 64),
  concurrency: fc.constantFrom(1, 2, 20),
  ratePerS: fc.constantFrom(null, 1, 50),
  steps: fc.array(step, { minLength: 10, maxLength: 60 }),
});

type RandomScript = typeof script extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever happens, each lane is sent in order and everything drains', async (t) => {
  await fc.assert(
    fc.asyncProperty(script, async (given) => {
      await play(t, given);
    }),
    { numRuns: RUNS, seed: Number(process.env.RINGPOST_TEST_SEED ?? 20_261_120) },
  );
});

async function play(t: TestContext, given: RandomScript): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  const collecting = { after: (end: () => Promise<void>) => ends.push(end) };
  const { windowMax, concurrency, ratePerS } = given;
  const limits = { windowMax, windowMin: 1, inFlightMax: 8, reserve: 2, drainMs: 1_000 };
  const rig = await setup({ ...t, ...collecting } as unknown as TestContext, limits);
  try {
    const pacing = { ratePerS, burst: 2, concurrency };
    const keys = [(await rig.endpoint({ pacing })).key, (await rig.endpoint()).key];
    rig.channel.latencyMs = given.latencyMs;
    rig.channel.answer = (request) => answerOf(request, given, keys[0] ?? 0);
    const world = { rig, keys, reported: new Map<number, number>(), letGo: [] as (() => void)[] };
    let interruptions = 0;
    let manual = 0;
    for (const next of given.steps) {
      if (next.do === 'crash' || next.do === 'stop') interruptions += 1;
      if (next.do === 'retry') manual += 1;
      await take(next, world);
    }
    await heal(world);
    await check(world, interruptions, manual);
  } finally {
    for (const end of ends) await end();
  }
}

interface World {
  readonly rig: Rig;
  readonly keys: readonly number[];
  /** How many reports each call has had. */
  readonly reported: Map<number, number>;
  letGo: (() => void)[];
}

async function take(next: Step, world: World): Promise<void> {
  const { rig } = world;
  const endpoint = (
    await rig.store.endpoints({ projectKey: rig.project, afterKey: null, limit: 1 })
  )[0];
  assert.ok(endpoint !== undefined);
  switch (next.do) {
    case 'report': {
      const from = world.reported.get(next.call) ?? 0;
      const statuses = STATUSES.slice(from, from + next.count);
      world.reported.set(next.call, from + statuses.length);
      if (statuses.length > 0) await rig.report(`call-${next.call}`, ...statuses);
      return;
    }
    case 'advance':
      return rig.advance(next.ms);
    case 'crash':
      release(world);
      return rig.crash();
    case 'stop': {
      const stopping = rig.dispatcher.stop();
      release(world);
      await rig.advance(1_000);
      await stopping;
      return rig.crash();
    }
    case 'invalidate':
      return rig.dispatcher.invalidate(endpoint.key);
    case 'disable':
      return rig.disable(endpoint.key);
    case 'enable':
      return rig.enable(endpoint.key);
    case 'retry': {
      const delivery = (await rig.deliveries())[0];
      if (delivery === undefined || rig.dispatcher.isSending(delivery.key)) return;
      const nowMs = rig.clock.wallMs();
      await rig.store.retryDelivery({
        projectKey: rig.project,
        key: delivery.key,
        nowMs,
        audit: rig.audit(),
      });
      return rig.dispatcher.invalidate(delivery.endpoint);
    }
    case 'refuse': {
      let left = next.n;
      return rig.faulty.refuse(next.what, () => {
        left -= 1;
        return left >= 0 ? unavailable() : null;
      });
    }
    case 'hold-back':
      world.letGo.push(rig.faulty.holdBack(next.what));
      if (world.letGo.length > 2) release(world);
      return;
  }
}

function release(world: World): void {
  for (const letGo of world.letGo.splice(0)) letGo();
}

async function heal(world: World): Promise<void> {
  const { rig } = world;
  release(world);
  rig.faulty.repair();
  rig.channel.answer = () => 200;
  for (const key of world.keys) {
    for (const endpoint of await rig.store.endpoints({
      projectKey: rig.project,
      afterKey: null,
      limit: 9,
    })) {
      if (endpoint.key === key && !endpoint.enabled) await rig.enable(endpoint.key);
    }
  }
  await rig.advance(HEAL_MS);
}

async function check({ rig }: World, interruptions: number, manual: number): Promise<void> {
  assert.deepEqual(rig.channel.faults, []);
  const gauges = rig.dispatcher.gauges();
  assert.deepEqual(gauges, {
    inFlight: 0,
    residentHeads: 0,
    endpointsWithWork: 0,
    ownedShards: 64,
  });
  assert.ok(rig.dispatcher.alive());
  const closed = new Set(['delivered', 'exhausted', 'rejected']);
  for (const { callId, sequence, state } of await rig.deliveries()) {
    assert.ok(closed.has(state), `${callId}#${sequence} is ${state}`);
  }
  const firsts = new Map<string, number>();
  const attempts = new Map<string, number>();
  const succeeded = new Map<string, number>();
  for (const { request, result } of rig.channel.sent) {
    const lane = `${request.endpoint.key} ${request.callId}`;
    const id = request.deliveryId;
    attempts.set(id, (attempts.get(id) ?? 0) + 1);
    if (result?.kind === 'response' && result.status === 200) {
      succeeded.set(id, (succeeded.get(id) ?? 0) + 1);
    }
    if (attempts.get(id) === 1) {
      const before = firsts.get(lane) ?? 0;
      assert.equal(request.sequence, before + 1, `first sends of lane ${lane}`);
      firsts.set(lane, request.sequence);
    }
  }
  assert.equal(attempts.size, (await rig.deliveries()).length);
  for (const [id, count] of attempts) {
    assert.ok(count <= 7 + interruptions + manual, `${count} attempts of ${id}`);
    if (interruptions + manual === 0) assert.ok((succeeded.get(id) ?? 0) <= 1, `${id} came twice`);
  }
}

/** The same request gets the same answer in every run. */
function answerOf(request: SendRequest, given: RandomScript, bad: number): Script {
  const { callId, sequence, attempt, endpoint } = request;
  if (endpoint.key !== bad) return 200;
  let mix = given.seed;
  for (const part of [callId.charCodeAt(5), sequence, attempt]) {
    mix = Math.imul(mix ^ part, 2_654_435_761) >>> 0;
    mix ^= mix >>> 15;
  }
  if (mix % 10 >= given.failures) return 200;
  return [503, 500, 404, TIMEOUT, 429][(mix >>> 8) % 5] ?? 503;
}
