/** `ringpost erase` on a running service: the job, its receipt, and what it asks for. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { API_KEY, type ServiceProcess, startService } from '../support/service-process.ts';
import { type Ended, MAIN, run } from './command.ts';

describe('ringpost erase', () => {
  let directory: string;
  let service: ServiceProcess;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ringpost-erase-'));
    service = await startService({ directory });
  });
  after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });

  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };
  const erase = (...flags: readonly string[]): Promise<Ended> =>
    run(MAIN, ['erase', '--url', service.url, ...flags], { RINGPOST_API_KEY: API_KEY });

  test('the calls of a number go, and the receipt can be fetched again', async () => {
    for (const [callId, clientId] of [
      ['a', '+4915123456789'],
      ['b', 'other'],
    ]) {
      const body = JSON.stringify({ status: 'CALLING', direction: 'OUTBOUND', clientId });
      const path = `${service.url}/v1/calls/${callId}/reports`;
      assert.equal((await fetch(path, { method: 'POST', headers, body })).status, 202);
    }
    const { code, stdout, stderr } = await erase('--number', '+49 151 23456789', '--reason', 'R');
    assert.equal(code, 0, stderr);
    const receipt = JSON.parse(stdout);
    assert.deepEqual(
      [receipt.state, receipt.removed.calls, receipt.removed.reports, receipt.reason],
      ['done', 1, 1, 'R'],
    );
    assert.match(receipt.value, /^sha256:/);
    assert.equal((await fetch(`${service.url}/v1/calls/a`, { headers })).status, 410);
    assert.equal((await fetch(`${service.url}/v1/calls/b`, { headers })).status, 200);
    const again = await erase('--receipt', receipt.id);
    assert.deepEqual(JSON.parse(again.stdout), receipt);
  });

  test('it says what it needs', async () => {
    const none = await erase();
    assert.match(none.stderr, /Name one of --call, --client and --number/);
    const wrong = await erase('--number', '123');
    assert.match(wrong.stderr, /Give 7 to 15 digits with the code of the country/);
    const unknown = await erase('--receipt', 'blk_01M7WRXSYE000000009');
    assert.match(unknown.stderr, /no bulk job with this id/);
    for (const { code } of [none, wrong, unknown]) assert.equal(code, 1);
  });
});
