/**
 * S6.34, S6.38: two consumers of one pull endpoint are killed with SIGKILL again and again while
 * calls are reported, at random moments and between writing a message and acknowledging it: each
 * message arrives, in the order of its call.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Stream } from '../../sim/script/random.ts';
import { pause } from '../crash/pause.ts';
import { API_KEY } from '../support/service-process.ts';
import { sharedSetup } from './setup.ts';

const setup = sharedSetup();
const CALLS = 40;
const KILLS = 8;
const CONSUMER = join(import.meta.dirname, 'pull-consumer.ts');

test('each message arrives in order although consumers are killed 24 times', async (t) => {
  const journey = await setup(t);
  const { id } = await journey.endpoint('/none', {
    kind: 'pull',
    target: null,
    triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED'],
    retryScheduleMs: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
  });
  const file = join(journey.directory, 'seen.txt');
  const seen = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const start = (): ChildProcess =>
    spawn(process.execPath, [CONSUMER, journey.service.url, API_KEY, id, file], {
      stdio: 'inherit',
    });
  const consumers = [start(), start()];
  t.after(() => {
    for (const consumer of consumers) consumer.kill('SIGKILL');
  });
  const killOneThatHolds = async (): Promise<void> => {
    const args = [CONSUMER, journey.service.url, API_KEY, id, file, 'holds'];
    const holder = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => holder.kill('SIGKILL'));
    await once(holder.stdout, 'data');
    holder.kill('SIGKILL');
    await once(holder, 'close');
  };
  const report = async (callId: string): Promise<void> => {
    await journey.report(callId, { status: 'CALLING' });
    await journey.report(callId, { status: 'COMPLETED' });
  };
  const chance = new Stream(1, 'kills');
  let kills = 0;
  for (let call = 1; call <= CALLS; call += 1) {
    await report(`call-${call}`);
    if (call % (CALLS / KILLS) !== 0) continue;
    // At any moment of fetching, writing and acknowledging.
    await pause(chance.between(300, 900));
    for (const consumer of consumers) {
      consumer.kill('SIGKILL');
      kills += 1;
    }
    // So there is a message to hold.
    await report(`held-${call}`);
    await killOneThatHolds();
    kills += 1;
    for (const place of [0, 1]) consumers[place] = start();
  }
  const open = async (): Promise<number> => {
    const query = `endpointId=${id}&state=due,retrying,waiting`;
    return Object((await journey.get(`/v1/deliveries?${query}`)).data).length;
  };
  while ((await open()) > 0) await pause(100);
  assert.equal(kills, 3 * KILLS);
  const lines = seen();
  const orders = Map.groupBy(
    lines.map((line) => line.split(' ')),
    ([callId = '']) => callId,
  );
  assert.equal(orders.size, CALLS + KILLS);
  // A message that was written and not acknowledged arrives again.
  assert.ok(lines.length >= 2 * (CALLS + KILLS) + KILLS, `${lines.length} arrivals`);
  for (const [callId, places] of orders) {
    const order = places.map(([, sequence]) => Number(sequence));
    assert.deepEqual([...new Set(order)], [1, 2], callId);
    assert.deepEqual(order, [...order].sort(), callId);
  }
  t.diagnostic(`${kills} kills; ${lines.length} arrivals of ${2 * (CALLS + KILLS)} messages`);
});
