/**
 * How long storing a call log holds the event loop, as a multiple of a bare `JSON.parse`. It is a
 * proof because the process of `npm test` also collects the garbage of hundreds of other tests.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setup } from '../../setup.ts';
import { HOSTILE, largestLog } from './large-log.ts';

/** The unit is a bare `JSON.parse` of the largest log; storing a log measured 1 to 25 units. */
const UNITS_MAX = 60;
const PARSES = 5;

/** Processor time of this thread alone, which a busy machine does not change. */
async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Client and server share the thread, so the server takes less than what is measured. */
test('neither the largest log nor a hostile one holds the event loop for long', async (t) => {
  const { call } = await setup(t);
  const largest = largestLog('x');
  const parses = () => Array.from({ length: PARSES }, () => JSON.parse(largest));
  const unitMs = (await cpuMsOf(parses)) / PARSES;
  const held: [name: string, units: number][] = [];
  const measured = async (name: string, raw: string, status: readonly number[]): Promise<void> => {
    const taken = async () => {
      const answer = await call('POST', '/v1/call-logs/measured', undefined, { raw });
      assert.ok(status.includes(answer.status), `${name}: ${answer.status}`);
      assert.ok(answer.text.length < 10_000, 'an answer is bounded too');
    };
    held.push([name, (await cpuMsOf(taken)) / unitMs]);
  };
  // The first request compiles the schemas and is not measured.
  assert.equal(
    (await call('POST', '/v1/call-logs/first', undefined, { raw: largest })).status,
    201,
  );
  await measured('the largest log', largest, [201]);
  await measured('the largest log again', largestLog('電'), [200]);
  for (const [name, raw] of HOSTILE) await measured(name, raw(), [400, 422]);
  t.diagnostic(`a unit is ${unitMs.toFixed(1)} ms`);
  for (const [name, units] of held) t.diagnostic(`${name}: ${units.toFixed(1)} units`);
  for (const [name, units] of held) assert.ok(units < UNITS_MAX, `${name}: ${units} units`);
});
