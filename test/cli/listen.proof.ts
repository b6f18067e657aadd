/**
 * `ringpost listen` that stands still for longer than a lease, as on a laptop that sleeps: the
 * message counts as unanswered, comes again by the schedule, and its late word changes nothing.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { callApi, startService } from '../support/service-process.ts';
import { listen, startReceiver } from './listening.ts';

test('a lease that ends while it sleeps: the message comes again, its late word is lost', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'ringpost-listen-'));
  const service = await startService({ directory });
  t.after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });
  const receiver = await startReceiver(t, { holds: true });
  const listening = listen(t, service.url, '--forward', receiver.url, '--timeout', '1');
  await listening.says(/forwards each message/);
  const report = { direction: 'OUTBOUND', status: 'CALLING' };
  await callApi(service, 'POST', '/v1/calls/asleep/reports', report);
  await receiver.next();
  listening.child.kill('SIGSTOP');
  const delivery = async () =>
    Object((await callApi(service, 'GET', '/v1/deliveries?callId=asleep')).body).data[0];
  while ((await delivery()).state !== 'retrying') await once(receiver.ticks, 'tick');
  receiver.answer();
  listening.child.kill('SIGCONT');
  await listening.says(/dlv_\w+: its lease was over, so this counts as no answer/);
  const again = await receiver.next();
  assert.equal(again.headers['webhook-attempt'], '2');
  receiver.answer();
  await listening.says(/asleep \(1, attempt 2\) dlv_\w+ -> 200/);
  while ((await delivery()).state !== 'delivered') await once(receiver.ticks, 'tick');
  const { id } = await delivery();
  const { attemptList } = Object((await callApi(service, 'GET', `/v1/deliveries/${id}`)).body);
  assert.deepEqual(
    attemptList.map(({ error }: { error: string | null }) => error),
    ['timeout', null],
  );
  listening.child.kill('SIGINT');
  assert.equal(await listening.ended, 0);
});
