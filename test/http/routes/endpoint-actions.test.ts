/** Actions on an endpoint over HTTP: enable, disable, recover, test, check, probe, preview. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { PROBES_MAX } from '../../../src/engine/endpoint/endpoint-probe.ts';
import { closed } from '../../channel/answer.ts';
import { startReceiver } from '../../channel/raw-receiver.ts';
import { addForeignProject, FOREIGN_TOKEN } from '../foreign-project.ts';
import { setup } from '../setup.ts';

const SECRET = 'very-secret-token-9f3c';

/** A receiver that keeps each request and answers 200. */
async function receiver(t: TestContext) {
  const received: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { received, target: `http://127.0.0.1:${port}/calls` };
}

test('an endpoint is disabled, and enabled with a choice for its held deliveries', async (t) => {
  const { call, endpoint } = await setup(t);
  const path = `/v1/endpoints/${await endpoint(['OUTBOUND_CALL_CALLING'])}`;
  const disabled = await call('POST', `${path}/disable`);
  assert.deepEqual(
    [disabled.status, disabled.at('/enabled'), disabled.at('/disabledReason')],
    [200, false, 'operator'],
  );
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  assert.equal((await call('POST', '/v1/calls/call_1/reports', report)).status, 202);
  assert.equal((await call('GET', '/v1/deliveries')).at('/data/0/state'), 'held');
  assert.equal((await call('POST', `${path}/enable`, {})).status, 422);
  const enabled = await call('POST', `${path}/enable`, { held: 'drop' });
  assert.deepEqual(
    [enabled.status, enabled.at('/endpoint/enabled'), enabled.at('/cancelled')],
    [200, true, 1],
  );
  assert.equal((await call('GET', '/v1/deliveries')).at('/data/0/state'), 'cancelled');
});

test('recover opens exhausted deliveries again, not while the endpoint is disabled', async (t) => {
  const { call, endpoint, settle, clock } = await setup(t);
  const endpointId = await endpoint(['OUTBOUND_CALL_CALLING']);
  const path = `/v1/endpoints/${endpointId}`;
  const report = { status: 'CALLING', direction: 'OUTBOUND' };
  await call('POST', '/v1/calls/call_1/reports', report);
  const id = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  await settle(id, { state: 'exhausted', atMs: clock.wallMs(), failures: 7 });
  const since = { since: '2020-01-01T00:00:00Z' };
  await call('POST', `${path}/disable`);
  const refused = await call('POST', `${path}/recover`, since);
  assert.deepEqual([refused.status, refused.at('/code')], [409, 'ENDPOINT_DISABLED']);
  await call('POST', `${path}/enable`, { held: 'send' });
  const recovered = await call('POST', `${path}/recover`, since);
  assert.deepEqual(
    [recovered.status, recovered.at('/reopened'), recovered.at('/more')],
    [200, 1, false],
  );
  const job = await call('GET', `/v1/bulk/${recovered.at('/jobId')}`);
  assert.deepEqual(
    [job.at('/action'), job.at('/state'), job.at('/done'), job.at('/filter/endpointId/0')],
    ['recover', 'done', 1, endpointId],
  );
  assert.equal((await call('GET', `/v1/deliveries/${id}`)).at('/state'), 'due');
  const wrong = await call('POST', `${path}/recover`, { since: 'yesterday' });
  assert.deepEqual([wrong.status, wrong.at('/errors/0/field')], [422, '/since']);
});

test('a test send reaches the receiver; the answer shows it without the credentials', async (t) => {
  const { received, target } = await receiver(t);
  const { call, endpoint } = await setup(t);
  const auth = { method: 'bearer', token: SECRET };
  const id = await endpoint(['CALL_LOG_CREATED'], { target, auth });
  const path = `/v1/endpoints/${id}/test`;
  const answer = await call('POST', path, { trigger: 'OUTBOUND_CALL_ERROR' });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    ['/outcome', '/status', '/error', '/excerpt'].map((pointer) => answer.at(pointer)),
    ['delivered', 200, null, 'thanks'],
  );
  const [came] = received;
  assert.equal(came?.body, answer.at('/request/body'));
  assert.equal(came?.headers.authorization, `Bearer ${SECRET}`);
  assert.equal(came?.headers['webhook-id'], answer.at('/webhookId'));
  assert.equal(answer.at('/request/headers/webhook-event'), 'OUTBOUND_CALL_ERROR');
  assert.ok(
    !answer.text.includes(SECRET) && answer.at('/request/headers/authorization') === undefined,
  );
  assert.deepEqual((await call('GET', '/v1/deliveries')).at('/data'), []);
});

test('a test send is signed as the endpoint says, and says if the receiver is away', async (t) => {
  const { received, target } = await receiver(t);
  const { call, endpoint, service, project } = await setup(t);
  await service.signingKeys.ensure(project.key);
  const auth = { method: 'rsa-sha256' };
  const id = await endpoint(['CALL_LOG_CREATED'], { target, auth });
  const trigger = { trigger: 'CALL_LOG_CREATED' };
  const answer = await call('POST', `/v1/endpoints/${id}/test`, trigger);
  assert.equal(answer.at('/outcome'), 'delivered', answer.text);
  assert.match(String(received[0]?.headers['webhook-signature']), /^v1rs256,/);
  assert.equal(answer.at('/request/headers/webhook-signature'), undefined);
  const closed = { target: 'http://127.0.0.1:1/calls' };
  await call('PATCH', `/v1/endpoints/${id}`, closed);
  const failed = await call('POST', `/v1/endpoints/${id}/test`, trigger);
  assert.deepEqual(
    [failed.status, failed.at('/outcome'), failed.at('/error')],
    [200, 'retryable', 'refused'],
  );
});

test('a preview shows the headers and body of a kind and sends nothing', async (t) => {
  const { call } = await setup(t);
  const body = { kind: 'custom', trigger: 'CALL_LOG_CREATED', contentKey: 'text' };
  const shown = await call('POST', '/v1/endpoints/preview', body);
  assert.equal(shown.status, 200, shown.text);
  assert.equal(shown.at('/headers/webhook-event'), 'CALL_LOG_CREATED');
  assert.deepEqual(Object.keys(JSON.parse(String(shown.at('/body')))), ['text', 'data']);
  const wrong = await call('POST', '/v1/endpoints/preview', { ...body, contentKey: 'data' });
  assert.deepEqual([wrong.status, wrong.at('/errors/0/field')], [422, '/contentKey']);
});

test('a preview and a test send for the same time have the same bytes', async (t) => {
  const { received, target } = await receiver(t);
  const { call, endpoint } = await setup(t);
  const auth = { method: 'bearer', token: SECRET };
  const id = await endpoint(['CALL_LOG_CREATED'], { target, auth });
  for (const sample of ['plain', 'errors', 'long', 'unicode', 'empty']) {
    const choice = { trigger: 'OUTBOUND_CALL_ERROR', sample, at: '2026-11-20T11:19:00.125Z' };
    const shown = await call('POST', '/v1/endpoints/preview', { kind: 'custom', ...choice });
    assert.equal(shown.status, 200, shown.text);
    const sent = await call('POST', `/v1/endpoints/${id}/test`, choice);
    assert.deepEqual([sent.at('/outcome'), sent.at('/diagnosis')], ['delivered', null]);
    assert.equal(received.at(-1)?.body, shown.at('/body'), sample);
  }
  const late = { kind: 'custom', trigger: 'CALL_LOG_CREATED', at: 'yesterday' };
  const wrong = await call('POST', '/v1/endpoints/preview', late);
  assert.deepEqual([wrong.status, wrong.at('/errors/0/field')], [422, '/at']);
});

test('a check gives the errors and warnings of a registration, without registering', async (t) => {
  const { call, endpoint } = await setup(t);
  const target = 'https://hooks.slack.com/workflows/T000/A000/1/secret';
  const body = { name: 'Sales', kind: 'slack', target, triggers: ['CALL_LOG_CREATED'] };
  const checked = await call('POST', '/v1/endpoints/check', body);
  const refused = await call('POST', '/v1/endpoints', body);
  assert.deepEqual([checked.status, refused.status], [200, 422]);
  assert.deepEqual(checked.at('/errors'), refused.at('/errors'));
  assert.match(String(checked.at('/errors/0/message')), /starts a workflow/);
  const teams = { ...body, kind: 'teams', target: 'https://acme.webhook.office.com/x' };
  const warned = await call('POST', '/v1/endpoints/check', teams);
  assert.deepEqual(warned.at('/errors'), []);
  assert.match(String(warned.at('/warnings/0')), /retired/);
  assert.deepEqual((await call('GET', '/v1/endpoints')).at('/data'), []);
  const path = `/v1/endpoints/${await endpoint(['CALL_LOG_CREATED'])}`;
  const patch = await call('POST', `${path}/check`, { timeoutMs: 1 });
  assert.deepEqual(patch.at('/errors/0/field'), '/timeoutMs');
  assert.equal((await call('GET', path)).at('/revision'), 1);
});

test('an endpoint of another project is 404 on every route', async (t) => {
  const bundle = await setup(t);
  await addForeignProject(bundle);
  const path = `/v1/endpoints/${await bundle.endpoint(['CALL_LOG_CREATED'])}`;
  const asks: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['GET', path],
    ['PATCH', path, { name: 'mine' }],
    ['DELETE', path],
    ['POST', `${path}/enable`, { held: 'send' }],
    ['POST', `${path}/disable`],
    ['POST', `${path}/recover`, { since: '2020-01-01T00:00:00Z' }],
    ['POST', `${path}/test`, { trigger: 'CALL_LOG_CREATED' }],
  ];
  for (const [method, at, body] of asks) {
    const answer = await bundle.call(method, at, body, { token: FOREIGN_TOKEN });
    assert.deepEqual([answer.status, answer.at('/code')], [404, 'NOT_FOUND'], `${method} ${at}`);
  }
  assert.equal((await bundle.call('GET', path)).at('/name'), 'orders');
});

test('enable, disable and test need endpoints:write, recover deliveries:write', async (t) => {
  const { call, keyWith, endpoint } = await setup(t);
  const path = `/v1/endpoints/${await endpoint(['CALL_LOG_CREATED'])}`;
  const reader = await keyWith(['endpoints:read', 'deliveries:read']);
  for (const action of ['enable', 'disable', 'recover', 'test']) {
    const answer = await call('POST', `${path}/${action}`, {}, { token: reader });
    assert.equal(answer.status, 403, action);
  }
  const operator = await keyWith(['deliveries:write']);
  const since = { since: '2020-01-01T00:00:00Z' };
  assert.equal((await call('POST', `${path}/recover`, since, { token: operator })).status, 200);
});

test('a probe connects as a delivery would, and sends nothing', async (t) => {
  const { call, logged } = await setup(t);
  const came = Promise.withResolvers<Socket>();
  const receiver = await startReceiver(t, () => {}, { onConnection: came.resolve });
  const { port } = receiver;
  const probe = (target: string, kind = 'custom') =>
    call('POST', '/v1/endpoints/probe', { kind, target });
  const found = await probe(`http://127.0.0.1:${port}/hooks/secret-part`);
  assert.deepEqual(
    [found.status, found.json],
    [200, { outcome: 'reachable', durationMs: 0, tlsProtocol: null, certificateValidUntil: null }],
  );
  await closed(await came.promise);
  assert.deepEqual(receiver.requests, []);
  assert.ok(!JSON.stringify([found.json, logged]).includes('secret-part'));
  const refused = await probe('https://10.0.0.7/');
  assert.deepEqual([refused.status, refused.at('/code')], [422, 'TARGET_REFUSED']);
  const mail = await probe('someone@example.com', 'email');
  assert.deepEqual([mail.status, mail.at('/errors/0/field')], [422, '/kind']);
  await receiver.stop();
  assert.equal((await probe(`http://127.0.0.1:${port}/`)).at('/outcome'), 'refused');
});

test('a project may probe only a few times a minute', async (t) => {
  const { call } = await setup(t);
  const body = { kind: 'custom', target: 'http://127.0.0.1:1/' };
  for (let count = 0; count < PROBES_MAX; count += 1)
    await call('POST', '/v1/endpoints/probe', body);
  const late = await call('POST', '/v1/endpoints/probe', body);
  assert.deepEqual([late.status, late.at('/code')], [429, 'RATE_LIMITED']);
  assert.equal(late.headers.get('retry-after'), '60');
});

test('a preview of a call has the bytes of its delivery', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const trigger = 'OUTBOUND_CALL_ERROR';
  await bundle.endpoint([trigger], { contentKey: 'text' });
  const errors = [{ code: 'UNKNOWN_ERROR', message: 'Grüße ✓ "quoted"' }];
  const report = { status: 'ERROR', direction: 'OUTBOUND', callSid: 'CA1', errors };
  const made = await call('POST', '/v1/calls/call%2F%C3%A4/reports', report);
  assert.ok(made.status < 300, made.text);
  const id = String((await call('GET', '/v1/deliveries')).at('/data/0/id'));
  const delivery = await call('GET', `/v1/deliveries/${id}`);
  const preview = (more: object, token?: string, callId = 'call%2F%C3%A4') =>
    call(
      'POST',
      `/v1/calls/${callId}/preview`,
      { kind: 'custom', trigger, contentKey: 'text', ...more },
      token === undefined ? {} : { token },
    );
  const shown = await preview({});
  assert.equal(shown.status, 200, shown.text);
  assert.equal(shown.at('/body'), delivery.at('/body'));
  const unknown = await preview({}, undefined, 'nobody');
  assert.deepEqual([unknown.status, unknown.at('/code')], [404, 'NOT_FOUND']);
  const never = await preview({ trigger: 'OUTBOUND_CALL_BUSY' });
  assert.deepEqual(
    [never.status, never.at('/code'), never.at('/detail')],
    [409, 'STATE_CONFLICT', 'The call has not fired OUTBOUND_CALL_BUSY.'],
  );
  const narrow = await preview({}, await bundle.keyWith(['endpoints:read']));
  assert.equal(narrow.status, 403, narrow.text);
  await addForeignProject(bundle);
  assert.equal((await preview({}, FOREIGN_TOKEN)).status, 404);
});
