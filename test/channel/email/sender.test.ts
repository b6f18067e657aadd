/** The name and the address of a sender. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { senderOf } from '../../../src/channel/email/sender.ts';

test('a sender has a name and an address, or an address alone', () => {
  assert.deepEqual(senderOf('Calls & Co. <calls@example.com>'), {
    name: 'Calls & Co.',
    address: 'calls@example.com',
  });
  assert.deepEqual(senderOf('calls@example.com'), { name: null, address: 'calls@example.com' });
});
