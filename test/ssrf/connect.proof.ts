/**
 * Sends to every URL of the corpus through the shipping HTTP client and its guarded connector, over
 * real sockets, as if registration had accepted it: no connection may begin. The control without
 * the guard shows that the canary would be reached.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import type { NameLookup } from '../../src/channel/name-lookup.ts';
import { givenClient, givenPost } from '../channel/given.ts';
import { startCanary } from './canary.ts';
import { corpusOf, type Trap } from './corpus.ts';
import { isSpecial, literalOf } from './oracle.ts';

/** Fewer than there are origins, so that the test holds few pools. */
const ORIGINS_MAX = 16;
/** How many URLs must reach the canary without the guard. */
const CONTROL_HITS_MIN = 800;
const URLS_MIN = 3_000;

/** Every name resolves to the address that the trap means. */
function clientFor(t: TestContext, guard: { refusal: (address: string) => string | null }) {
  let means = '';
  const lookup: NameLookup = async () => [means];
  const { http } = givenClient(t, { guard, lookup, originsMax: ORIGINS_MAX });
  return async (trap: Trap) => {
    means = trap.means;
    return http.send(givenPost(trap.url));
  };
}

test('no URL of the corpus makes a connection', async (t) => {
  const canary = await startCanary(t);
  const send = clientFor(t, createGuard({ allow: [] }));
  const corpus = (['http', 'https'] as const)
    .flatMap((scheme) => corpusOf(scheme, canary.port))
    .filter(({ url }) => !isPublicLiteral(url));
  const kinds = new Map<string, number>();
  for (const trap of corpus) {
    const result = await send(trap);
    const kind = result.kind === 'error' ? result.error : result.kind;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const stopped = kind === 'blocked' || (kind === 'configuration' && !URL.canParse(trap.url));
    assert.ok(stopped, `${trap.notation} ${JSON.stringify(trap.url)}: ${JSON.stringify(result)}`);
    assert.equal(canary.dialled, 0, `${trap.notation} ${JSON.stringify(trap.url)}`);
  }
  assert.equal(canary.reached, 0);
  assert.ok(corpus.length >= URLS_MIN);
  const blocked = kinds.get('blocked') ?? 0;
  assert.ok(blocked >= URLS_MIN, `only ${blocked} were URLs at all`);
  t.diagnostic(`${corpus.length} URLs, ${blocked} blocked, the rest no URLs; 0 connections begun`);
});

test('control: without the guard the same URLs of this machine reach the canary', async (t) => {
  const canary = await startCanary(t);
  const send = clientFor(t, { refusal: () => null });
  const corpus = (['http', 'https'] as const)
    .flatMap((scheme) => corpusOf(scheme, canary.port))
    .filter(isOfThisMachine);
  for (const trap of corpus) await send(trap);
  assert.ok(canary.reached >= CONTROL_HITS_MIN, `${canary.reached} of ${corpus.length}`);
  assert.ok(canary.dialled >= canary.reached, 'each connection is seen where it begins, too');
  t.diagnostic(`${canary.reached} of ${corpus.length} URLs reached the canary without the guard`);
});

/**
 * Some parsers read `010.000.000.000` as 10.0.0.0, Node as the public 8.0.0.0. Registration refuses
 * it, because the two readings differ; here a request to it would only leave this machine.
 */
function isPublicLiteral(url: string): boolean {
  const literal = URL.canParse(url) ? literalOf(url) : null;
  return literal !== null && !isSpecial(literal);
}

/** The control uses only these URLs; requests to others would leave this machine. */
function isOfThisMachine({ url, means }: Trap): boolean {
  if (!URL.canParse(url)) return false;
  const host = literalOf(url) === null ? means : new URL(url).hostname;
  return /^(?:127\.|::1$|0\.0\.0\.0$|\[::1\]$|\[::ffff:7f)/.test(host);
}
