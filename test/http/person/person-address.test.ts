/** The address of the client: the nearest valid address that a trusted proxy names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress } from '../../../src/http/person/person.ts';

test('without trusted proxies the client has the address of the connection', () => {
  assert.equal(clientAddress({ ip: '::ffff:10.0.0.1' }), '10.0.0.1');
  assert.equal(clientAddress({ ip: undefined }), '', 'it has ended before it was looked at');
});

test('behind trusted proxies the client has the valid address that they name', () => {
  const behind = (...ips: string[]) => clientAddress({ ip: ips.at(-1) ?? '', ips });
  assert.equal(behind('127.0.0.1', '203.0.113.7'), '203.0.113.7');
  assert.equal(behind('127.0.0.1', '::ffff:203.0.113.7'), '203.0.113.7');
  for (const chosen of ['unknown', 'somebody', '203.0.113.7:80', '1.2.3', '<script>', '']) {
    assert.equal(behind('127.0.0.1', chosen), '127.0.0.1', chosen);
  }
});
