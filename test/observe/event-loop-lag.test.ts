/**
 * The lag of the event loop in `/metrics`: time that it was blocked, without the sampling interval.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { measureEventLoopLag, SAMPLE_EVERY_MS } from '../../src/observe/event-loop-lag.ts';
import { meterOf } from '../support/meter.ts';

const BLOCKED_MS = 5 * SAMPLE_EVERY_MS;

async function figureOf(registry: Registry, figure: string): Promise<number> {
  const read = await registry.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`)?.get();
  return read?.values[0]?.value ?? Number.NaN;
}

test('a blocked event loop shows; a free one has no lag as long as an interval', async () => {
  const registry = new Registry();
  measureEventLoopLag(registry);
  // Read before any sample: no lag is known, and none is made up.
  assert.equal(await figureOf(registry, 'max'), 0);
  while ((await figureOf(registry, 'max')) < BLOCKED_MS / 2_000) {
    const untilMs = performance.now() + BLOCKED_MS;
    while (performance.now() < untilMs);
    await turn();
  }
  // Ends once a sample was on time; if the interval counted, none would be.
  while ((await figureOf(registry, 'min')) >= SAMPLE_EVERY_MS / 1_000) await turn();
});

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('the meter has each figure once, under the usual name', async () => {
  const { registry } = meterOf();
  const lines = (await registry.metrics()).split('\n');
  for (const figure of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    const name = `nodejs_eventloop_lag_${figure}_seconds `;
    const [line, other] = lines.filter((each) => each.startsWith(name));
    assert.ok(Number(line?.slice(name.length)) >= 0, `${name}: ${line}`);
    assert.equal(other, undefined);
  }
});
