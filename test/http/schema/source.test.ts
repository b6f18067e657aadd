/** Ingest sources on the wire. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asKey, type ProjectKey, type SourceKey } from '../../../src/core/id.ts';
import { showSource, showSourceRequest } from '../../../src/http/schema/source.ts';

const SOURCE = {
  key: asKey<SourceKey>(1),
  id: 'src_1',
  projectKey: asKey<ProjectKey>(1),
  name: 'Twilio',
  adapter: 'twilio',
  secret: 'rb1.sealed',
  previous: null,
  settings: null,
  publicUrl: null,
  createdAtMs: 0,
  updatedAtMs: 0,
};

test('the URL of a source is that of the service, or its own public URL', () => {
  const base = 'https://calls.example.com';
  const shown = showSource(SOURCE, base, { secret: '••••9f3c', previous: null });
  assert.equal(shown.url, 'https://calls.example.com/v1/ingest/twilio/src_1');
  assert.equal(shown.secret, '••••9f3c');
  assert.ok(!JSON.stringify(shown).includes('sealed'));
  const publicUrl = 'https://edge.example.com/t';
  assert.equal(
    showSource({ ...SOURCE, publicUrl }, base, { secret: '••••', previous: null }).url,
    publicUrl,
  );
});

test('a received request is shown with its time in ISO 8601 and what it became', () => {
  assert.deepEqual(showSourceRequest({ atMs: 0, result: 'ignored', body: 'a=1' }), {
    at: '1970-01-01T00:00:00.000Z',
    result: 'ignored',
    outcome: 'taken',
    became: ['ignored'],
    unmapped: [],
    body: 'a=1',
  });
});

test('a previous secret is shown with its end, while it is accepted', () => {
  const source = { ...SOURCE, previous: { secret: 'rb1.sealed', endsAtMs: 1_000 } };
  const of = (previous: string | null) => showSource(source, '', { secret: '••••', previous });
  const { previousSecret, previousSecretEndsAt } = of('••••77aa');
  assert.deepEqual(
    [previousSecret, previousSecretEndsAt],
    ['••••77aa', '1970-01-01T00:00:01.000Z'],
  );
  assert.deepEqual([of(null).previousSecret, of(null).previousSecretEndsAt], [null, null]);
});
