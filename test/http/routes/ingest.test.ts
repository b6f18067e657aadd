/** The route that platforms post their callbacks to, over a real socket and a real store. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { HTTP_LIMITS } from '../../../src/http/service.ts';
import { type Callback, readRecording, signCallback } from '../../ingest/twilio/callback.ts';
import { type Answer, type Bundle, type SetupOptions, setup } from '../setup.ts';

const SECRET = 'synthetic-auth-token-0123456789ab';
const GIVEN_URL = 'https://calls.example.com/twilio';
const FORM = 'application/x-www-form-urlencoded';
const [INITIATED = {}, , , COMPLETED = {}] = readRecording('answered');
const CALL_SID = 'CA00000000000000000000000000000001';

interface PostOptions {
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signedUrl?: string;
  readonly secret?: string;
  readonly body?: string | Uint8Array;
  readonly path?: string;
}

async function setupSource(t: TestContext, options: SetupOptions & { publicUrl?: string } = {}) {
  const bundle = await setup(t, options);
  const givenUrl = options.publicUrl === undefined ? GIVEN_URL : null;
  const source = await bundle.call('POST', '/v1/sources', {
    name: 'Twilio',
    adapter: 'twilio',
    secret: SECRET,
    publicUrl: givenUrl,
  });
  assert.equal(source.status, 201, source.text);
  const id = String(source.at('/id'));
  const path = `/v1/ingest/twilio/${id}`;
  const address = givenUrl ?? `${options.publicUrl}${path}`;
  const post = (callback: Callback, more: PostOptions = {}): Promise<Answer> => {
    const { query = '', signedUrl = address + query, secret = SECRET } = more;
    return bundle.call('POST', (more.path ?? path) + query, undefined, {
      token: null,
      raw: more.body ?? new URLSearchParams(callback).toString(),
      headers: {
        'content-type': FORM,
        'x-twilio-signature': signCallback(signedUrl, callback, secret),
        ...more.headers,
      },
    });
  };
  /** The status of the call; null if it does not exist. */
  const statusOf = async (callId: string): Promise<unknown> => {
    const found = await bundle.call('GET', `/v1/calls/${encodeURIComponent(callId)}`);
    return found.status === 404 ? null : found.at('/status');
  };
  return { ...bundle, id, path, post, statusOf };
}

function isProblem(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.at('/code'), code);
}

/** The write of a note is queued before its answer, so that this read sees it. */
async function notesOf({ call, id }: Pick<Bundle, 'call'> & { id: string }): Promise<Answer> {
  return call('GET', `/v1/sources/${id}/requests`);
}

test('a signed callback is answered 204 without a body, and moves its call', async (t) => {
  const { post, statusOf, call } = await setupSource(t);
  const answer = await post(INITIATED);
  assert.deepEqual([answer.status, answer.text], [204, '']);
  assert.equal(await statusOf(CALL_SID), 'CALLING');
  assert.equal((await post(COMPLETED)).status, 204);
  assert.equal(await statusOf(CALL_SID), 'COMPLETED');
  const timeline = await call('GET', `/v1/calls/${CALL_SID}`);
  assert.match(String(timeline.at('/timeline/reports/0/source')), /^ingest:src_/);
  assert.equal(timeline.at('/timeline/firings/0/trigger'), 'OUTBOUND_CALL_CALLING');
  assert.equal(timeline.at('/timeline/firings/2/trigger'), 'CALL_LOG_CREATED');
});

test('a callback needs no API key, and no key replaces the signature', async (t) => {
  const { post, path, call } = await setupSource(t);
  assert.equal((await post(INITIATED, { headers: { authorization: 'Bearer no' } })).status, 204);
  const unsigned = await call('POST', path, undefined, {
    raw: 'CallSid=CA1&CallStatus=completed',
    headers: { 'content-type': FORM },
  });
  isProblem(unsigned, 403, 'SIGNATURE_INVALID');
});

test('a wrong signature is 403 and leaves no call', async (t) => {
  const { post, statusOf } = await setupSource(t);
  isProblem(await post(INITIATED, { secret: 'another secret' }), 403, 'SIGNATURE_INVALID');
  const changed = new URLSearchParams({ ...INITIATED, CallStatus: 'completed' }).toString();
  isProblem(await post(INITIATED, { body: changed }), 403, 'SIGNATURE_INVALID');
  assert.equal(await statusOf(CALL_SID), null);
});

test('the signature is checked against the configured address, not the Host header', async (t) => {
  const { post, path, url } = await setupSource(t, { allowedHosts: ['evil.example'] });
  const signedUrl = `http://evil.example${path}`;
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  isProblem(await post(INITIATED, { signedUrl, headers }), 403, 'SIGNATURE_INVALID');
  isProblem(await post(INITIATED, { signedUrl: url + path }), 403, 'SIGNATURE_INVALID');
});

test('without an address of its own a source uses the public address of the service', async (t) => {
  const { post } = await setupSource(t, { publicUrl: 'https://ringpost.example.com' });
  assert.equal((await post(INITIATED, { query: '?callId=order%201' })).status, 204);
});

test('without any public address the signature covers the address of the socket', async (t) => {
  const { call, url, post } = await setupSource(t);
  const made = await call('POST', '/v1/sources', {
    name: 'local',
    adapter: 'twilio',
    secret: SECRET,
  });
  const path = `/v1/ingest/twilio/${made.at('/id')}`;
  assert.equal((await post(INITIATED, { path, signedUrl: url + path })).status, 204);
});

test('callId and clientId in the query name the call, also outside ASCII', async (t) => {
  const { post, call } = await setupSource(t);
  const query = '?callId=order+4711%2F%E6%9D%B1&clientId=c%3D1';
  assert.equal((await post(INITIATED, { query })).status, 204);
  const found = await call('GET', `/v1/calls/${encodeURIComponent('order 4711/東')}`);
  assert.equal(found.at('/clientId'), 'c=1');
  assert.equal(found.at('/callSid'), CALL_SID);
});

test('a wrong query is refused', async (t) => {
  const { post } = await setupSource(t);
  isProblem(await post(INITIATED, { query: '?callId=a&callId=b' }), 400, 'INVALID_PARAMETER');
  isProblem(await post(INITIATED, { query: '?callId=%ff' }), 400, 'INVALID_PARAMETER');
  isProblem(await post(INITIATED, { query: '?callId=a%00b' }), 422, 'INVALID_INPUT');
  isProblem(await post(INITIATED, { query: `?callId=${'x'.repeat(257)}` }), 422, 'INVALID_INPUT');
});

test('a query behind a raw # is refused: the signature would not cover it', async (t) => {
  const { path, url, statusOf } = await setupSource(t);
  const { hostname, port } = new URL(url);
  // Signed for the address without a query; fetch would not send the fragment at all.
  for (const behind of ['?#&callId=victim&clientId=evil', '#?callId=victim', '?callId=victim#']) {
    const sent = request({
      hostname,
      port,
      method: 'POST',
      path: path + behind,
      headers: {
        'content-type': FORM,
        'x-twilio-signature': signCallback(GIVEN_URL, INITIATED, SECRET),
      },
    });
    sent.end(new URLSearchParams(INITIATED).toString());
    const [answer] = await once(sent, 'response');
    const problem = JSON.parse(await text(answer));
    assert.deepEqual([answer.statusCode, problem.code], [400, 'MALFORMED_REQUEST'], behind);
  }
  assert.equal(await statusOf('victim'), null);
});

test('the same callback again is one report', async (t) => {
  const { post, call } = await setupSource(t);
  for (let time = 0; time < 3; time += 1) assert.equal((await post(INITIATED)).status, 204);
  assert.equal((await call('GET', `/v1/calls/${CALL_SID}`)).at('/reports'), 1);
});

test('callbacks out of order are all answered 204, and the status does not go back', async (t) => {
  const { post, call } = await setupSource(t);
  const recording = readRecording('out-of-order');
  for (const callback of recording) assert.equal((await post(callback)).status, 204);
  const found = await call('GET', `/v1/calls/${recording[0]?.CallSid}`);
  assert.equal(found.at('/status'), 'COMPLETED');
  assert.equal(found.at('/timeline/reports/2/reason'), 'TERMINAL');
  assert.equal(found.at('/timeline/firings/3'), undefined);
});

test('a genuine callback of no use is answered 204: a child leg, an unknown status', async (t) => {
  const { post, statusOf, events } = await setupSource(t);
  assert.equal((await post({ ...INITIATED, Direction: 'outbound-dial' })).status, 204);
  assert.equal((await post({ ...INITIATED, CallStatus: 'paused' })).status, 204);
  assert.equal(await statusOf(CALL_SID), null);
  assert.deepEqual(
    events.filter(({ name }) => name === 'ingest.unmapped'),
    [{ name: 'ingest.unmapped', adapter: 'twilio', value: 'CallStatus paused' }],
  );
});

test('a report that the call contradicts is answered 204 and noted', async (t) => {
  const bundle = await setupSource(t);
  await bundle.post(INITIATED);
  const answer = await bundle.post({ ...COMPLETED, Direction: 'inbound' });
  assert.equal(answer.status, 204);
  assert.equal(await bundle.statusOf(CALL_SID), 'CALLING');
  const notes = await notesOf(bundle);
  assert.match(String(notes.at('/data/0/result')), /^not applied: DIRECTION_CHANGED: /);
});

test('an unknown source or adapter, or a source under another adapter, is 404', async (t) => {
  const { post, id } = await setupSource(t);
  for (const path of [
    '/v1/ingest/twilio/src_00000000000000000',
    '/v1/ingest/twilio/x',
    `/v1/ingest/telnyx/${id}`,
    `/v1/ingest/toString/${id}`,
  ]) {
    isProblem(await post(INITIATED, { path }), 404, 'NOT_FOUND');
  }
});

test('another content type is 415 and says which one is right', async (t) => {
  const { post } = await setupSource(t);
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await post(INITIATED, { headers: { 'content-type': type } });
    isProblem(answer, 415, 'MEDIA_TYPE');
    assert.equal(answer.at('/detail'), `Send the body as ${FORM}.`);
  }
  const withCharset = { 'content-type': 'Application/X-WWW-Form-URLencoded; charset=UTF-8' };
  assert.equal((await post(INITIATED, { headers: withCharset })).status, 204);
});

test('a body that is no form is 400', async (t) => {
  const { post } = await setupSource(t);
  for (const body of ['', 'A=%zz', 'A=%ff', new Uint8Array([0x41, 0x3d, 0xff])]) {
    isProblem(await post(INITIATED, { body }), 400, 'MALFORMED_FORM');
  }
});

test('a field that the adapter reads is 400 if it is given twice', async (t) => {
  const { post } = await setupSource(t);
  const callback = { ...INITIATED, CallStatus: 'busy' };
  const body = `${new URLSearchParams(callback)}&CallStatus=busy`;
  isProblem(await post(callback, { body }), 400, 'MALFORMED_FORM');
});

test('a body beyond 64 KiB is 413', async (t) => {
  const { post } = await setupSource(t);
  const large = { ...INITIATED, Extra: 'x'.repeat(HTTP_LIMITS.reportBytesMax) };
  isProblem(await post(large), 413, 'BODY_TOO_LARGE');
});

test('on a full disk the answer is 503 with Retry-After, and nothing is stored', async (t) => {
  const { post, call } = await setupSource(t, { maxPages: 90 });
  let refused: Answer | null = null;
  let taken = 0;
  for (let count = 0; count < 5_000 && refused === null; count += 1) {
    const answer = await post(INITIATED, { query: `?callId=full-${count}-${'x'.repeat(200)}` });
    if (answer.status === 204) taken += 1;
    else refused = answer;
  }
  assert.notEqual(refused, null, 'the disk never filled up');
  if (refused === null) return;
  isProblem(refused, 503, 'STORAGE_FULL');
  assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  const missing = await call('GET', `/v1/calls/full-${taken}-${'x'.repeat(200)}`);
  assert.equal(missing.status, 404);
});

test('the last requests are kept with masked telephone numbers, newest first', async (t) => {
  const bundle = await setupSource(t);
  await bundle.post(INITIATED);
  await bundle.post(COMPLETED);
  const notes = await notesOf(bundle);
  assert.equal(notes.status, 200, notes.text);
  assert.equal(notes.at('/data/0/result'), `COMPLETED of ${CALL_SID}: applied`);
  assert.equal(notes.at('/data/1/result'), `CALLING of ${CALL_SID}: applied`);
  const body = new URLSearchParams(String(notes.at('/data/1/body')));
  assert.equal(body.get('To'), '+*******0142');
  assert.equal(body.get('CallSid'), CALL_SID);
  assert.equal(notes.text.includes('15555550142'), false);
  assert.equal(notes.text.includes(SECRET), false);
});

test('a refused request is noted for the operator, and a flood only once', async (t) => {
  const bundle = await setupSource(t);
  for (let count = 0; count < 5; count += 1) await bundle.post(INITIATED, { secret: 'other one' });
  const notes = await notesOf(bundle);
  assert.match(String(notes.at('/data/0/result')), /^refused: SIGNATURE_INVALID: /);
  assert.equal(notes.at('/data/1'), undefined);
});

test('S2.28: an end before the begin of its call is kept, shown, and later applied', async (t) => {
  const { call, events } = await setup(t);
  const made = await call('POST', '/v1/sources', {
    name: 'PBX',
    adapter: 'generic',
    secret: SECRET,
    settings: {
      signature: { scheme: 'bearer' },
      fields: { callId: '/id', status: '/state', direction: '/way' },
      directions: { out: 'OUTBOUND' },
      statuses: { up: 'CALLING', done: 'COMPLETED' },
    },
  });
  const id = String(made.at('/id'));
  const post = (said: object) => call('POST', `/v1/ingest/generic/${id}`, said, { token: SECRET });
  const notes = async () => (await call('GET', `/v1/sources/${id}/requests`)).at('/data/0/became');
  for (let times = 0; times < 2; times += 1) {
    const { status, text: said } = await post({ id: 'c-1', state: 'done' });
    assert.ok(status < 300, said);
    assert.deepEqual(await notes(), ['COMPLETED of c-1: kept until its call begins']);
  }
  assert.equal((await call('GET', '/v1/calls/c-1')).status, 404);
  await post({ id: 'c-1', state: 'up', way: 'out' });
  assert.deepEqual(await notes(), [
    'CALLING of c-1: applied',
    'kept before: COMPLETED of c-1: applied',
  ]);
  assert.equal((await call('GET', '/v1/calls/c-1')).at('/status'), 'COMPLETED');
  // A report through the API begins the call too and applies the kept one.
  await post({ id: 'c-2', state: 'done' });
  const begun = await call('POST', '/v1/calls/c-2/reports', {
    status: 'CALLING',
    direction: 'OUTBOUND',
  });
  assert.deepEqual([begun.status, begun.at('/callStatus')], [202, 'CALLING'], begun.text);
  assert.equal((await call('GET', '/v1/calls/c-2')).at('/status'), 'COMPLETED');
  const accepted = events.filter(({ name }) => name === 'report.accepted');
  assert.equal(accepted.length, 4);
});

test('S12.40: beyond the rate of the project Twilio gets a 503, which it retries', async (t) => {
  const bundle = await setupSource(t);
  const { store, service, post, statusOf, clock, project: seen } = bundle;
  const { name, serviceName } = seen;
  const limits = { endpointsMax: null, reportsPerSecond: 1, callsMax: null };
  const nothing = { target: seen.id, before: null, after: null, requestId: null };
  const limited = await store.changeInstanceProject({
    seen,
    facts: { name, serviceName, externalId: null, limits, suspended: false },
    audit: { atMs: clock.wallMs(), actor: 'ik_1', action: 'project.updated', ...nothing },
  });
  assert.ok(limited !== null);
  service.reportRate.forget(seen.key);
  assert.equal((await post(INITIATED)).status, 204);
  const refused = await post(COMPLETED);
  isProblem(refused, 503, 'RATE_LIMITED');
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(await statusOf(CALL_SID), 'CALLING');
  clock.advance(1_000);
  assert.equal((await post(COMPLETED)).status, 204);
  assert.equal(await statusOf(CALL_SID), 'COMPLETED');
  const suspended = await store.changeInstanceProject({
    seen: limited,
    facts: { name, serviceName, externalId: null, limits, suspended: true },
    audit: { atMs: clock.wallMs(), actor: 'ik_1', action: 'project.updated', ...nothing },
  });
  assert.ok(suspended !== null);
  clock.advance(1_000);
  assert.equal((await post({ ...INITIATED, CallSid: 'CA2' })).status, 204);
  assert.match((await notesOf(bundle)).text, /not applied: PROJECT_SUSPENDED/);
});
