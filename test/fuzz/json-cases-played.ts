/** Plays the edge cases of JSON on the routes with a JSON body, and compares the codes. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { CATALOGUE } from '../../src/core/error/service-error.ts';
import { type Bundle, setup } from '../http/setup.ts';
import { takesForm } from './callback.ts';
import { entriesOf, type Operation, operationsOf } from './document.ts';
import { JSON_CASES } from './json-case.ts';

const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH'];

async function routesOf({ call }: Bundle): Promise<readonly Operation[]> {
  const operations = operationsOf((await call('GET', '/openapi.json')).json);
  // Routes for people and platforms refuse a key before they read the body.
  const forKeys = operations.filter(({ people, platform }) => !people && !platform);
  return forKeys.filter((each) => WITH_BODY.includes(each.method) && !takesForm(each));
}

function addressOf({ path }: Operation): string {
  return path.replace('{channel}', 'http').replaceAll(/\{\w+\}/g, 'x');
}

/** `isPlayed`: whether a route gets a case, by their indexes. */
export async function playJsonCases(
  t: TestContext,
  isPlayed: (route: number, at: number) => boolean,
): Promise<void> {
  const bundle = await setup(t);
  const routes = await routesOf(bundle);
  assert.ok(routes.length >= 19, `${routes.length} routes`);
  assert.ok(JSON_CASES.length >= 100, `${JSON_CASES.length} cases`);
  const wrong: string[] = [];
  for (const [index, route] of routes.entries()) {
    const right = route.body === null ? '{}' : JSON.stringify(route.body.example);
    for (const [at, { name, body, codes }] of JSON_CASES.entries()) {
      if (!isPlayed(index, at)) continue;
      const headers = { 'content-type': 'application/json' };
      const options = { raw: body(right), headers };
      const answer = await bundle.call(route.method, addressOf(route), undefined, options);
      const code = String(answer.at('/code'));
      const status = entriesOf(CATALOGUE).find(([each]) => each === code)?.[1];
      const isDocumented = answer.status === Reflect.get(Object(status), 'status');
      if (codes.includes(code) && isDocumented) continue;
      wrong.push(`${route.id}, ${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.equal(Reflect.get({}, 'polluted'), undefined);
  assert.deepEqual(bundle.logged, []);
  const report = { direction: 'OUTBOUND', status: 'CALLING' };
  assert.equal((await bundle.call('POST', '/v1/calls/c/reports', report)).status, 202);
}
