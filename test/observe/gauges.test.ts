/** Gauges that are read at each request of `/metrics`, and those that a process does not have. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BacklogGauges } from '../../src/engine/ports/trend-store.ts';
import { meterOf } from '../support/meter.ts';

const BACKLOG = {
  byState: { waiting: 4, due: 1, retrying: 2, held: 3 },
  blockedLanes: 2,
  endpoints: { active: 5, held: 1, disabled: 0 },
  oldestAgeMs: 90_500,
};

async function samplesOf(meter: ReturnType<typeof meterOf>): Promise<readonly string[]> {
  const text = await meter.registry.metrics();
  const own = /^ringpost_(?:open_|oldest_|endpoints\{|blocked_|disk_|build_)/;
  return text.split('\n').filter((line) => own.test(line));
}

test('the last known backlog, the room on the disk and the build are reported', async () => {
  const samples = await samplesOf(meterOf({ backlog: BACKLOG }, 7_340_032));
  assert.deepEqual(samples, [
    'ringpost_build_info{version="1.2.3"} 1',
    'ringpost_open_deliveries{state="waiting"} 4',
    'ringpost_open_deliveries{state="due"} 1',
    'ringpost_open_deliveries{state="retrying"} 2',
    'ringpost_open_deliveries{state="held"} 3',
    'ringpost_endpoints{condition="active"} 5',
    'ringpost_endpoints{condition="held"} 1',
    'ringpost_endpoints{condition="disabled"} 0',
    'ringpost_blocked_lanes 2',
    'ringpost_oldest_open_delivery_seconds 90.5',
    'ringpost_disk_free_bytes 7340032',
  ]);
});

test('if nothing is open, the oldest delivery is 0 seconds old', async () => {
  const samples = await samplesOf(meterOf({ backlog: { ...BACKLOG, oldestAgeMs: null } }));
  assert.ok(samples.includes('ringpost_oldest_open_delivery_seconds 0'));
});

test('a process that measures no backlog, or no disk, has no such sample', async () => {
  assert.deepEqual(await samplesOf(meterOf()), ['ringpost_build_info{version="1.2.3"} 1']);
});

test('a gauge that a process no longer has is no longer reported', async () => {
  const now: { backlog: BacklogGauges | null } = { backlog: BACKLOG };
  const meter = meterOf({
    get backlog() {
      return now.backlog;
    },
  });
  assert.equal((await samplesOf(meter)).length, 10);
  now.backlog = null;
  assert.equal((await samplesOf(meter)).length, 1);
});
