/** The records for which a sealed text opens, also if it is moved within the store. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEndpointOpener } from '../../../src/channel/custom/opened-endpoint.ts';
import { createGuard } from '../../../src/channel/destination-guard.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, type EndpointKey } from '../../../src/core/id.ts';
import { isSealedText, opened } from '../../../src/engine/ports/secrets.ts';
import { createSecretBox } from '../../../src/system/secret-box.ts';
import { AUTHOR, setup, wanted } from '../manage/setup.ts';

const HEADERS = [
  { name: 'x-one', value: 'value-of-the-first' },
  { name: 'x-two', value: 'value-of-the-second' },
];

async function given(t: Parameters<typeof setup>[0]) {
  const bundle = await setup(t);
  const { endpoints, project, store, clock, secrets } = bundle;
  const other = await store.ensureProject({
    name: 'other',
    settings: project,
    nowMs: clock.wallMs(),
  });
  const mine = await endpoints.create(project.key, wanted({ headers: HEADERS }), AUTHOR);
  const theirs = await endpoints.create(other.key, wanted({ headers: HEADERS }), AUTHOR);
  clock.advance(1);
  const later = await endpoints.create(project.key, wanted({ headers: HEADERS }), AUTHOR);
  let key = 1_000;
  const opened = (endpoint: Endpoint) => {
    const open = createEndpointOpener({ secrets, guard: createGuard({ allow: [] }) });
    key += 1;
    return open({ ...endpoint, key: asKey<EndpointKey>(key) });
  };
  return { mine, theirs, later, opened };
}

function refused(result: ReturnType<Awaited<ReturnType<typeof given>>['opened']>, what: RegExp) {
  assert.ok(result.kind === 'unusable', 'it was opened');
  const { failure } = result;
  assert.ok(failure.kind === 'error' && failure.error === 'configuration');
  assert.match(String(failure.detail), what);
}

test('a token opens in its own endpoint, and in no other of its or another project', async (t) => {
  const { mine, theirs, later, opened } = await given(t);
  for (const endpoint of [mine, theirs, later]) assert.equal(opened(endpoint).kind, 'ready');
  for (const [into, from] of [
    [mine, theirs],
    [theirs, mine],
    [mine, later],
    [later, mine],
  ] as const) {
    refused(opened({ ...into, auth: from.auth }), /Bearer token .* for another endpoint/);
    refused(opened({ ...into, headers: from.headers }), /static header .* for another endpoint/);
  }
});

test('a header value opens only in its own header', async (t) => {
  const { mine, opened } = await given(t);
  const [one, two] = mine.headers;
  assert.ok(one !== undefined && two !== undefined);
  const swapped = [{ ...one, value: two.value }, two];
  refused(opened({ ...mine, headers: swapped }), /static header .* for another endpoint/);
});

test('a sealed text is recognised, and one of another master key is not opened', () => {
  const box = createSecretBox(new Uint8Array(32).fill(1));
  const other = createSecretBox(new Uint8Array(32).fill(2));
  const sealed = box.seal('plain', 'here');
  assert.ok(isSealedText(box, sealed, 'here', 'plain'));
  assert.ok(!isSealedText(box, sealed, 'here', 'other'));
  assert.ok(!isSealedText(other, sealed, 'here', 'plain'));
  assert.equal(opened(other, sealed, 'here'), null);
  assert.equal(opened(box, sealed, 'elsewhere'), null);
});
