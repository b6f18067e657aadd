/** Ingest sources over HTTP. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { type Answer, setup } from '../setup.ts';

const SECRET = 'twilio-auth-token-9f3c';
const WANTED = { name: 'Twilio', adapter: 'twilio', secret: SECRET };

test('a new source is answered with the address to give to the platform', async (t) => {
  const { call } = await setup(t, { publicUrl: 'https://calls.example.com' });
  const made = await call('POST', '/v1/sources', WANTED);
  assert.equal(made.status, 201, made.text);
  const id = String(made.at('/id'));
  assert.equal(made.headers.get('location'), `/v1/sources/${id}`);
  assert.equal(made.at('/url'), `https://calls.example.com/v1/ingest/twilio/${id}`);
  assert.equal(made.at('/secret'), '••••9f3c');
  assert.deepEqual((await call('GET', `/v1/sources/${id}`)).json, made.json);
  assert.deepEqual((await call('GET', '/v1/sources')).at('/data'), [made.json]);
});

test('without a configured address the local one is shown; publicUrl wins', async (t) => {
  const { call, url } = await setup(t);
  const made = await call('POST', '/v1/sources', WANTED);
  const path = `/v1/sources/${made.at('/id')}`;
  assert.equal(made.at('/url'), `${url}/v1/ingest/twilio/${made.at('/id')}`);
  const publicUrl = 'https://edge.example.com/twilio?tenant=1';
  assert.equal((await call('PATCH', path, { publicUrl })).at('/url'), publicUrl);
  assert.equal((await call('PATCH', path, { publicUrl: null })).at('/url'), made.at('/url'));
});

test('the shown address does not come from the Host header', async (t) => {
  const { call, url } = await setup(t, { allowedHosts: ['ringpost.example'] });
  const headers = { host: 'ringpost.example', 'x-forwarded-host': 'ringpost.example' };
  const made = await call('POST', '/v1/sources', WANTED, { headers });
  assert.equal(made.at('/url'), `${url}/v1/ingest/twilio/${made.at('/id')}`);
});

test('a service that listens beyond loopback needs a known public address', async (t) => {
  const { call } = await setup(t, { host: '0.0.0.0' });
  const publicUrl = 'https://edge.example.com/twilio';
  const isRefused = (answer: Answer): void => {
    assert.deepEqual([answer.status, answer.at('/code')], [422, 'INVALID_INPUT'], answer.text);
    assert.equal(answer.at('/errors/0/field'), '/publicUrl');
    assert.match(String(answer.at('/errors/0/message')), /--public-url/);
  };
  isRefused(await call('POST', '/v1/sources', WANTED));
  isRefused(await call('POST', '/v1/sources', { ...WANTED, publicUrl: null }));
  const made = await call('POST', '/v1/sources', { ...WANTED, publicUrl });
  assert.equal(made.status, 201, made.text);
  const path = `/v1/sources/${made.at('/id')}`;
  isRefused(await call('PATCH', path, { publicUrl: null }));
  assert.equal((await call('PATCH', path, { name: 'Other' })).at('/url'), publicUrl);
});

test('with a public address of the service a source needs none of its own', async (t) => {
  const { call } = await setup(t, { host: '0.0.0.0', publicUrl: 'https://calls.example.com' });
  assert.equal((await call('POST', '/v1/sources', WANTED)).status, 201);
});

test('no answer, entry or log line holds the secret', async (t) => {
  const { call, logged } = await setup(t);
  const made = await call('POST', '/v1/sources', WANTED);
  const path = `/v1/sources/${made.at('/id')}`;
  const answers = [
    made,
    await call('PATCH', path, { secret: 'another-secret-77aa' }),
    await call('GET', path),
    await call('GET', '/v1/audit'),
  ];
  const told = answers.map((answer) => answer.text).join() + JSON.stringify(logged);
  assert.ok(!told.includes(SECRET) && !told.includes('another-secret') && !told.includes('rb1.'));
  assert.equal(answers[1]?.at('/secret'), '••••77aa');
});

test('an unknown adapter, a change of it and wrong values are refused', async (t) => {
  const { call } = await setup(t);
  const made = await call('POST', '/v1/sources', WANTED);
  const wrong = [
    ['POST', '/v1/sources', { ...WANTED, adapter: 'carrier-pigeon' }, '/adapter'],
    ['POST', '/v1/sources', { ...WANTED, publicUrl: 'calls.example.com' }, '/publicUrl'],
    ['POST', '/v1/sources', { ...WANTED, secret: 'short' }, '/secret'],
    ['POST', '/v1/sources', { ...WANTED, adapter: 'sinch', secret: '!!!!!!!!' }, '/secret'],
    ['PATCH', `/v1/sources/${made.at('/id')}`, { adapter: 'telnyx' }, '/adapter'],
  ] as const;
  for (const [method, path, body, field] of wrong) {
    const answer = await call(method, path, body);
    assert.deepEqual([answer.status, answer.at('/errors/0/field')], [422, field], answer.text);
  }
});

test('S12.27: settings change only with secrets that fit them', async (t) => {
  const { call, clock } = await setup(t);
  const settingsOf = (signature: object) => ({
    signature,
    fields: { callId: '/id', status: '/state' },
    statuses: { up: 'CALLING' },
  });
  const ed25519 = { scheme: 'ed25519', header: 'x-signature', timeHeader: 'x-time' };
  const hmac = settingsOf({ scheme: 'hmac-body', header: 'x-signature' });
  const { publicKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const keys = [
    publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    der.toString('base64'),
    der.subarray(-32).toString('base64'),
  ];
  for (const secret of keys) {
    const settings = settingsOf(ed25519);
    const wanted = { name: 'PBX', adapter: 'generic', secret, settings };
    const made = await call('POST', '/v1/sources', wanted);
    assert.equal(made.status, 201, made.text);
    const path = `/v1/sources/${made.at('/id')}`;
    const changed = async (patch: object) => {
      const answer = await call('PATCH', path, patch);
      const { status } = answer;
      return [status, answer.at('/errors/0/field'), answer.at('/errors/0/message')] as const;
    };
    // The public key would become an HMAC secret that everyone knows.
    const [status, field, message] = await changed({ settings: hmac });
    assert.deepEqual([status, field], [422, '/secret'], String(message));
    assert.match(String(message), /public key, .* Send the secret for these settings in the same/);
    assert.equal((await changed({ settings: hmac, secret }))[1], '/secret');
    const next = { settings: hmac, secret: 'synthetic-secret-0123' };
    const previousSecretEndsAt = new Date(clock.wallMs() + 60_000).toISOString();
    assert.equal((await changed({ ...next, previousSecretEndsAt }))[1], '/previousSecret');
    assert.deepEqual((await call('GET', path)).at('/settings'), settings);
    assert.equal((await changed(next))[0], 200);
    // Between two schemes with a shared secret, the secret stays.
    const timed = settingsOf({ scheme: 'hmac-timed', header: 'x-signature', style: 't,v1' });
    assert.equal((await changed({ settings: timed }))[0], 200);
    assert.match(String((await changed({ settings }))[2]), /^Send the public key/);
  }
});

test('the last requests of a source can be read', async (t) => {
  const { call, store, clock } = await setup(t);
  const made = await call('POST', '/v1/sources', WANTED);
  const [source] = await service(store);
  assert.ok(source !== undefined);
  const notes = [
    ['refused: SIGNATURE_INVALID: The signature does not match.', 'refused'],
    ['ignored: The status is not known.; not mapped: CallStatus x; not mapped: y', 'ignored'],
    ['MACHINE of c-1: kept; BUSY of c-1: applied', 'taken'],
  ] as const;
  const at = { atMs: clock.wallMs(), body: 'CallStatus=x' };
  const requests = notes.map(([result]) => ({ ...at, result, proven: true }));
  await store.noteSourceRequests({ key: source.key, requests });
  const answer = await call('GET', `/v1/sources/${made.at('/id')}/requests`);
  const shown = { at: new Date(at.atMs).toISOString(), body: at.body, unmapped: [] };
  const became = [
    ['MACHINE of c-1: kept', 'BUSY of c-1: applied'],
    ['The status is not known.'],
    ['SIGNATURE_INVALID: The signature does not match.'],
  ];
  const newest = notes.toReversed().map(([result, outcome], index) => ({
    ...{ ...shown, result, outcome, became: became[index] },
    ...(index === 1 ? { unmapped: ['CallStatus x', 'y'] } : {}),
  }));
  assert.deepEqual(answer.at('/data'), newest);

  async function service(from: typeof store) {
    const [project] = await from.projects();
    return project === undefined ? [] : from.sources(project.key);
  }
});

test('a removed source and one of another project are 404 on every route', async (t) => {
  const bundle = await setup(t);
  await addForeignProject(bundle);
  const { call } = bundle;
  const path = `/v1/sources/${(await call('POST', '/v1/sources', WANTED)).at('/id')}`;
  const asks: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', path],
    ['PATCH', path, { name: 'mine' }],
    ['DELETE', path],
    ['GET', `${path}/requests`],
  ];
  for (const [method, at, body] of asks) {
    const answer = await call(method, at, body, { token: FOREIGN_TOKEN });
    assert.equal(answer.status, 404, `${method} ${at}`);
  }
  assert.equal((await call('DELETE', path)).status, 204);
  assert.equal((await call('GET', path)).status, 404);
});

test('sources hold secrets: only project:admin sees and changes them', async (t) => {
  const { call, keyWith } = await setup(t);
  const token = await keyWith(['endpoints:read', 'endpoints:write', 'reports:write']);
  assert.equal((await call('GET', '/v1/sources', undefined, { token })).status, 403);
  assert.equal((await call('POST', '/v1/sources', WANTED, { token })).status, 403);
});
