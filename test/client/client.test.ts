/** Both clients on a real service: pages, errors by code, and retried requests. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  ApiError,
  ConnectionError,
  createClient,
  InvalidInputError,
  NotFoundError,
} from '../../receiver/client/src/index.ts';
import { setup, TOKEN } from '../http/setup.ts';
import { isInstalled } from '../support/program.ts';

const SETTINGS = {
  name: 'orders',
  kind: 'pull',
  triggers: ['OUTBOUND_CALL_CALLING'],
  auth: { method: 'rsa-sha256' },
} as const;

test('a method for each operation, typed; all records of a list', async (t) => {
  const { url } = await setup(t);
  const client = createClient({ url, key: TOKEN });
  for (const name of ['one', 'two', 'three']) {
    const body = { ...SETTINGS, name, triggers: [...SETTINGS.triggers] };
    assert.equal((await client.createEndpoint({ body })).name, name);
  }
  const names: string[] = [];
  for await (const { name } of client.each('listEndpoints', { query: { limit: 2 } })) {
    names.push(name);
  }
  assert.deepEqual(names, ['one', 'two', 'three']);
  const [first] = (await client.listEndpoints()).data;
  assert.ok(first);
  assert.equal(await client.deleteEndpoint({ path: { id: first.id } }), null);
  assert.match(await client.getMetrics(), /^#/);
});

test('an error has the class of its code, and names the wrong fields', async (t) => {
  const { url } = await setup(t);
  const client = createClient({ url, key: TOKEN });
  const path = { id: 'ep_01M7WRXSYE000000002' };
  await assert.rejects(client.getEndpoint({ path }), (error) => {
    assert.ok(error instanceof NotFoundError && error instanceof ApiError);
    assert.deepEqual([error.status, error.code], [404, 'NOT_FOUND']);
    assert.equal(error.name, 'NotFoundError');
    return true;
  });
  const body = { ...SETTINGS, triggers: [...SETTINGS.triggers], target: 'https://example.com/' };
  await assert.rejects(client.createEndpoint({ body }), (error) => {
    assert.ok(error instanceof InvalidInputError);
    assert.deepEqual(
      error.errors.map(({ field }) => field),
      ['/target'],
    );
    return true;
  });
});

test('a POST whose answer was lost is sent again and takes effect once', async (t) => {
  const { url } = await setup(t);
  const keys: (string | null)[] = [];
  const client = createClient({
    url,
    key: TOKEN,
    pause: async () => {},
    fetch: async (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const answer = await fetch(address, init);
      if (keys.length === 1) throw new TypeError('the connection broke');
      return answer;
    },
  });
  const body = { ...SETTINGS, triggers: [...SETTINGS.triggers] };
  await client.createEndpoint({ body });
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.ok(keys[0]);
  assert.equal((await client.listEndpoints()).data.length, 1);
});

test('a service that is away is retried up to `tries`, a busy one when it says', async () => {
  let asked = 0;
  const away = createClient({
    url: 'http://127.0.0.1:9',
    key: 'k',
    tries: 3,
    pause: async () => {},
    fetch: async () => {
      asked += 1;
      throw new TypeError('refused');
    },
  });
  await assert.rejects(away.getProject(), ConnectionError);
  assert.equal(asked, 3);
  const waits: number[] = [];
  let left = 2;
  const busy = createClient({
    url: 'http://127.0.0.1:9',
    key: 'k',
    pause: async (ms) => {
      waits.push(ms);
    },
    fetch: async () => {
      left -= 1;
      return left < 0
        ? Response.json({ name: 'default' })
        : Response.json({ code: 'OVERLOADED' }, { status: 503, headers: { 'retry-after': '2' } });
    },
  });
  assert.equal((await busy.getProject()).name, 'default');
  assert.deepEqual(waits, [2_000, 2_000]);
});

test('Retry-After may be a date, is bounded, and the signal ends the wait', async () => {
  const busy = (header: string) => async () =>
    Response.json({ code: 'OVERLOADED' }, { status: 503, headers: { 'retry-after': header } });
  const later = new Date(Date.now() + 3_600_000).toUTCString();
  for (const header of [later, '86400', '9'.repeat(400)]) {
    const waits: number[] = [];
    const pause = async (ms: number) => void waits.push(ms);
    const client = createClient({
      url: 'http://x',
      key: 'k',
      tries: 2,
      fetch: busy(header),
      pause,
    });
    await assert.rejects(client.getProject(), ApiError);
    assert.deepEqual(waits, [60_000]);
  }
  const stopping = new AbortController();
  const client = createClient({
    url: 'http://x',
    key: 'k',
    fetch: async () => {
      setImmediate(() => stopping.abort(new Error('enough')));
      return busy('60')();
    },
  });
  await assert.rejects(client.getProject({ signal: stopping.signal }), /enough/);
});

test('a retried DELETE whose answer was lost counts as done', async () => {
  let deletes = 0;
  const client = createClient({
    url: 'http://x',
    key: 'k',
    pause: async () => {},
    fetch: async () => {
      deletes += 1;
      if (deletes === 1) throw new TypeError('the connection broke');
      return Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    },
  });
  const path = { id: 'ep_1' };
  assert.equal(await client.deleteEndpoint({ path }), null);
  await assert.rejects(client.deleteEndpoint({ path }), NotFoundError);
});

const PYTHON = `
import sys
from ringpost_client import Client, InvalidInputError, NotFoundError
client = Client(sys.argv[1], sys.argv[2])
for name in ("one", "two", "three"):
    client.create_endpoint({"name": name, "kind": "pull", "triggers": ["OUTBOUND_CALL_CALLING"],
        "auth": {"method": "rsa-sha256"}})
print([each["name"] for each in client.each_endpoints(limit=2)])
try:
    client.get_endpoint("ep_01M7WRXSYE000000002")
except NotFoundError as error:
    print(error.status, error.code)
try:
    client.create_endpoint({"name": "x", "kind": "pull", "triggers": ["NO"]})
except InvalidInputError as error:
    print(sorted(each["field"] for each in error.errors))
client.report_call("call-1", {"direction": "OUTBOUND", "status": "CALLING"})
id = next(client.each_endpoints())["id"]
(message,) = client.pull_messages(id, wait=5)["messages"]
print(message["callId"], client.acknowledge_messages(id, {"leases": [message["lease"]]}))
`;

test('the Python client does the same', async (t) => {
  if (!isInstalled('python3')) return t.diagnostic('NOT RUN: no python3');
  const bundle = await setup(t);
  await bundle.service.signingKeys.ensure(bundle.project.key);
  const env = {
    ...process.env,
    PYTHONPATH: join(import.meta.dirname, '../../receiver/client/python'),
  };
  const { stdout } = await promisify(execFile)('python3', ['-c', PYTHON, bundle.url, TOKEN], {
    env,
  });
  assert.deepEqual(stdout.trim().split('\n'), [
    "['one', 'two', 'three']",
    '404 NOT_FOUND',
    "['/triggers/0']",
    "call-1 {'settled': 1, 'lost': []}",
  ]);
});
