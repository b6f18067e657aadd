/** Scripts depend on the seed alone, are well formed, and use every kind of step. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FLEET_PROFILES,
  isFleetSeed,
  isSourceSeed,
  isWorkSeed,
  PROFILES,
  SOURCE_PROFILES,
  scriptOf,
  WORK_PROFILES,
} from '../../../sim/script/generate.ts';
import type { ReceiverMode, Script, Step } from '../../../sim/script/script.ts';
import {
  RETRIES_MAX,
  RETRY_STEP_MS_MAX,
  RETRY_STEP_MS_MIN,
  TIMEOUT_MS,
} from '../../../src/core/endpoint/endpoint-defaults.ts';

const SEEDS = Array.from({ length: 500 }, (_, seed) => seed);
const SCRIPTS = SEEDS.map(scriptOf);

/** A table, so that the compiler notices if a new kind of step or mode is missing here. */
const STEP_KINDS: Readonly<Record<Step['do'], true>> = {
  call: true,
  log: true,
  burst: true,
  callbacks: true,
  crash: true,
  stop: true,
  disk: true,
  jump: true,
  receiver: true,
  create: true,
  disable: true,
  enable: true,
  delete: true,
  edit: true,
  retry: true,
  cancel: true,
  'retry-many': true,
  recover: true,
  join: true,
  pause: true,
  cut: true,
  deafen: true,
};
const MODE_KINDS: Readonly<Record<ReceiverMode['kind'], true>> = {
  status: true,
  'retry-after': true,
  slow: true,
  hang: true,
  drop: true,
  refused: true,
  reset: true,
  dns: true,
  tls: true,
  protocol: true,
  blocked: true,
  flapping: true,
};

test('the same seed gives the same script, another seed another one', () => {
  for (const seed of [0, 1, 499, 1_000_000, 2 ** 31]) {
    assert.deepEqual(scriptOf(seed), scriptOf(seed));
  }
  assert.equal(new Set(SCRIPTS.map((script) => JSON.stringify(script))).size, SEEDS.length);
});

test('every profile appears among the first 500 seeds, `calm` in about 15 percent', () => {
  const drawn = new Map<string, number>();
  for (const { profile } of SCRIPTS) drawn.set(profile, (drawn.get(profile) ?? 0) + 1);
  const all = [...PROFILES, ...FLEET_PROFILES, ...WORK_PROFILES, ...SOURCE_PROFILES];
  const names = all.map(({ name }) => name);
  assert.deepEqual([...drawn.keys()].sort(), names.sort());
  const calm = drawn.get('calm') ?? 0;
  assert.ok(calm >= 50 && calm <= 100, `${calm} calm ones of 500`);
  for (const profiles of [PROFILES, FLEET_PROFILES]) {
    const shares = profiles.map(({ perMille }) => perMille);
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      1_000,
    );
  }
});

test('every kind of step and every mode of a receiver appears', () => {
  const steps = SCRIPTS.flatMap((script) => script.steps);
  assert.deepEqual([...new Set(steps.map((step) => step.do))].sort(), sortedKeys(STEP_KINDS));
  const modes = steps.flatMap((step) => (step.do === 'receiver' ? [step.mode.kind] : []));
  assert.deepEqual([...new Set(modes)].sort(), sortedKeys(MODE_KINDS));
});

test('one seed of four has several processes, and each step is about one of them', () => {
  for (const { seed, fleet, steps } of SCRIPTS) {
    assert.equal(fleet !== undefined, isFleetSeed(seed), `seed ${seed}`);
    if (fleet === undefined) continue;
    const workers = fleet.members.filter(({ role }) => role !== 'api').length;
    const apis = fleet.members.filter(({ role }) => role !== 'worker').length;
    assert.ok(workers >= 1 && workers <= 4 && apis >= 1, `seed ${seed}`);
    for (const step of steps) {
      if (!('member' in step) || step.member === undefined) continue;
      const isNew: boolean = step.member >= fleet.members.length;
      assert.equal(step.do === 'join', isNew, `seed ${seed}: ${step.do} of ${step.member}`);
    }
  }
});

test('one seed of ten has agents of each kind, and call logs of its calls', () => {
  const kinds = new Set<string>();
  for (const { seed, endpoints, steps } of SCRIPTS) {
    const agents = endpoints.flatMap(({ agent }) => agent ?? []);
    assert.equal(agents.length > 0, isWorkSeed(seed), `seed ${seed}`);
    for (const { kind } of agents) kinds.add(kind);
    const calls = new Set(steps.flatMap((step) => (step.do === 'call' ? [step.call] : [])));
    for (const step of steps) assert.ok(step.do !== 'log' || calls.has(step.call), `seed ${seed}`);
  }
  assert.equal(SEEDS.filter(isWorkSeed).length, SEEDS.length / 10);
  assert.deepEqual([...kinds].sort(), [
    'builtin-analyzer',
    'builtin-evaluator',
    'self-provided-agent',
  ]);
});

test('one seed of twenty has callbacks: hints, ends that need them, facts, and filters', () => {
  const hints = new Set<string>();
  for (const { seed, endpoints, steps } of SCRIPTS) {
    const told = steps.flatMap((step) => (step.do === 'callbacks' ? step.events : []));
    assert.equal(told.length > 0, isSourceSeed(seed), `seed ${seed}`);
    assert.equal(
      endpoints.some(({ payloadVersion }) => payloadVersion !== undefined),
      isSourceSeed(seed),
    );
    for (const { hint } of told) if (hint !== null) hints.add(hint);
  }
  assert.equal(SEEDS.filter(isSourceSeed).length, SEEDS.length / 20);
  assert.deepEqual([...hints].sort(), ['ANSWERED', 'MACHINE', 'PERSON']);
});

test('steps are in order of time, and every time is a whole number of milliseconds', () => {
  // In these a crash after a step of an operator would come after the healing, which ends crashes.
  const late = [2_345, 2_947, 4_046, 5_941, 6_411].map(scriptOf);
  for (const { seed, steps, healAtMs } of [...SCRIPTS, ...late]) {
    const times = steps.map(({ atMs }) => atMs);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
      `seed ${seed}`,
    );
    assert.ok(times.every((atMs) => Number.isInteger(atMs) && atMs >= 0 && atMs <= healAtMs));
  }
});

test('no two calls have the same number', () => {
  for (const { seed, steps } of SCRIPTS) {
    const numbers = steps.flatMap((step) => {
      if (step.do === 'call') return [step.call];
      if (step.do !== 'burst') return [];
      return Array.from({ length: step.calls }, (_, index) => step.from + index);
    });
    assert.equal(new Set(numbers).size, numbers.length, `seed ${seed}`);
  }
});

test('a calm script has only calls that end well', () => {
  for (const script of SCRIPTS.filter(({ profile }) => profile === 'calm')) {
    for (const step of script.steps) {
      assert.ok(step.do === 'call' || step.do === 'burst', step.do);
      assert.ok(step.do === 'burst' || step.lostAnswers === 0);
    }
    // The longest latency that 32 bits of chance can give is 22.2 times the mean.
    assert.ok(script.endpoints.every((plan) => plan.latencyMs * 22.2 < plan.timeoutMs));
  }
});

test('every endpoint is one that the API would accept', () => {
  for (const plan of SCRIPTS.flatMap(plansOf)) {
    assert.ok(plan.triggers.length > 0);
    assert.ok(plan.timeoutMs >= TIMEOUT_MS.min && plan.timeoutMs <= TIMEOUT_MS.max);
    assert.ok(plan.retryScheduleMs.length <= RETRIES_MAX);
    const steps = plan.retryScheduleMs;
    assert.ok(steps.every((ms) => ms >= RETRY_STEP_MS_MIN && ms <= RETRY_STEP_MS_MAX));
    assert.ok(plan.pacing.concurrency >= 1 && plan.pacing.burst >= 1);
    assert.ok(plan.pacing.ratePerS === null || plan.pacing.ratePerS >= 1);
    assert.ok(Number.isInteger(plan.latencyMs) && plan.latencyMs >= 1);
  }
});

test('limits are small, and always leave a slot that is not reserved', () => {
  for (const { seed, limits } of SCRIPTS) {
    const { inFlightMax = 0, reserve = 0, windowMax = 0, windowMin = 1 } = limits;
    assert.ok(inFlightMax >= 4 && inFlightMax <= 64, `seed ${seed}: ${inFlightMax} slots`);
    assert.ok(reserve < inFlightMax, `seed ${seed}: ${reserve} of ${inFlightMax} reserved`);
    assert.ok(windowMin <= windowMax && windowMax <= 64, `seed ${seed}: window ${windowMax}`);
  }
});

function plansOf({ endpoints, steps }: Script) {
  return [...endpoints, ...steps.flatMap((step) => (step.do === 'create' ? [step.plan] : []))];
}

function sortedKeys(table: object): string[] {
  return Object.keys(table).sort();
}
