/** Settings in the form in which people may see them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointFacts } from '../../../src/engine/endpoint/endpoint-facts.ts';
import { AUTHOR, setup, wanted } from '../manage/setup.ts';

test('tokens and header values are masked to their last four characters', async (t) => {
  const { endpoints, project } = await setup(t);
  const headers = [{ name: 'x-tenant', value: 'tenant-secret-77aa' }];
  const endpoint = await endpoints.create(project.key, wanted({ headers }), AUTHOR);
  const facts = endpointFacts(endpoint);
  assert.deepEqual(facts.auth, { method: 'bearer', token: '••••9f3c' });
  assert.deepEqual(facts.headers, [{ name: 'x-tenant', value: '••••77aa' }]);
  assert.ok(!JSON.stringify(facts).includes('rb1.'), 'no sealed text either');
});

test('an endpoint that signs has no secret to mask', async (t) => {
  const { endpoints, project } = await setup(t);
  const auth = { method: 'rsa-sha256' };
  const endpoint = await endpoints.create(project.key, wanted({ auth }), AUTHOR);
  assert.deepEqual(endpointFacts(endpoint).auth, auth);
});
