/** The form of a body, as it is stored with a delivery. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYLOAD_VERSIONS } from '../../../src/core/endpoint/endpoint.ts';
import { readForm, writeForm } from '../../../src/core/payload/render.ts';

test('S4.12: a form of version 1 is its content key, as in earlier versions', () => {
  assert.equal(writeForm({ payloadVersion: 1, contentKey: 'text' }), 'text');
  assert.equal(writeForm({ payloadVersion: 2, contentKey: 'text' }), '2:text');
  for (const payloadVersion of PAYLOAD_VERSIONS) {
    for (const contentKey of ['message', '_2', 'a-b']) {
      const form = { payloadVersion, contentKey };
      assert.deepEqual(readForm(writeForm(form)), form);
    }
  }
});
