/** The examples of the README, run as they stand there. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { BODY, KEY, plainHeaders, signedHeaders } from './signed-webhook.ts';

const directory = mkdtempSync(join(tmpdir(), 'ringpost-readme-'));
const entry = new URL('../src/index.ts', import.meta.url).href;
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ''], at) => {
  const path = join(directory, `example-${at}.ts`);
  writeFileSync(path, code.replaceAll("'@ringpost/receiver'", `'${entry}'`));
  return pathToFileURL(path).href;
});
const servers: Server[] = [];
// What the examples print is what they claim to do.
const printed: string[] = [];
for (const name of ['log', 'error'] as const) {
  mock.method(console, name, (...parts: unknown[]) => void printed.push(parts.join(' ')));
}
after(() => {
  for (const server of servers) server.close();
  rmSync(directory, { recursive: true });
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

const sentNow = { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };

test('there are as many examples as this file runs', () => {
  assert.equal(examples.length, 3);
});

test('the whole receiver verifies against fetched keys, once per webhook', async () => {
  const keys = JSON.stringify({ keys: [KEY.jwk] });
  process.env.RINGPOST_JWKS_URL = await listen(
    createServer((_request, response) => response.end(keys)),
  );
  const { server }: { server: Server } = await import(examples[0] ?? '');
  const url = await listen(server);
  const post = async (body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body, headers })).status;
  const headers = signedHeaders([KEY], BODY, sentNow);
  assert.equal(await post(BODY, headers), 204);
  assert.equal(await post(BODY, headers), 204);
  assert.deepEqual(printed.splice(0), ['OUTBOUND_CALL_COMPLETED [object Object]']);
  assert.equal(await post(`${BODY} `, headers), 401);
  assert.match(printed.splice(0).join(), /^refused: signature-mismatch: /);
});

test('the receiver with a Bearer token verifies the token', async () => {
  process.env.RINGPOST_TOKEN = 'token-1';
  const module: { fetchHandler(request: Request): Promise<Response> } = await import(
    examples[1] ?? ''
  );
  const statusWith = async (token: string) => {
    const headers = plainHeaders({ ...sentNow, authorization: `Bearer ${token}` });
    const request = new Request('http://localhost/', { method: 'POST', body: BODY, headers });
    return (await module.fetchHandler(request)).status;
  };
  assert.equal(await statusWith('token-1'), 204);
  assert.equal(await statusWith('token-2'), 401);
});

test('a call log is read, and given up if none will come', async () => {
  printed.splice(0);
  const answers = [
    { status: 200, body: '{"turns":[]}' },
    { status: 404, body: '{"detail":"none"}' },
  ];
  process.env.RINGPOST_API_KEY = 'rp_1';
  process.env.RINGPOST_URL = await listen(
    createServer((_request, response) => {
      const { status = 500, body = '' } = answers.shift() ?? {};
      response.writeHead(status).end(body);
    }),
  );
  const module: { logOf(callId: string): Promise<object | null> } = await import(examples[2] ?? '');
  assert.deepEqual(await module.logOf('call-1'), { turns: [] });
  assert.equal(await module.logOf('call-2'), null);
  assert.deepEqual(printed.splice(0), ['call-2 never none']);
});
