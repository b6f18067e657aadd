/**
 * `ringpost erase` on a running service: the job and its receipt. `erase.proof.ts` tests missing
 * arguments.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { API_KEY } from '../support/service-process.ts';
import { oneService } from './one-service.ts';

describe('ringpost erase', () => {
  const { command, service } = oneService();
  const headers = { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' };

  test('the calls of a number are deleted, and the receipt can be fetched again', async () => {
    for (const [callId, clientId] of [
      ['a', '+4915123456789'],
      ['b', 'other'],
    ]) {
      const body = JSON.stringify({ status: 'CALLING', direction: 'OUTBOUND', clientId });
      const path = `${service().url}/v1/calls/${callId}/reports`;
      assert.equal((await fetch(path, { method: 'POST', headers, body })).status, 202);
    }
    const { code, stdout, stderr } = await command(
      'erase',
      '--number',
      '+49 151 23456789',
      '--reason',
      'R',
    );
    assert.equal(code, 0, stderr);
    const receipt = JSON.parse(stdout);
    assert.deepEqual(
      [receipt.state, receipt.removed.calls, receipt.removed.reports, receipt.reason],
      ['done', 1, 1, 'R'],
    );
    assert.match(receipt.value, /^sha256:/);
    assert.equal((await fetch(`${service().url}/v1/calls/a`, { headers })).status, 410);
    assert.equal((await fetch(`${service().url}/v1/calls/b`, { headers })).status, 200);
    const again = await command('erase', '--receipt', receipt.id);
    assert.deepEqual(JSON.parse(again.stdout), receipt);
  });
});
