/** The shared beginning of adapters of platforms that post JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IngestRequest } from '../../src/engine/ports/ingest-adapter.ts';
import { ignored, refused } from '../../src/ingest/result.ts';
import { readSignedJson } from '../../src/ingest/signed-json.ts';

const REQUEST: IngestRequest = {
  method: 'POST',
  contentType: 'application/json',
  body: '{"event":"synthetic"}',
  headers: {},
  publicUrl: 'https://calls.example.com/',
  query: {},
  secrets: ['synthetic-secret-0123'],
  nowMs: 0,
};

test('a genuine body is read as an object', () => {
  const result = readSignedJson(
    REQUEST,
    () => null,
    (webhook, request) => {
      assert.equal(request, REQUEST);
      return ignored(`The event is ${webhook.event}.`);
    },
  );
  assert.deepEqual(result, ignored('The event is synthetic.'));
});

test('an unsigned body is never read, and a body that is no object is refused', () => {
  const never = () => assert.fail('read');
  assert.deepEqual(
    readSignedJson({ ...REQUEST, body: '[' }, () => 'The header is missing.', never),
    refused('SIGNATURE_INVALID', 'The header is missing.'),
  );
  for (const body of ['', '[]', '1', '{"event":']) {
    assert.deepEqual(
      readSignedJson({ ...REQUEST, body }, () => null, never),
      refused('MALFORMED_JSON', 'The body is no JSON object.'),
    );
  }
});
