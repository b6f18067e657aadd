/** The request of a generic source as one document, and pointers into it (RFC 6901). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IngestRequest } from '../../../src/engine/ports/ingest-adapter.ts';
import { documentOf, isBinaryEvent, textAtPointer } from '../../../src/ingest/generic/document.ts';

const REQUEST: IngestRequest = {
  method: 'POST',
  contentType: 'application/json',
  body: '{"a":1}',
  headers: {},
  publicUrl: 'https://calls.example.com/x',
  query: { b: '2' },
  secrets: ['s'],
  nowMs: 0,
};

function read(change: Partial<IngestRequest>, cloudEvents = false): unknown {
  const result = documentOf({ ...REQUEST, ...change }, cloudEvents);
  return result.kind === 'document' ? result.document : `${result.code} ${result.detail}`;
}

test('JSON, a form and the query of a GET are documents', () => {
  assert.deepEqual(read({}), { a: 1 });
  const contentType = 'application/x-www-form-urlencoded';
  assert.deepEqual(read({ contentType, body: 'a=1&b=x+y&b=z' }), { a: '1', b: ['x y', 'z'] });
  assert.deepEqual(read({ method: 'GET', body: '' }), { b: '2' });
  assert.match(String(read({ body: '[]' })), /^MALFORMED_JSON/);
  assert.match(String(read({ contentType, body: 'a=%zz' })), /^MALFORMED_FORM/);
});

test('a CloudEvent has its attributes in the body or in headers', () => {
  const event = { specversion: '1.0', id: 'e', source: '/s', type: 't', data: { a: 1 } };
  const contentType = 'application/cloudevents+json';
  assert.deepEqual(read({ contentType, body: JSON.stringify(event) }, true), event);
  const headers = { 'ce-specversion': '1.0', 'ce-id': 'e', 'ce-source': '%2Fs', 'ce-type': 't' };
  assert.deepEqual(read({ headers }, true), event);
  assert.equal(isBinaryEvent({ ...REQUEST, headers }), true);
  assert.equal(isBinaryEvent({ ...REQUEST, contentType, headers }), false);
  assert.match(String(read({}, true)), /no CloudEvent of specversion 1.0/);
  const { id: _, ...rest } = event;
  assert.match(String(read({ contentType, body: JSON.stringify(rest) }, true)), /has no id/);
});

test('a pointer finds texts, and numbers and flags as texts', () => {
  const document = { a: { 'x/y': 't', '~': 1.5, list: ['p', { q: true }] }, empty: '', none: null };
  for (const [pointer, value] of [
    ['/a/x~1y', 't'],
    ['/a/~0', '1.5'],
    ['/a/list/0', 'p'],
    ['/a/list/1/q', 'true'],
    ['/a/list/01', null],
    ['/a/list/2', null],
    ['/a/list', null],
    ['/empty', null],
    ['/none', null],
    ['/toString', null],
    ['/a/__proto__', null],
    ['/a/list/length', null],
  ] as const) {
    assert.equal(textAtPointer(document, pointer), value, pointer);
  }
});
