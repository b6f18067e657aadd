/** Which Host a request may name, over a real socket; others mean a page of another site. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { hostname } from 'node:os';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { createHostCheck } from '../../../src/http/request/host-check.ts';
import { setup, TOKEN } from '../setup.ts';

interface Seen {
  readonly status: number | undefined;
  readonly code: unknown;
  readonly detail: unknown;
}

async function ask(url: string, host: string, path: string, method = 'GET'): Promise<Seen> {
  const headers = { host, authorization: `Bearer ${TOKEN}`, 'sec-fetch-site': 'same-origin' };
  const asked = request(`${url}${path}`, { method, headers }).end();
  const [response] = await once(asked, 'response');
  const { statusCode: status } = response;
  const isProblem = /problem/.test(response.headers['content-type'] ?? '');
  const { code, detail } = isProblem ? Object(await json(response)) : {};
  response.destroy();
  return { status, code, detail };
}

const PATHS = [
  '/',
  '/healthz',
  '/metrics',
  '/v1/calls',
  '/v1/stream',
  '/docs',
  '/openapi.json',
  '/no',
];

test('an unknown Host is refused on every path, and the answer names the setting', async (t) => {
  const { url } = await setup(t, { publicUrl: 'https://calls.example.com' });
  for (const path of PATHS) {
    const seen = await ask(url, 'rebound.example:8080', path);
    assert.equal(seen.status, 421, path);
    assert.equal(seen.code, 'MISDIRECTED_REQUEST');
    assert.match(String(seen.detail), /RINGPOST_ALLOWED_HOSTS/);
  }
  assert.equal((await ask(url, 'rebound.example', '/v1/endpoints', 'POST')).status, 421);
});

test('IP addresses, localhost, the public host and allowed names are accepted', async (t) => {
  const { url } = await setup(t, {
    publicUrl: 'https://calls.example.com/ringpost',
    allowedHosts: ['ringpost.internal'],
  });
  const hosts = ['127.0.0.1', '10.1.2.3:8080', '[::1]:8080', '[fd00::12]', 'localhost'];
  const names = [
    'LOCALHOST:1',
    'calls.example.com',
    'Calls.Example.com.:443',
    'ringpost.internal:80',
  ];
  for (const host of [...hosts, ...names]) {
    assert.equal((await ask(url, host, '/healthz')).status, 200, host);
  }
});

test('names that only look like one of them are refused', async (t) => {
  const { url } = await setup(t, { publicUrl: 'https://calls.example.com' });
  const hosts = [
    '127.0.0.1.rebound.example',
    'localhost.rebound.example',
    'x.localhost',
    '0x7f.1',
    'calls.example.com.rebound.example',
    'a@127.0.0.1',
    '[::1',
    '[::1]x',
    '127.0.0.1:x',
    'calls.example.com@rebound.example',
    'evil calls.example.com',
    hostname(),
  ];
  for (const host of hosts) assert.equal((await ask(url, host, '/healthz')).status, 421, host);
});

test('the machine’s own name counts only while no public URL is set', async (t) => {
  const { url } = await setup(t, { machineName: 'Box-7' });
  assert.equal((await ask(url, 'box-7:8080', '/healthz')).status, 200);
  assert.equal((await ask(url, 'box-8:8080', '/healthz')).status, 421);
  const { url: known } = await setup(t, { machineName: 'box-7', publicUrl: 'http://a.example' });
  assert.equal((await ask(known, 'box-7', '/healthz')).status, 421);
});

test('a request without Host (HTTP/1.0) is accepted; an empty Host is refused', () => {
  const check = createHostCheck({ publicUrl: null, allowedHosts: [], machineName: 'a' });
  assert.equal(check(undefined), null);
  assert.equal(check('')?.code, 'MISDIRECTED_REQUEST');
});

test('every reply has Strict-Transport-Security only if the public URL is https', async (t) => {
  const { call } = await setup(t, { publicUrl: 'https://calls.example.com' });
  const { call: plain } = await setup(t);
  for (const path of [...PATHS, '/v1/session']) {
    const headers = { host: '127.0.0.1' };
    const { headers: seen } = await call('GET', path, undefined, { headers });
    assert.equal(seen.get('strict-transport-security'), 'max-age=31536000', path);
    const { headers: without } = await plain('GET', path);
    assert.equal(without.get('strict-transport-security'), null, path);
  }
});
