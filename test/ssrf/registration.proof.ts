/**
 * Every URL of the corpus is judged by the rule of registration, and a part of each notation is
 * registered through the real HTTP API of a whole service: only names that look public may pass,
 * and these meet the guard again at each attempt.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGuard } from '../../src/channel/destination-guard.ts';
import { numberOf } from './address-math.ts';
import { startCanary } from './canary.ts';
import { corpusOf, type Trap, thinned } from './corpus.ts';
import { NOTATIONS4 } from './notation.ts';
import { startWhole } from './whole-service.ts';

const AT_ONCE = 20;
const URLS_MIN = 3_000;
const REGISTERED_MIN = 1_000;
/** Every sixth URL of each notation: a registration takes 3 ms, and there are 15,000 URLs. */
const STEP = 6;
/** Fewer URLs where http: cannot pass in any form. */
const HTTP_STEP = 60;
const PORT = 8_080;
/** Names of public zones; the connection judges the addresses to which they resolve. */
const PUBLIC_NAMES =
  /^(?:nip\.io.*|sslip\.io|a subdomain|name (?:localtest\.me|lvh\.me|vcap\.me))$/;

for (const allow of [[], ['10.99.0.0/16']]) {
  test(`no URL of the corpus passes the rule of registration, allowed: [${allow}]`, () => {
    const { checkTarget } = createGuard({ allow });
    const corpus = (['https', 'http'] as const).flatMap((scheme) => corpusOf(scheme, PORT));
    const passed = corpus.filter(({ url }) => checkTarget(url) === null);
    assert.ok(corpus.length >= 2 * URLS_MIN);
    assert.deepEqual(passed.filter(isLiteral), []);
    if (allow.length > 0) return;
    for (const { url, notation } of passed) {
      assert.ok(PUBLIC_NAMES.test(notation) && /^https:/i.test(url), `${notation} ${url}`);
    }
  });
}

test('registration accepts only names that could be public', async (t) => {
  const service = await startWhole(t, []);
  const canary = await startCanary(t);
  // A part of the http: URLs is enough here, where none may pass.
  const overHttp = thinned(corpusOf('http', canary.port), HTTP_STEP);
  const corpus = [...thinned(corpusOf('https', canary.port), STEP), ...overHttp];
  const passed = await registerAll(service, corpus);
  assert.ok(corpus.length >= REGISTERED_MIN);
  for (const { url, notation } of passed) {
    assert.ok(PUBLIC_NAMES.test(notation), `${notation} ${url}`);
    assert.match(url, /^https:/i, 'http: needs an allow list');
  }
  assert.equal(canary.reached, 0);
  t.diagnostic(`${corpus.length} registered, ${passed.length} passed, all of them public names`);
});

test('an allowed range allows no other address, in any notation', async (t) => {
  const service = await startWhole(t, ['10.99.0.0/16']);
  const canary = await startCanary(t);
  const corpus = thinned(corpusOf('http', canary.port), STEP);
  const passed = await registerAll(service, corpus);
  assert.deepEqual(passed.filter(isLiteral), []);
  t.diagnostic(`${passed.length} of ${corpus.length} passed, none of them an address`);
});

test('an allowed address is accepted in its plain form only', async (t) => {
  const service = await startWhole(t, ['10.99.0.0/16']);
  const address = numberOf('10.99.1.1');
  const written = Object.entries(NOTATIONS4).filter(([name]) => !PUBLIC_NAMES.test(name));
  const traps = written.map(([notation, write]) => {
    return { url: `http:${write(address, ':8080')}/`, means: '10.99.1.1', notation };
  });
  const passed = await registerAll(service, traps);
  const urls = ['http://10.99.1.1:8080/', 'http://10.99.1.1:8080/@example.com/'];
  urls.push('http://10.99.1.1:8080?@example.com/');
  assert.deepEqual([...new Set(passed.map(({ url }) => url))].sort(), urls.sort());
});

test('localhost can be registered with an allow list, and is still not called', async (t) => {
  const service = await startWhole(t, ['10.99.0.0/16']);
  const canary = await startCanary(t);
  const names = ['localhost', 'LOCALHOST', 'a.localhost', 'ip6-localhost', 'localhost6'];
  for (const scheme of ['http', 'https']) {
    for (const name of names) {
      const made = await service.register(`${scheme}://${name}:${canary.port}/`);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const tested = await service.tryOut(made.id);
      assert.equal(tested.status, null);
      // This machine may not know all of these names.
      assert.match(String(tested.detail), /refused: it is loopback|could not be resolved/);
      if (name.toLowerCase() === 'localhost') assert.equal(tested.outcome, 'blocked');
      await service.remove(made.id);
    }
  }
  assert.equal(canary.reached, 0);
});

function isLiteral({ url }: Trap): boolean {
  return /^https?:\/\/(?:\[|[\d.]+(?::|$))/i.test(url);
}

type Whole = Awaited<ReturnType<typeof startWhole>>;

async function registerAll(service: Whole, corpus: readonly Trap[]): Promise<readonly Trap[]> {
  const passed: Trap[] = [];
  for (let start = 0; start < corpus.length; start += AT_ONCE) {
    const batch = corpus.slice(start, start + AT_ONCE);
    await Promise.all(
      batch.map(async (trap) => {
        const made = await service.register(trap.url);
        if (made.status === 201) {
          passed.push(trap);
          await service.remove(made.id);
          return;
        }
        assert.equal(made.status, 422, `${JSON.stringify(trap)}: ${JSON.stringify(made.body)}`);
      }),
    );
  }
  return passed;
}
