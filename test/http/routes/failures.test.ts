/** The audit trail has failed sign-ins, second factors and wrong keys, a flood in a few rows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAILURE_WINDOW_MS } from '../../../src/engine/people/failure-log.ts';
import { fewAtOnce } from '../../support/few-at-once.ts';
import { withAuthenticator } from '../person/authenticator.ts';
import { cookieOf, firstOwner, member, type Person, signIn } from '../person/people.ts';
import { type Bundle, setup } from '../setup.ts';

interface Entry {
  readonly action: string;
  readonly target: string | null;
  readonly address: string | null;
  readonly after: { readonly tries: number; readonly refused: number; readonly keys?: string[] };
}

const ACTIONS = 'sign-in.failed,second-factor.failed,api-key.refused,reauthentication.failed';

/** The entries of the trail about failures, once all counted ones are written. */
async function noted({ service, store, project }: Bundle): Promise<readonly Entry[]> {
  await service.people.failures.flush();
  const rows = await store.audit({ projectKey: project.key, beforeKey: null, limit: 1_000 });
  return rows.filter(({ action }) => ACTIONS.includes(action)).map((row) => Object(row));
}

test('the trail has each kind of failure, with the person or key and the address', async (t) => {
  const bundle = await setup(t);
  const kim = await firstOwner(bundle);
  const lou = await member(bundle, kim, 'viewer', 'lou');
  await withAuthenticator(lou, bundle.clock.wallMs());
  await signIn(bundle, kim.email, 'a wrong password');
  await signIn(bundle, 'stranger@example.com', 'typed-secret');
  const cookie = cookieOf(await signIn(bundle, lou.email));
  const code = { token: null, headers: { cookie } };
  await bundle.call('POST', '/v1/session/second-factor', { code: '000000' }, code);
  await kim.ask('POST', '/v1/session/reauthentication', { password: 'a wrong password' });
  const made = await kim.ask('POST', '/v1/api-keys', { name: 'old', scopes: ['calls:read'] });
  const token = String(made.at('/token'));
  await kim.ask('DELETE', `/v1/api-keys/${made.at('/id')}`);
  await bundle.call('GET', '/v1/calls', undefined, { token });
  await bundle.call('GET', '/v1/calls', undefined, { token: `rp_${'x'.repeat(43)}` });
  await bundle.call('GET', '/v1/calls', undefined, { token: 'somebody-elses-secret' });
  const entries = await noted(bundle);
  const told = entries.map(({ action, target, address }) => [action, target, address]);
  const here = '127.0.0.1';
  assert.deepEqual(told.toReversed(), [
    ['sign-in.failed', kim.id, here],
    ['sign-in.failed', null, here],
    ['second-factor.failed', lou.id, here],
    ['reauthentication.failed', kim.id, here],
    ['api-key.refused', made.at('/id'), here],
    // The first unknown key has an entry of its own; later ones share one.
    ['api-key.refused', null, here],
    ['api-key.refused', null, here],
  ]);
  const text = JSON.stringify(entries);
  for (const hidden of ['stranger@', 'typed-secret', 'somebody', 'rp_xxxxx', token.slice(0, 9)]) {
    assert.ok(!text.includes(hidden), hidden);
  }
  assert.ok(text.includes('rp_xxxx'));
});

async function flood(bundle: Bundle, kim: Person, each: number): Promise<number> {
  let tries = 0;
  const ask = async (n: number): Promise<void> => {
    const headers = { 'x-forwarded-for': `198.51.100.${(n % 5) + 1}` };
    if (n % 3 === 0) await signIn(bundle, kim.email, 'a wrong password', headers);
    else if (n % 3 === 1) await signIn(bundle, `n${n}@example.com`, 'wrong', headers);
    else await bundle.call('GET', '/v1/calls', undefined, { token: `rp_wrong_${n}`, headers });
    tries += 1;
  };
  await fewAtOnce(Array(each).keys(), ask);
  return tries;
}

test('3,000 tries from five networks make at most 30 rows, which count every try', async (t) => {
  const bundle = await setup(t, { trustedProxies: ['127.0.0.1'] });
  const kim = await firstOwner(bundle);
  const before = (
    await bundle.store.audit({ projectKey: bundle.project.key, beforeKey: null, limit: 1_000 })
  ).length;
  const tries = await flood(bundle, kim, 3_000);
  bundle.clock.advance(FAILURE_WINDOW_MS);
  const entries = await noted(bundle);
  const after = (
    await bundle.store.audit({ projectKey: bundle.project.key, beforeKey: null, limit: 1_000 })
  ).length;
  // Two rows for each of three kinds and five networks: the first try, and the count of the rest.
  assert.ok(after - before <= 30, `${after - before} rows of ${tries} tries`);
  const sum = entries.reduce((total, { after: told }) => total + told.tries + told.refused, 0);
  assert.equal(sum, tries);
  assert.ok(entries.some(({ after: told }) => told.refused > 100));
});
