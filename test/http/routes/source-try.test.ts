/** A sample tried on a source shows what each line became, and stores nothing. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PLAYS } from '../../../examples/demo/platforms/plays.ts';
import { setup } from '../setup.ts';

const SETTINGS = {
  signature: { scheme: 'bearer' },
  fields: { callId: '/id', status: '/state' },
  statuses: { up: 'CALLING', done: 'COMPLETED' },
};
const SECRET = 'synthetic-secret-0123';

async function withSource(t: TestContext, body: object) {
  const bundle = await setup(t);
  const made = await bundle.call('POST', '/v1/sources', { name: 'PBX', secret: SECRET, ...body });
  assert.equal(made.status, 201, made.text);
  const path = `/v1/sources/${made.at('/id')}`;
  return { ...bundle, path, tried: (sample: object) => bundle.call('POST', `${path}/try`, sample) };
}

test('S2.23: a sample shows what each line became, and is not stored', async (t) => {
  const { call, tried, path, events } = await withSource(t, {
    adapter: 'generic',
    settings: SETTINGS,
  });
  const answer = await tried({ body: '{"id":"c-1","state":"done"}' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.json, {
    result: 'taken',
    code: null,
    why: null,
    lines: [
      { line: 'signature', value: 'bearer', became: 'not checked: the sample has no headers' },
      { line: 'callId /id', value: 'c-1', became: 'c-1' },
      { line: 'status /state', value: 'done', became: 'done' },
      { line: 'statuses', value: 'done', became: 'COMPLETED' },
    ],
    reports: [
      {
        callId: 'c-1',
        status: 'COMPLETED',
        direction: 'OUTBOUND',
        errors: [],
        occurredAt: null,
        reportId: 'generic:c-1:done',
        facts: {},
        ifFirst: 'begins',
        instead: ['MACHINE: VOICEMAIL_REACHED'],
      },
    ],
    hints: [],
    logTurns: null,
    unmapped: [],
  });
  const unmapped = await tried({ body: '{"id":"c-1","state":"parked"}' });
  assert.deepEqual(unmapped.at('/unmapped'), ['status parked']);
  assert.deepEqual(
    events.filter(({ name }) => name === 'ingest.unmapped'),
    [],
  );
  assert.equal((await call('GET', '/v1/calls/c-1')).status, 404);
  assert.deepEqual((await call('GET', `${path}/requests`)).at('/data'), []);
});

test('S2.23: settings are tried before they are saved, and their errors named', async (t) => {
  const { call, tried, path } = await withSource(t, { adapter: 'generic', settings: SETTINGS });
  const settings = { ...SETTINGS, statuses: { up: 'BUSY' } };
  const body = '{"id":"c-1","state":"up"}';
  assert.equal((await tried({ body, settings })).at('/reports/0/status'), 'BUSY');
  assert.equal((await tried({ body })).at('/reports/0/status'), 'CALLING');
  const faulty = await tried({ body, settings: { ...SETTINGS, statuses: { up: 'RINGING' } } });
  assert.equal(faulty.status, 422);
  assert.equal(faulty.at('/errors/0/field'), '/settings/statuses/up');
  assert.equal((await call('PATCH', path, { settings: {} })).at('/code'), 'INVALID_INPUT');
  assert.equal((await call('PATCH', path, { settings })).status, 200);
  assert.deepEqual((await call('GET', path)).at('/settings'), settings);
});

test('S2.28: a sample shows that it would be kept until its call begins', async (t) => {
  const settings = {
    ...SETTINGS,
    fields: { ...SETTINGS.fields, direction: '/way' },
    directions: { out: 'OUTBOUND' },
  };
  const { tried } = await withSource(t, { adapter: 'generic', settings });
  const ifFirst = async (sample: object) =>
    (await tried({ body: JSON.stringify({ id: 'c-1', state: 'done', ...sample }) })).at(
      '/reports/0/ifFirst',
    );
  assert.equal(await ifFirst({}), 'kept');
  assert.equal(await ifFirst({ way: 'out' }), 'begins');
});

test('S2.23: a sample may be as long as a body of its adapter', async (t) => {
  const transcript = Array.from({ length: 30_000 }, (_, index) => ({
    user: index % 2 === 0 ? 'assistant' : 'user',
    text: `This is the turn with the number ${index}, as it was "said".`,
  }));
  const body = JSON.stringify({ call_id: 'c-1', inbound: false, transcripts: transcript });
  assert.ok(body.length > 2 * 1024 * 1024);
  const bland = await withSource(t, { adapter: 'bland' });
  const taken = await bland.tried({ body });
  assert.equal(taken.status, 200, taken.text);
  const aircall = await withSource(t, { adapter: 'aircall' });
  const refused = await aircall.tried({ body });
  assert.deepEqual([refused.status, refused.at('/code')], [413, 'BODY_TOO_LARGE'], refused.text);
  assert.match(String(refused.at('/detail')), /64 KiB/);
});

test('the signature of a sample with headers is checked; no answer has the secret', async (t) => {
  const { tried } = await withSource(t, { adapter: 'generic', settings: SETTINGS });
  const body = '{"id":"c-1","state":"up"}';
  const wrong = await tried({ body, headers: { Authorization: 'Bearer other' } });
  assert.deepEqual([wrong.at('/result'), wrong.at('/code')], ['refused', 'SIGNATURE_INVALID']);
  assert.ok(!wrong.text.includes(SECRET));
  const right = await tried({ body, headers: { Authorization: `Bearer ${SECRET}` } });
  assert.equal(right.at('/lines/0/became'), 'genuine');
});

test('a sample can be tried on a source of an adapter without settings', async (t) => {
  const { tried } = await withSource(t, {
    adapter: 'twilio',
    publicUrl: 'https://calls.example.com/twilio',
  });
  const body = 'CallSid=CA1&CallStatus=busy&Direction=outbound-api';
  assert.equal((await tried({ body })).at('/reports/0/status'), 'BUSY');
  const answer = await tried({ body, headers: { host: 'calls.example.com' } });
  assert.equal(answer.at('/why'), 'The header x-twilio-signature is missing.');
  assert.equal((await tried({ body: '', settings: {} })).status, 422);
});

test('trying a source needs the right to change it, and its project', async (t) => {
  const { call, path, keyWith } = await withSource(t, { adapter: 'generic', settings: SETTINGS });
  const token = await keyWith(['endpoints:write']);
  assert.equal((await call('POST', `${path}/try`, { body: '' }, { token })).status, 403);
  const foreign = await call('POST', '/v1/sources/src_00000000000000000/try', { body: '' });
  assert.equal(foreign.status, 404);
});

test('S2.23: a sample of any platform without headers shows what it becomes', async (t) => {
  const { call } = await setup(t);
  for (const [name, { secret, settings, steps, forged }] of PLAYS) {
    const publicUrl = 'https://calls.example.com/x';
    const wanted = { name, adapter: name, secret, settings, publicUrl };
    const made = await call('POST', '/v1/sources', wanted);
    assert.equal(made.status, 201, made.text);
    for (const { send, becomes } of steps) {
      const sent = send({ atMs: 0, publicUrl });
      const { contentType, body, query = {}, method = 'POST' } = sent;
      const sample = { contentType, body, query, method };
      const answer = await call('POST', `/v1/sources/${made.at('/id')}/try`, sample);
      assert.equal(answer.at('/result'), 'taken', `${name} ${becomes}: ${answer.text}`);
      assert.equal(answer.at('/why') !== null, becomes === 'ignored', answer.text);
    }
    const { contentType, body, headers } = forged.send({ atMs: 0, publicUrl });
    const signed = await call('POST', `/v1/sources/${made.at('/id')}/try`, {
      ...{ contentType, body },
      headers: { host: 'calls.example.com', ...headers },
    });
    assert.equal(signed.at('/code'), 'SIGNATURE_INVALID', `${name}: ${signed.text}`);
  }
});
