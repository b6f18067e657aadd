/**
 * Slack and Teams endpoints over the API: their URLs are secrets, settings that they do not support
 * are refused with a sentence, and a test send has the bytes of the preview.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { PACING_DEFAULTS } from '../../../src/core/endpoint/endpoint-defaults.ts';
import { setup } from '../setup.ts';

const SECRET = 'T0SECRET/B0SECRET/verysecretpart4x7z';
const SLACK = `https://hooks.slack.com/services/${SECRET}`;
const TEAMS = 'https://a.06.environment.api.powerplatform.com/workflows/1?sig=verysecretpart4x7z';
const SHOWN = 'https://hooks.slack.com/••••4x7z';

/** The least that an operator must send. */
function wanted(kind: 'slack' | 'teams', target: string) {
  return { name: 'ops', kind, target, triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_ERROR'] };
}

/** A receiver that answers like Slack or Teams and keeps each request. */
async function receiver(t: TestContext) {
  const received: { readonly url: string; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ url: request.url ?? '', body });
    // A flow of Teams answers 202; Slack answers 200 with `ok`.
    if (request.url?.includes('/teams/')) response.statusCode = 202;
    response.end(request.url?.includes('/echo/') ? `cannot POST ${request.url}` : 'ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo; // listens on TCP, so it is no pipe name
  return { received, origin: `http://127.0.0.1:${port}` };
}

test('a Slack endpoint is made with its pacing, and its URL is shown nowhere', async (t) => {
  const { call, logged, store, project } = await setup(t);
  const made = await call('POST', '/v1/endpoints', wanted('slack', SLACK));
  assert.equal(made.status, 201, made.text);
  assert.equal(made.at('/target'), SHOWN);
  assert.deepEqual(made.at('/pacing'), PACING_DEFAULTS.slack);
  assert.deepEqual([made.at('/auth'), made.at('/warnings')], [null, []]);
  const path = `/v1/endpoints/${String(made.at('/id'))}`;
  const changed = await call('PATCH', path, { target: `${SLACK.slice(0, -4)}other` });
  assert.equal(changed.at('/target'), 'https://hooks.slack.com/••••ther');
  const answers = [made, changed, await call('GET', path), await call('GET', '/v1/endpoints')];
  answers.push(await call('GET', '/v1/audit'), await call('DELETE', path));
  for (const { text } of answers) assert.ok(!/T0SECRET|B0SECRET|verysecret/.test(text), text);
  assert.ok(!/T0SECRET|verysecret/.test(JSON.stringify(logged)));
  const [row] = await store.endpoints({ projectKey: project.key, afterKey: null, limit: 1 });
  assert.ok(!/T0SECRET|verysecret/.test(JSON.stringify(row ?? '')), 'sealed at rest');
});

test('a secret URL is kept when a change leaves it out or sends its masked form', async (t) => {
  const { call, store, project } = await setup(t);
  const made = await call('POST', '/v1/endpoints', wanted('slack', SLACK));
  const path = `/v1/endpoints/${String(made.at('/id'))}`;
  const sealed = async () =>
    (await store.endpoints({ projectKey: project.key, afterKey: null, limit: 1 }))[0]?.secretTarget;
  const before = await sealed();
  assert.ok(before);
  for (const patch of [{ target: SHOWN }, { name: 'other' }, { target: SLACK }]) {
    const after = await call('PATCH', path, patch);
    assert.deepEqual([after.status, after.at('/target')], [200, SHOWN], after.text);
    assert.equal(await sealed(), before);
  }
  for (const target of ['https://hooks.slack.com/••••0000', 'https://other.example/••••4x7z']) {
    const refused = await call('PATCH', path, { target });
    assert.deepEqual([refused.status, refused.at('/errors/0/field')], [422, '/target']);
    assert.match(String(refused.at('/errors/0/message')), /whole URL/);
  }
});

test('a target that Slack does not accept is refused; the answer does not repeat it', async (t) => {
  const { call } = await setup(t);
  for (const path of ['workflows', 'triggers']) {
    const url = `https://hooks.slack.com/${path}/${SECRET}`;
    const refused = await call('POST', '/v1/endpoints', wanted('slack', url));
    assert.deepEqual([refused.status, refused.at('/errors/0/field')], [422, '/target']);
    assert.match(String(refused.at('/errors/0/message')), /starts a workflow/);
    assert.ok(!refused.text.includes('SECRET'));
  }
});

test('a retired or unknown host of Teams is a warning, never refused', async (t) => {
  const { call } = await setup(t);
  const warned = async (url: string) => {
    const made = await call('POST', '/v1/endpoints', wanted('teams', url));
    assert.equal(made.status, 201, made.text);
    const again = await call('GET', `/v1/endpoints/${String(made.at('/id'))}`);
    assert.deepEqual(again.at('/warnings'), made.at('/warnings'));
    return String(made.at('/warnings/0'));
  };
  assert.equal(await warned(TEAMS), 'undefined');
  assert.match(await warned('https://contoso.webhook.office.com/webhookb2/1'), /retired/);
  assert.match(await warned('https://flows.example.com/1'), /no host of Teams/);
});

test('a setting that the kind does not support is refused with a sentence', async (t) => {
  const { call } = await setup(t);
  const more = {
    auth: { method: 'rsa-sha256' },
    contentKey: 'text',
    signatureFormat: 'both',
    headers: [{ name: 'x-a', value: 'b' }],
  };
  const fields = ['/auth', '/contentKey', '/signatureFormat', '/headers'];
  for (const body of [wanted('slack', SLACK), wanted('teams', TEAMS)]) {
    const refused = await call('POST', '/v1/endpoints', { ...body, ...more });
    assert.equal(refused.status, 422);
    const errors: { field: string; message: string }[] = Object(refused.at('/errors'));
    assert.deepEqual(
      errors.map(({ field }) => field),
      fields,
    );
    for (const { message } of errors) assert.match(message, /^Leave it out: .*\.$/);
  }
});

test('a test send has the bytes and headers of the preview', async (t) => {
  const { received, origin } = await receiver(t);
  const { call } = await setup(t, { ownOrigins: [origin] });
  for (const kind of ['slack', 'teams'] as const) {
    const made = await call('POST', '/v1/endpoints', wanted(kind, `${origin}/prj/${kind}/ops`));
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.at('/warnings'), []);
    const trigger = 'OUTBOUND_CALL_ERROR';
    const preview = await call('POST', '/v1/endpoints/preview', { kind, trigger });
    assert.equal(preview.status, 200, preview.text);
    const path = `/v1/endpoints/${String(made.at('/id'))}/test`;
    const tested = await call('POST', path, { trigger });
    assert.deepEqual([tested.at('/outcome'), tested.at('/excerpt')], ['delivered', 'ok']);
    const came = received.at(-1);
    assert.equal(came?.url, `/prj/${kind}/ops`);
    assert.equal(came?.body, tested.at('/request/body'));
    assert.equal(came?.body, preview.at('/body'));
    assert.deepEqual(tested.at('/request/headers'), preview.at('/headers'));
    assert.deepEqual(Object.keys(Object(preview.at('/headers'))), ['content-type', 'user-agent']);
  }
  const wrong = { kind: 'slack', trigger: 'CALL_LOG_CREATED', contentKey: 'text' };
  const refused = await call('POST', '/v1/endpoints/preview', wrong);
  assert.deepEqual([refused.status, refused.at('/errors/0/field')], [422, '/contentKey']);
});

test('a secret URL that the receiver repeats in its answer is masked in the excerpt', async (t) => {
  const { origin } = await receiver(t);
  const { call } = await setup(t, { ownOrigins: [origin] });
  const url = `${origin}/echo/verysecretpart4x7z?sig=another%2Bsecretpart`;
  const made = await call('POST', '/v1/endpoints', wanted('slack', url));
  const path = `/v1/endpoints/${String(made.at('/id'))}/test`;
  const tested = await call('POST', path, { trigger: 'OUTBOUND_CALL_ERROR' });
  assert.equal(tested.at('/outcome'), 'rejected');
  assert.equal(tested.at('/excerpt'), 'cannot POST /echo/••••?sig=••••');
});

test('health shows since when the endpoint needs the attention of an operator', async (t) => {
  const { call, settle, clock } = await setup(t);
  const made = await call('POST', '/v1/endpoints', wanted('slack', SLACK));
  const path = `/v1/endpoints/${String(made.at('/id'))}`;
  assert.equal(made.at('/health/attentionSince'), null);
  await call('POST', '/v1/calls/call_1/reports', { status: 'CALLING', direction: 'OUTBOUND' });
  const delivery = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  const attentionSinceMs = clock.wallMs();
  const next = { state: 'rejected', atMs: clock.wallMs(), failures: 1 } as const;
  await settle(delivery, next, 404, { ...HEALTHY, consecutiveFailures: 1, attentionSinceMs });
  const since = (await call('GET', path)).at('/health/attentionSince');
  assert.equal(since, new Date(attentionSinceMs).toISOString());
});
