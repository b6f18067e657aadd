/**
 * The probe of an address does not bypass the guard: with any URL of the corpus the shipping probe
 * begins no connection, and all refusals look alike.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressProbe } from '../../src/channel/address-probe.ts';
import { createGuard } from '../../src/channel/destination-guard.ts';
import type { NameLookup } from '../../src/channel/name-lookup.ts';
import { givenClient } from '../channel/given.ts';
import { startCanary } from './canary.ts';
import { corpusOf } from './corpus.ts';
import { isSpecial, literalOf } from './oracle.ts';
import { startWhole } from './whole-service.ts';

const URLS_MIN = 3_000;

test('a probe connects to no URL of the corpus, and answers each alike', async (t) => {
  const canary = await startCanary(t);
  let means = '';
  const lookup: NameLookup = async () => [means];
  const { http, clock } = givenClient(t, { guard: createGuard({ allow: [] }), lookup });
  const probe = createAddressProbe({ http, clock });
  const answers = new Set<string>();
  let asked = 0;
  for (const scheme of ['http', 'https'] as const) {
    for (const trap of corpusOf(scheme, canary.port)) {
      const literal = URL.canParse(trap.url) ? literalOf(trap.url) : null;
      if (!URL.canParse(trap.url) || (literal !== null && !isSpecial(literal))) continue;
      means = trap.means;
      asked += 1;
      answers.add(JSON.stringify(await probe(trap.url)));
      assert.equal(canary.dialled, 0, trap.url);
    }
  }
  const alike = { finding: 'blocked', tlsProtocol: null, validUntilMs: null, durationMs: 0 };
  assert.deepEqual([...answers], [JSON.stringify(alike)]);
  assert.ok(asked >= URLS_MIN, `only ${asked} URLs`);
});

test('the API says of a refused address only that it is blocked', async (t) => {
  const canary = await startCanary(t);
  const service = await startWhole(t, ['198.51.100.0/24']);
  const target = `https://localhost:${canary.port}/`;
  const { status, body } = await service.call('POST', '/v1/endpoints/probe', {
    kind: 'custom',
    target,
  });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.outcome, body.tlsProtocol, body.certificateValidUntil],
    ['blocked', null, null],
  );
  assert.ok(!JSON.stringify(body).includes('127.') && !JSON.stringify(body).includes('::1'));
  assert.equal(canary.reached, 0);
});
