/** The Python client on a server that redirects, answers too much, or sends Retry-After. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { isInstalled } from '../support/program.ts';

const START = `
import sys
from ringpost_client import ApiError, Client, ConnectionFailed, NotFoundError
waits = []
client = Client(sys.argv[1], "rp_secret", max_bytes=1000, sleep=waits.append)
`;

test('no redirect is followed: the key stays with the service', async (t) => {
  if (!isInstalled('python3')) return t.diagnostic('NOT RUN: no python3');
  const keys: unknown[] = [];
  const other = await serve(t, (request, response) => {
    keys.push(request.headers.authorization);
    response.end('{}');
  });
  const url = await serve(t, (_, response) => {
    response.writeHead(302, { location: `${other}/v1/project` }).end();
  });
  const lines = await python(
    url,
    `
try:
    client.get_project()
except ApiError as error:
    print(error.status, error)
`,
  );
  assert.deepEqual(keys, []);
  assert.match(lines[0] ?? '', /302.*redirects to .*\/v1\/project; give the client the url/);
});

test('an endless answer is not read to its end', async (t) => {
  if (!isInstalled('python3')) return t.diagnostic('NOT RUN: no python3');
  const url = await serve(t, (_, response) => {
    response.end(JSON.stringify({ name: 'x'.repeat(1_000) }));
  });
  const lines = await python(
    url,
    `
try:
    client.get_project()
except ConnectionFailed as error:
    print(error)
`,
  );
  assert.match(lines[0] ?? '', /answered with more than 1000 bytes/);
});

test('Retry-After may be a number or a date, and is bounded', async (t) => {
  if (!isInstalled('python3')) return t.diagnostic('NOT RUN: no python3');
  const asked = ['2', new Date(Date.now() + 3_600_000).toUTCString(), '9'.repeat(400), 'soon', ''];
  const url = await serve(t, (_, response) => {
    const header = asked.shift();
    if (header === undefined) response.end('{}');
    else response.writeHead(503, { 'retry-after': header }).end('{}');
  });
  const lines = await python(
    url,
    `
client._tries = 6
client.get_project()
print(waits)
`,
  );
  assert.equal(lines[0], '[2.0, 60.0, 60.0, 2.0, 4.0]');
});

test('a retried DELETE whose answer was lost counts as done', async (t) => {
  if (!isInstalled('python3')) return t.diagnostic('NOT RUN: no python3');
  let deletes = 0;
  const url = await serve(t, (request, response) => {
    deletes += 1;
    if (deletes === 1) request.socket.destroy();
    else response.writeHead(404).end('{"code":"NOT_FOUND"}');
  });
  const lines = await python(
    url,
    `
print(client.delete_endpoint("ep_1"))
try:
    client.delete_endpoint("ep_1")
except NotFoundError:
    print("gone")
`,
  );
  assert.deepEqual(lines, ['None', 'gone']);
  assert.equal(deletes, 3);
});

async function serve(t: TestContext, onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function python(url: string, script: string): Promise<readonly string[]> {
  const env = {
    ...process.env,
    PYTHONPATH: join(import.meta.dirname, '../../receiver/client/python'),
  };
  const { stdout } = await promisify(execFile)('python3', ['-c', `${START}${script}`, url], {
    env,
  });
  return stdout.trim().split('\n');
}
