/** The sample's text: its content, its largest length, and that no value can reach a header. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BODY_BYTES_MAX, ntfyMessage } from '../../../examples/sample-channel/message.ts';
import { anyFiring, FILLINGS, firingOf } from '../../channel/conformance/firing.ts';

test('a failed call says what failed, with high priority', () => {
  assert.deepEqual(ntfyMessage(firingOf('OUTBOUND_CALL_ERROR', FILLINGS.errors)), {
    priority: 'high',
    body: [
      '[Ringpost] OUTBOUND_CALL_ERROR',
      'Call ID: call_01JD3Z9M0T2A',
      'Call Status: COMPLETED',
      'Call SID: CA4712',
      'Client ID: order_4712',
      '[CALL_CONNECTION_FAILED] Failed to initiate or connect the call.',
      '[CALL_INTERRUPTED] The call was interrupted before it finished.',
      '2026-11-20T11:19:00.125Z',
    ].join('\n'),
  });
});

test('a call without errors has the default priority', () => {
  const { priority } = ntfyMessage(firingOf('OUTBOUND_CALL_COMPLETED', FILLINGS.plain));
  assert.equal(priority, 'default');
});

test('the longest values are cut between two characters', () => {
  // Four-byte characters after a name of 1 to 4 bytes: the bound meets each byte of a character.
  for (const serviceName of ['a', 'ab', 'abc', 'abcd']) {
    const filling = {
      ...FILLINGS.longest,
      serviceName: serviceName + '📞'.repeat(96),
      values: [1, 2, 3].map(() => '📞'.repeat(256)),
    };
    const { body } = ntfyMessage(firingOf('OUTBOUND_CALL_ERROR', filling));
    assert.ok(Buffer.byteLength(body) > BODY_BYTES_MAX - 4, 'it is cut');
    assert.ok(Buffer.byteLength(body) <= BODY_BYTES_MAX);
    assert.ok(body.isWellFormed() && !body.includes('\uFFFD'));
  }
});

test('no value makes the body too long, adds a line or breaks a character', () => {
  fc.assert(
    fc.property(anyFiring, (firing) => {
      const { body } = ntfyMessage(firing);
      assert.ok(Buffer.byteLength(body) <= BODY_BYTES_MAX);
      assert.ok(body.isWellFormed());
      assert.ok(body.split('\n').length <= 1 + 5 + 10 + 1 + 1);
    }),
  );
});
