/**
 * `ringpost listen` on a running service: what a local receiver gets, and that other endpoints are
 * unaffected. `listen.proof.ts` tests what happens on a laptop, and how the command ends.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createKeySet, verifyWebhook } from '../../receiver/src/index.ts';
import { callApi } from '../support/service-process.ts';
import { listen, startReceiver } from './listening.ts';
import { oneService } from './one-service.ts';

describe('ringpost listen', () => {
  const { service } = oneService();

  const report = (callId: string, status = 'CALLING') =>
    callApi(service(), 'POST', `/v1/calls/${callId}/reports`, { direction: 'OUTBOUND', status });
  const endpoints = async (): Promise<readonly { id: string; name: string }[]> =>
    Object(Object((await callApi(service(), 'GET', '/v1/endpoints')).body).data);

  test('forwards with real headers and signature, replays, removes its endpoint', async (t) => {
    const receiver = await startReceiver(t);
    const listening = listen(t, service().url, '--forward', `${receiver.url}/hooks`);
    await listening.says(/forwards each message/);
    await report('listen-1');
    const received = await receiver.next();
    const { id: project } = Object((await callApi(service(), 'GET', '/v1/project')).body);
    const keys = createKeySet(`${service().url}/v1/projects/${project}/.well-known/jwks.json`);
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

  test('a delivery of another endpoint is not sent again', async (t) => {
    const receiver = await startReceiver(t);
    const made = await callApi(service(), 'POST', '/v1/endpoints', {
      name: 'production',
      kind: 'pull',
      triggers: ['OUTBOUND_CALL_CALLING'],
      auth: { method: 'rsa-sha256' },
    });
    const { id: production } = Object(made.body);
    await report('listen-10');
    const query = `callId=listen-10&endpointId=${production}`;
    const [delivery] = Object(
      (await callApi(service(), 'GET', `/v1/deliveries?${query}`)).body,
    ).data;
    const replay = ['--replay', delivery.id];
    const listening = listen(t, service().url, '--forward', receiver.url, ...replay);
    const refusal = `${delivery.id} is of ${production}, not of ep_\\w+, so it stays as it is`;
    await listening.says(new RegExp(refusal));
    listening.child.stdin?.write(`${delivery.id}\n`);
    await listening.says(new RegExp(`${refusal}[^]*${refusal}`));
    const { body } = await callApi(service(), 'GET', `/v1/deliveries/${delivery.id}`);
    assert.equal(Object(body).state, delivery.state);
    listening.child.kill('SIGINT');
    assert.equal(await listening.ended, 0);
    await callApi(service(), 'DELETE', `/v1/endpoints/${production}`);
  });
});
