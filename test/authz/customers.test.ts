/**
 * Two customers of a platform: an instance key makes both projects and their API keys, and each
 * customer has one of everything in its project. No key of one reaches anything of the other.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES } from '../../src/core/key/scope.ts';
import { setup } from '../http/setup.ts';
import { INSTANCE_ROUTES } from './instance-table.ts';
import { nameOf, REPORTING, ROUTES, requestOf } from './route-table.ts';
import { furnish, neverGiven } from './two-projects.ts';

/** In the table this route deletes a call that the same project has just reported. */
const DELETION = 'DELETE /v1/calls/{callId}';
const NAMING = ROUTES.filter(({ scope, foreign }) => scope !== null && foreign !== undefined);

test('S12.28: two customers made by an instance key see nothing of each other', async (t) => {
  const bundle = await setup(t);
  const { token } = await bundle.service.instanceKeys.create('billing');
  const asPlatform = (method: string, path: string, body: object | undefined, project?: string) =>
    bundle.call(method, path, body, {
      token,
      ...(project === undefined ? {} : { headers: { 'ringpost-project': project } }),
    });
  const customer = async (name: string) => {
    const made = await asPlatform('POST', '/v1/instance/projects', { name, externalId: name });
    assert.equal(made.status, 201, made.text);
    const key = { name: 'all', scopes: SCOPES };
    const given = await asPlatform('POST', '/v1/api-keys', key, String(made.at('/id')));
    assert.equal(given.status, 201, given.text);
    const party = await furnish(bundle, String(given.at('/token')), name);
    // No two ids of the two customers have the same millisecond.
    bundle.clock.advance(1_000);
    return party;
  };
  const one = await customer('alpha');
  const two = await customer('bravo');
  assert.notEqual(one.ids.project, two.ids.project);
  const seen = new Map<number, number>();
  for (const [asking, other, mark] of [
    [one, two, 'bravo'],
    [two, one, 'alpha'],
  ] as const) {
    for (const route of NAMING.filter((each) => !REPORTING.includes(each))) {
      const { path, body } = requestOf(route, other.ids);
      const answer = await asking.ask(route.method, path, body);
      const wanted = nameOf(route) === DELETION ? 404 : route.foreign;
      assert.equal(answer.status, wanted, `${nameOf(route)}: ${answer.text}`);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      // An id that exists in no project gets the same status.
      const unknown = requestOf(route, neverGiven(other.ids));
      const { status } = await asking.ask(route.method, unknown.path, unknown.body);
      assert.equal(status, wanted, nameOf(route));
    }
    for (const route of ROUTES.filter(({ method, scope }) => method === 'GET' && scope !== null)) {
      const { path } = requestOf(route, asking.ids);
      const { text } = await asking.ask('GET', path);
      assert.ok(!text.includes(mark), `${path} shows ${mark}`);
    }
    for (const { method, path } of INSTANCE_ROUTES) {
      const body = method === 'GET' ? undefined : { name: 'x' };
      const answer = await asking.ask(method, path.replace('{projectId}', other.ids.project), body);
      assert.deepEqual([answer.status, answer.at('/code')], [403, 'FORBIDDEN'], path);
    }
  }
  assert.ok((seen.get(404) ?? 0) > 60, `${seen.get(404)} answers of 404`);
  // The platform whose key made both reads no call of either.
  for (const { ids } of [one, two]) {
    const calls = await asPlatform('GET', `/v1/calls/${ids.callId}`, undefined, ids.project);
    assert.equal(calls.status, 403);
  }
});
