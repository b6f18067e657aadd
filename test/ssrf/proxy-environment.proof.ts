/**
 * The service ignores proxy variables of the environment, because a proxy would make the connection
 * without the guard. The real process is started with all of them set, in upper and lower case, and
 * with Node's own switch; the proxy must get no connection.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { OK, startReceiver } from '../channel/raw-receiver.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';

const NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'FTP_PROXY', 'SOCKS_PROXY'];

function environmentWith(proxy: string): Readonly<Record<string, string>> {
  const variables = [...NAMES, ...NAMES.map((name) => name.toLowerCase())];
  return {
    ...Object.fromEntries(variables.map((name) => [name, proxy])),
    NO_PROXY: '',
    no_proxy: '',
    // With this switch Node refuses to start if the proxy has no scheme.
    ...(proxy.startsWith('http') ? { NODE_USE_ENV_PROXY: '1' } : {}),
    npm_config_proxy: proxy,
    npm_config_https_proxy: proxy,
    GLOBAL_AGENT_HTTP_PROXY: proxy,
  };
}

async function tryOut(service: ServiceProcess, target: string) {
  const auth = { method: 'bearer', token: 'token-of-a-test' };
  const triggers = ['OUTBOUND_CALL_COMPLETED'];
  const endpoint = { name: 'proxied', kind: 'custom', target, triggers, auth };
  const made = await callApi(service, 'POST', '/v1/endpoints', endpoint);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id } = made.body as { readonly id: string }; // the record of a 201
  const trigger = triggers[0];
  const tested = await callApi(service, 'POST', `/v1/endpoints/${id}/test`, { trigger });
  return tested.body as { readonly outcome: string; readonly status: number | null };
}

for (const form of ['http://', '']) {
  test(`no proxy of the environment (${form}host:port) gets a connection`, async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-proxy-'));
    const proxy = await startReceiver(t, (socket) => socket.write(OK));
    const receiver = await startReceiver(t, (socket) => socket.write(OK));
    const environment = environmentWith(`${form}127.0.0.1:${proxy.port}`);
    const service = await startService({ directory, environment });
    t.after(async () => {
      await service.kill();
      await rm(directory, { recursive: true });
    });
    const sent = await tryOut(service, `http://127.0.0.1:${receiver.port}/hook`);
    assert.equal(sent.outcome, 'delivered');
    const overTls = await tryOut(service, `https://127.0.0.1:${receiver.port}/hook`);
    assert.notEqual(overTls.outcome, 'delivered', 'the receiver speaks no TLS');
    assert.equal(receiver.requests.length, 1);
    assert.equal(receiver.reached, 2);
    assert.equal(proxy.reached, 0);
  });
}

test('control: a client that heeds the environment reaches the proxy', async (t) => {
  const hangUp = { onConnection: (socket: Socket) => socket.destroy() };
  const proxy = await startReceiver(t, () => {}, hangUp);
  const receiver = await startReceiver(t, () => {}, hangUp);
  const env = environmentWith(`http://127.0.0.1:${proxy.port}`);
  const ask = `await fetch('http://127.0.0.1:${receiver.port}/').catch(() => {})`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ask], {
    env,
    timeout: 30_000,
  });
  assert.ok(proxy.reached > 0);
  assert.equal(receiver.reached, 0);
});
