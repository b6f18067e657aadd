/**
 * A revoked `RINGPOST_API_KEY`: the answer to its revocation says where it is set, and the next
 * start warns and goes on, because a start that stops would be the worse fault.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_KEY, callApi } from '../support/service-process.ts';
import { startedServices } from './started.ts';

const { start, below } = startedServices();

test('a revoked key of the environment gives a warning, and the service starts', async () => {
  const environment = { RINGPOST_LOG_LEVEL: 'warn' };
  const service = await start({ directory: below('a'), environment });
  const scopes = ['project:admin'];
  const made = await callApi(service, 'POST', '/v1/api-keys', { name: 'Other', scopes });
  const { token } = made.body as { token: string };
  const { body } = await callApi(service, 'GET', '/v1/api-keys');
  const { data } = body as { data: { id: string; inEnvironment: boolean }[] };
  const own = data.filter(({ inEnvironment }) => inEnvironment);
  assert.equal(own.length, 1);
  const headers = { authorization: `Bearer ${token}` };
  const revoke = (id: string) =>
    fetch(`${service.url}/v1/api-keys/${id}`, { method: 'DELETE', headers });
  const answer = await revoke(own[0]?.id ?? '');
  assert.equal(answer.status, 204);
  assert.match(answer.headers.get('ringpost-notice') ?? '', /RINGPOST_API_KEY .* environment/);
  assert.equal(await service.stop(), 0);

  const again = await start({ directory: below('a'), environment });
  assert.match(again.output(), /"level":"warn".*RINGPOST_API_KEY is a key that was revoked/);
  assert.ok(!again.output().includes(API_KEY));
  assert.equal((await fetch(`${again.url}/readyz`)).status, 200);
  assert.equal((await callApi(again, 'GET', '/v1/project')).status, 401);
});
