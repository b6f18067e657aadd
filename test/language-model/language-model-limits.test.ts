/** How the client reports refusals, and its limits: secrets, addresses, concurrency, budgets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, givenModel, KEY, QUESTION, settled } from './given.ts';
import { json, saying, silent, startModelServer } from './server.ts';

const GOOD = saying('{"ok":true}');

const MENDED: readonly (readonly [number, unknown, RegExp])[] = [
  [
    401,
    { error: { code: 'invalid_api_key' } },
    /401 \(invalid_api_key\)\. Check RINGPOST_LLM_API_/,
  ],
  [403, {}, /Check RINGPOST_LLM_API_KEY/],
  [404, { error: { code: 'model_not_found' } }, /Check RINGPOST_LLM_MODEL/],
  [413, {}, /lower RINGPOST_LLM_QUESTION_TOKENS/],
  [400, { error: { message: "This model's maximum context length is 4096 tokens" } }, /lower RING/],
  [400, { error: 'max_tokens is too large: 16000' }, /lower RINGPOST_LLM_QUESTION_TOKENS/],
  [429, { error: { code: 'insufficient_quota' } }, /no credit left/],
  [200, { error: { code: 401, message: 'No auth' } }, /Check RINGPOST_LLM_API_KEY/],
  [418, {}, /answers 418/],
];
for (const [status, body, told] of MENDED) {
  test(`${status} ${JSON.stringify(body)} says what to correct`, async (t) => {
    const server = await startModelServer(t, json(status, body));
    const { model } = givenModel(t, server.baseUrl);
    const { reason, detail } = failure(await model.ask(QUESTION));
    assert.equal(reason, 'MISCONFIGURED');
    assert.match(detail, told);
    assert.equal(server.requests.length, 1);
  });
}

test('neither key nor transcript is reported, even if the server repeats them', async (t) => {
  const echo = { error: { message: `${KEY} ${QUESTION.user}`, code: KEY, type: QUESTION.user } };
  for (const status of [400, 401, 404, 429, 500, 200, 302]) {
    const server = await startModelServer(t, json(status, echo, { 'x-echo': KEY }));
    const { model, clock, events } = givenModel(t, server.baseUrl);
    const answer = await settled(clock, model.ask(QUESTION));
    assert.doesNotMatch(JSON.stringify([answer, events]), /sk-test|transcript>|#0 AGENT/);
  }
  const environment = { RINGPOST_LLM_API_KEY: 'lettersonly' };
  const server = await startModelServer(t, json(401, { error: { code: 'lettersonly' } }));
  const { model } = givenModel(t, server.baseUrl, { environment });
  assert.equal(
    failure(await model.ask(QUESTION)).detail,
    'The model server answers 401. Check RINGPOST_LLM_API_KEY.',
  );
});

test('a private address needs RINGPOST_ALLOW_TARGETS, and the error says so', async (t) => {
  const server = await startModelServer(t, GOOD);
  const { model } = givenModel(t, server.baseUrl, { allow: [] });
  const { reason, detail } = failure(await model.ask(QUESTION));
  assert.equal(reason, 'MISCONFIGURED');
  assert.match(detail, /refused: it is .*RINGPOST_ALLOW_TARGETS=127\.0\.0\.1/);
  assert.equal(server.connections, 0);
  const named = givenModel(t, `http://model.example:${server.port}/v1`, { allow: [] });
  assert.equal(failure(await named.model.ask(QUESTION)).reason, 'MISCONFIGURED');
  assert.equal(server.connections, 0);
});

test('a metadata address stays refused, whatever is allowed', async (t) => {
  const { model } = givenModel(t, 'http://169.254.169.254/v1', { allow: ['10.0.0.0/8'] });
  assert.equal(failure(await model.ask(QUESTION)).reason, 'MISCONFIGURED');
});

test('questions at once are limited; one that waits too long is late', async (t) => {
  const answers: (() => void)[] = [];
  const server = await startModelServer(t, (request, answer) => {
    answers.push(() => GOOD(request, answer));
  });
  const environment = { RINGPOST_LLM_CONCURRENCY: '2' };
  const { model, clock } = givenModel(t, server.baseUrl, { environment });
  const asked = [1, 2, 3].map(() => model.ask(QUESTION));
  const late = model.ask({ ...QUESTION, timeoutMs: 1_000 });
  await server.asked(2);
  clock.advance(1_000);
  const { reason, detail } = failure(await late);
  assert.equal(reason, 'TIMEOUT');
  assert.match(detail, /RINGPOST_LLM_CONCURRENCY/);
  assert.equal(server.requests.length, 2);
  for (const answer of answers.splice(0)) answer();
  await server.asked(3);
  for (const answer of answers.splice(0)) answer();
  const all = await Promise.all(asked);
  assert.ok(all.every(({ kind }) => kind === 'answer'));
});

test("once the day's tokens are spent, no question is asked until midnight UTC", async (t) => {
  const server = await startModelServer(t, GOOD);
  const environment = { RINGPOST_LLM_TOKENS_PER_DAY: '780' };
  const { model, clock } = givenModel(t, server.baseUrl, { environment });
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  const { reason, detail } = failure(await model.ask(QUESTION));
  assert.equal(reason, 'BUDGET');
  assert.match(detail, /midnight UTC/);
  assert.equal(server.requests.length, 2);
  clock.advance(86_400_000);
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
});

test('a question beyond its own token limit is not asked', async (t) => {
  const server = await startModelServer(t, GOOD);
  const { model } = givenModel(t, server.baseUrl);
  const { reason } = failure(await model.ask({ ...QUESTION, user: 'a '.repeat(40_000) }));
  assert.equal(reason, 'BUDGET');
  assert.equal(server.connections, 0);
});

test('closing ends questions in flight, and nothing is asked afterwards', async (t) => {
  const server = await startModelServer(t, silent);
  const { model } = givenModel(t, server.baseUrl);
  const asked = model.ask(QUESTION);
  await server.asked(1);
  await model.close();
  assert.equal(failure(await asked).reason, 'UNAVAILABLE');
  assert.match(failure(await model.ask(QUESTION)).detail, /shutting down/);
  assert.equal(server.requests.length, 1);
});
