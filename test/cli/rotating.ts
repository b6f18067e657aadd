/**
 * What a rotation of the master key needs on both stores: secrets of every kind, the ids of the
 * keys that sealed them, and a command that is killed in the middle.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { API_KEY, callApi, type ServiceProcess } from '../support/service-process.ts';
import { MAIN } from './command.ts';

export const ENDPOINTS = 130;
export const SEALED_TABLES = [
  'endpoints',
  'sources',
  'signing_keys',
  'keyed_requests',
  'authenticators',
  'meta',
];

/** Endpoints with a token and a header, a source, a signing key, a stored answer. */
export async function furnish(service: ServiceProcess): Promise<void> {
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const made = await callApi(service, 'POST', '/v1/endpoints', {
      name: `e${n}`,
      kind: 'custom',
      target: 'https://hooks.example.com/x',
      triggers: ['OUTBOUND_CALL_ERROR'],
      enabled: false,
      auth: { method: 'bearer', token: `token-of-endpoint-${n}` },
      headers: [{ name: 'x-tenant', value: `tenant-${n}` }],
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  const source = {
    name: 'Twilio',
    adapter: 'twilio',
    secret: 'synthetic-auth-token-0123456789ab',
    publicUrl: 'https://calls.example.com/twilio',
  };
  assert.equal((await callApi(service, 'POST', '/v1/sources', source)).status, 201);
  assert.equal((await postKeyed(service)).status, 201);
}

/** A repeat gets the stored answer, which is sealed. */
export function postKeyed(service: ServiceProcess): Promise<Response> {
  return fetch(`${service.url}/v1/api-keys`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': 'kept-answer',
    },
    body: JSON.stringify({ name: 'kept', scopes: ['calls:read'] }),
  });
}

/** The key ids of every sealed text in rows, with their counts. */
export function idsIn(rows: unknown): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [, id = ''] of JSON.stringify(rows).matchAll(/rb\d\.([0-9a-f]{8})\./g)) {
    found[id] = (found[id] ?? 0) + 1;
  }
  return found;
}

/** Sends SIGKILL at the first line of progress; resolves with the output. */
export function killInTheMiddle(
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [MAIN, 'rotate-master-key', ...flags], { env });
  let said = '';
  const read = (chunk: Buffer): void => {
    said += chunk.toString();
    if (/: 50 records/.test(said)) child.kill('SIGKILL');
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((resolve) => child.once('exit', () => resolve(said)));
}
