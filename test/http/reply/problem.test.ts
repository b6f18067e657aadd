/** Errors become problems (RFC 9457); the catalogue and docs/reference/errors.md agree. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CATALOGUE } from '../../../src/core/error/service-error.ts';
import { problemOf } from '../../../src/http/reply/problem.ts';
import { setup } from '../setup.ts';

test('docs/reference/errors.md lists exactly the catalogue', () => {
  const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');
  const listed = [...page.matchAll(/^\| ([A-Z_0-9]+) \| (\d{3}) \| ([^|]+) \| [^|]+ \|$/gm)].map(
    ([, code, status, title]) => ({ code, status: Number(status), title }),
  );
  const catalogue = Object.entries(CATALOGUE).map(([code, { status, title }]) => ({
    code,
    status,
    title,
  }));
  const byCode = (a: { code?: string | undefined }, b: { code?: string | undefined }) =>
    String(a.code) < String(b.code) ? -1 : 1;
  assert.deepEqual(listed.sort(byCode), catalogue.sort(byCode));
});

test('a problem has the members of RFC 9457, and errors only when there are any', () => {
  const error = { code: 'NOT_FOUND', message: 'There is no such thing.', fields: [] } as const;
  assert.deepEqual(problemOf(error, 'req_1'), {
    type: 'urn:ringpost:problem:not-found',
    title: 'There is nothing here',
    status: 404,
    detail: 'There is no such thing.',
    code: 'NOT_FOUND',
    instance: 'urn:ringpost:request:req_1',
    requestId: 'req_1',
  });
  const fields = [{ field: '/a', message: 'is missing' }];
  assert.deepEqual(problemOf({ ...error, fields }, 'req_1').errors, fields);
});

test('an unexpected error is INTERNAL, logged once, and its text is not sent', async (t) => {
  const { call, service, events } = await setup(t);
  t.mock.method(service.store, 'calls', () => {
    throw new Error('the secret path /var/lib/x');
  });
  const answer = await call('GET', '/v1/calls');
  assert.equal(answer.status, 500);
  assert.equal(answer.at('/code'), 'INTERNAL');
  assert.doesNotMatch(answer.text, /secret/);
  const [told, ...others] = events.filter((event) => event.name === 'request.failed');
  assert.equal(others.length, 0);
  assert.equal(told?.requestId, answer.at('/requestId'));
  assert.equal(answer.headers.get('x-request-id'), answer.at('/requestId'));
});
