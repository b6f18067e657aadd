/** No other spelling of a path avoids the key: each is sent raw, as an attacker would. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setup } from '../http/setup.ts';
import { ROUTES } from './route-table.ts';

/** The paths of all lists that need a key. */
const PATHS = ROUTES.filter(({ method, scope }) => method === 'GET' && scope !== null)
  .map(({ path }) => path)
  .filter((path) => !path.includes('{'));

/** Spellings that a proxy, a router or a file server could read as the same path. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/v1//'),
  (path) => path.replace('/v1/', '/v1/x/../'),
  (path) => path.replace('/v1/', '/v1%2f'),
  (path) => path.replace('/v1/', '/%76%31/'),
  (path) => path.replace('/v1/', '/%2576%2531/'),
  (path) => path.replace('/v1/', '\\v1\\'),
  (path) => `/docs/..${path}`,
  (path) => `/docs/%2e%2e${path}`,
  (path) => `/docs/..%2f${path.slice(1)}`,
  (path) => `/docs/static/../..${path}`,
  (path) => `/healthz${path}`,
  (path) => `/healthz/..${path}`,
  (path) => `/healthz?${path}`,
  (path) => `/healthz;${path}`,
  (path) => `${path};.json`,
  (path) => `${path}.json`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}%3f`,
  (path) => `${path}?_method=GET`,
  (path) => `http://127.0.0.1${path}`,
  (path) => `http://user:password@127.0.0.1${path}`,
];

async function send(url: string, method: string, path: string, headers = {}) {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, method, path, headers, agent: false });
  sent.end();
  const [reply]: IncomingMessage[] = await once(sent, 'response');
  assert.ok(reply);
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: await text(reply) };
}

test('no other spelling of a path is answered without a key', async (t) => {
  const { url } = await setup(t);
  assert.ok(PATHS.length >= 8);
  for (const path of PATHS) {
    for (const spelling of SPELLINGS.map((spell) => spell(path))) {
      const { status, body } = await send(url, 'GET', spelling);
      // This is `/healthz` with a query, which shows nothing of the path.
      const isHealth = spelling.startsWith('/healthz?');
      assert.ok((isHealth ? [200] : [400, 401, 404]).includes(status), `${spelling}: ${status}`);
      assert.doesNotMatch(body, /nextCursor|projectId/, spelling);
    }
  }
});

test('no header replaces the method or the path of a request', async (t) => {
  const { url } = await setup(t);
  for (const path of PATHS) {
    const headers = {
      'x-http-method-override': 'GET',
      'x-original-url': path,
      'x-rewrite-url': path,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-uri': path,
      forwarded: 'for=127.0.0.1',
    };
    assert.equal((await send(url, 'POST', '/healthz', headers)).status, 405);
    assert.equal((await send(url, 'GET', path, headers)).status, 401);
    assert.doesNotMatch((await send(url, 'GET', '/healthz', headers)).body, /nextCursor/);
  }
});

test('OPTIONS is answered without a key and without CORS headers', async (t) => {
  const { url } = await setup(t);
  for (const path of PATHS) {
    const asked = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const { status, headers, body } = await send(url, 'OPTIONS', path, asked);
    assert.deepEqual([status, body], [204, ''], path);
    const cors = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(cors, [], path);
  }
  for (const method of ['TRACE', 'PUT', 'PROPFIND', 'QUERY']) {
    const { status, body } = await send(url, method, '/v1/audit');
    assert.ok([400, 401, 404, 405, 415].includes(status), `${method}: ${status}`);
    assert.doesNotMatch(body, /nextCursor/, method);
  }
});
