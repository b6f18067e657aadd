/** The examples of the README, run as they stand there. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, mock, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Receiver } from '../src/index.ts';
import { BODY, KEY, signedHeaders } from './signed-webhook.ts';

const directory = mkdtempSync(join(tmpdir(), 'ringpost-readme-'));
const entry = new URL('../src/index.ts', import.meta.url).href;
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ''], at) => {
  const path = join(directory, `example-${at}.ts`);
  writeFileSync(path, code.replaceAll("'@ringpost/receiver'", `'${entry}'`));
  return pathToFileURL(path).href;
});
const servers: Server[] = [];
// The output of the examples shows what they did.
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

const sentNow = () => ({ 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) });

test('the README has as many examples as this file runs', () => {
  assert.equal(examples.length, 3);
});

async function serveKeys(): Promise<void> {
  const keys = JSON.stringify({ keys: [KEY.jwk] });
  const server = createServer((_request, response) => response.end(keys));
  process.env.RINGPOST_JWKS_URL = await listen(server);
}

test('the five lines answer 204 or the status of the reason', async () => {
  await serveKeys();
  const module: { statusOf(headers: Headers, rawBody: Uint8Array): Promise<number> } = await import(
    examples[0] ?? ''
  );
  const headers = new Headers(signedHeaders([KEY], BODY, sentNow()));
  assert.equal(await module.statusOf(headers, Buffer.from(BODY)), 204);
  assert.equal(await module.statusOf(headers, Buffer.from(`${BODY} `)), 401);
});

test('the whole receiver verifies with fetched keys, once per webhook', async () => {
  await serveKeys();
  const { server }: { server: Server } = await import(examples[1] ?? '');
  const url = await listen(server);
  const post = async (body: string, headers: Record<string, string>) =>
    (await fetch(url, { method: 'POST', body, headers })).status;
  const headers = signedHeaders([KEY], BODY, sentNow());
  assert.equal(await post(BODY, headers), 204);
  assert.equal(await post(BODY, headers), 204);
  assert.deepEqual(printed.splice(0), ['OUTBOUND_CALL_COMPLETED call 1/東 went well']);
  assert.equal(await post(`${BODY} `, headers), 401);
  assert.match(printed.splice(0).join(), /^webhook refused: signature-mismatch: /);
});

test('a call log is read, or given up; the agent accepts only signed requests', async () => {
  await serveKeys();
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
  const module: { logOf(callId: string): Promise<object>; agent: Receiver } = await import(
    examples[2] ?? ''
  );
  assert.deepEqual(await module.logOf('call-1'), { kind: 'log', log: { turns: [] } });
  const none = { kind: 'none', reason: 'never', detail: 'none' };
  assert.deepEqual(await module.logOf('call-2'), none);
  assert.equal(await module.agent.answer('POST', {}, BODY), 401);
});
