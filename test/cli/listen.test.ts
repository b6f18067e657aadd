/** `ringpost listen` on a running service: what a local receiver gets, and how the command ends. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createKeySet, verifyWebhook } from '../../receiver/src/index.ts';
import { API_KEY, callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { MAIN, run } from './command.ts';
import { listen, startReceiver } from './listening.ts';

describe('ringpost listen', () => {
  let directory: string;
  let service: ServiceProcess;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'ringpost-listen-'));
    service = await startService({ directory });
  });
  after(async () => {
    await service.kill();
    await rm(directory, { recursive: true });
  });

  const report = (callId: string, status = 'CALLING') =>
    callApi(service, 'POST', `/v1/calls/${callId}/reports`, { direction: 'OUTBOUND', status });
  const endpoints = async (): Promise<readonly { id: string; name: string }[]> =>
    Object(Object((await callApi(service, 'GET', '/v1/endpoints')).body).data);

  test('forwards with real headers and signature, replays, removes its endpoint', async (t) => {
    const receiver = await startReceiver(t);
    const listening = listen(t, service.url, '--forward', `${receiver.url}/hooks`);
    await listening.says(/forwards each message/);
    await report('listen-1');
    const received = await receiver.next();
    const { id: project } = Object((await callApi(service, 'GET', '/v1/project')).body);
    const keys = createKeySet(`${service.url}/v1/projects/${project}/.well-known/jwks.json`);
    const verdict = await verifyWebhook({
      headers: received.headers,
      rawBody: received.body,
      keys,
    });
    assert.equal(verdict.kind, 'valid', JSON.stringify(verdict));
    const line = await listening.says(/OUTBOUND_CALL_CALLING listen-1 \(1\) (dlv_\w+) -> 200 in/);
    listening.child.stdin?.write(`${line[1]}\n`);
    const again = await receiver.next();
    assert.equal(again.headers['webhook-id'], received.headers['webhook-id']);
    assert.equal((await endpoints()).length, 1);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    assert.deepEqual(await endpoints(), []);
  });

  test('--print shows headers and body and keeps a given endpoint', async (t) => {
    const made = await callApi(service, 'POST', '/v1/endpoints', {
      name: 'kept',
      kind: 'pull',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'rsa-sha256' },
    });
    const { id } = Object(made.body);
    await report('listen-2');
    const listening = listen(t, service.url, '--print', '--endpoint', id);
    await listening.says(/webhook-signature: v1rs256,/);
    await listening.says(/"callId":"listen-2"/);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    assert.deepEqual(
      (await endpoints()).map((each) => each.id),
      [id],
    );
    await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  });

  test('what the receiver refuses comes again; what a killed one left is removed', async (t) => {
    const receiver = await startReceiver(t, { status: 503 });
    const killed = listen(
      t,
      service.url,
      '--forward',
      receiver.url,
      '--triggers',
      'CALL_LOG_CREATED',
    );
    await killed.says(/forwards each message/);
    killed.child.kill('SIGKILL');
    await killed.ended;
    assert.equal((await endpoints()).length, 1);
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    const [only, ...others] = await endpoints();
    assert.equal(others.length, 0);
    await report('listen-3');
    await receiver.next();
    await listening.says(/listen-3 \(1\) dlv_\w+ -> 503/);
    const query = `callId=listen-3&endpointId=${only?.id}`;
    const states = async () =>
      Object(Object((await callApi(service, 'GET', `/v1/deliveries?${query}`)).body).data).map(
        ({ state }: { state: string }) => state,
      );
    while ((await states())[0] !== 'retrying') await once(receiver.ticks, 'tick');
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
  });

  test('an endpoint that is in use stays, also of a machine of the same name', async (t) => {
    const name = `ringpost listen on ${hostname()}`.slice(0, 100);
    // Of this machine no process has shown either, so each may be of another one.
    for (const suffix of ['process 999999999', 'c0ffee0123456789']) {
      await callApi(service, 'POST', '/v1/endpoints', {
        name: `${name}, ${suffix}`,
        kind: 'pull',
        triggers: ['OUTBOUND_CALL_CALLING'],
        auth: { method: 'rsa-sha256' },
      });
    }
    const first = listen(t, service.url, '--print');
    await first.says(/prints each message/);
    const second = listen(t, service.url, '--print');
    await second.says(/prints each message/);
    assert.equal((await endpoints()).length, 4);
    for (const { child, ended } of [first, second]) {
      child.kill('SIGINT');
      assert.equal(await ended, 0);
    }
    const left = await endpoints();
    assert.equal(left.length, 2);
    for (const { id } of left) await callApi(service, 'DELETE', `/v1/endpoints/${id}`);
  });

  test('a delivery of another endpoint is not sent again', async (t) => {
    const receiver = await startReceiver(t);
    const made = await callApi(service, 'POST', '/v1/endpoints', {
      name: 'production',
      kind: 'pull',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'rsa-sha256' },
    });
    const { id: production } = Object(made.body);
    await report('listen-10');
    const query = `callId=listen-10&endpointId=${production}`;
    const [delivery] = Object((await callApi(service, 'GET', `/v1/deliveries?${query}`)).body).data;
    const replay = ['--replay', delivery.id];
    const listening = listen(t, service.url, '--forward', receiver.url, ...replay);
    const refusal = `${delivery.id} is of ${production}, not of ep_\\w+, so it stays as it is`;
    await listening.says(new RegExp(refusal));
    listening.child.stdin?.write(`${delivery.id}\n`);
    await listening.says(new RegExp(`${refusal}[^]*${refusal}`));
    const { body } = await callApi(service, 'GET', `/v1/deliveries/${delivery.id}`);
    assert.equal(Object(body).state, delivery.state);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    await callApi(service, 'DELETE', `/v1/endpoints/${production}`);
  });

  test('a message that its receiver keeps does not delay one of another call', async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    await report('listen-11');
    await receiver.next();
    await report('listen-12');
    assert.match((await receiver.next()).body, /"callId":"listen-12"/);
    listening.child.kill('SIGINT');
    await listening.says(/waits for the receiver/);
    receiver.answer();
    await listening.says(/listen-11 \(1\) dlv_\w+ -> 200/);
    await listening.says(/listen-12 \(1\) dlv_\w+ -> 200/);
    assert.equal(await listening.ended, 0);
  });

  test('it ends, with a reason, when its endpoint is deleted', async (t) => {
    const receiver = await startReceiver(t, { holds: true });
    const listening = listen(t, service.url, '--forward', receiver.url);
    await listening.says(/forwards each message/);
    await report('listen-8');
    await receiver.next();
    const [only] = (await endpoints()).filter(({ name }) => name.includes('ringpost listen'));
    await callApi(service, 'DELETE', `/v1/endpoints/${only?.id}`);
    const why = /The endpoint was deleted\.\nwaits for the receiver; Ctrl-C again ends at once/;
    await listening.says(why);
    receiver.answer();
    await listening.says(/dlv_\w+ is not settled, so it comes again: There is no such endpoint/);
    assert.equal(await listening.ended, 1);
  });

  test('says what it needs', async () => {
    const environment = { RINGPOST_API_KEY: API_KEY };
    const none = await run(MAIN, ['listen', '--url', service.url], environment);
    assert.match(none.stderr, /--forward http:\/\/localhost:3000\/hooks, or use --print/);
    const wrong = await run(
      MAIN,
      ['listen', '--url', service.url, '--print', '--triggers', 'NO'],
      environment,
    );
    assert.match(wrong.stderr, /There is no trigger NO/);
    const refused = await run(MAIN, ['listen', '--url', service.url, '--print', '--key', 'rp_no']);
    assert.match(refused.stderr, /ringpost: /);
    for (const { code } of [none, wrong, refused]) assert.equal(code, 1);
  });
});
