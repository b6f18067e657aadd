/** The client against a real server that follows the protocol well and badly. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, givenModel, KEY, QUESTION, settled } from './given.ts';
import { dripping, inTurn, json, refusal, saying, silent, startModelServer } from './server.ts';

const GOOD = saying('{"ok":true}');

test('a question goes to {base}/chat/completions with key and schema, and counts', async (t) => {
  const server = await startModelServer(t, GOOD);
  const { model, events } = givenModel(t, server.baseUrl);
  assert.deepEqual(await model.ask(QUESTION), {
    kind: 'answer',
    text: '{"ok":true}',
    usage: { promptTokens: 100, answerTokens: 20 },
  });
  const [request] = server.requests;
  assert.equal(request?.path, '/v1/chat/completions');
  assert.equal(request?.headers.authorization, `Bearer ${KEY}`);
  assert.equal(request?.headers['user-agent'], 'Ringpost/test');
  const { messages, response_format: format, ...body } = request?.body ?? {};
  assert.deepEqual(body, { model: 'some-model', temperature: 0, max_tokens: 500, stream: false });
  assert.deepEqual(format, {
    type: 'json_schema',
    json_schema: { name: 'call_analysis', strict: true, schema: QUESTION.schema },
  });
  assert.deepEqual(messages, [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: QUESTION.user },
  ]);
  const [event] = events;
  assert.ok(event?.name === 'model.asked');
  assert.deepEqual([event.outcome, event.tokens, event.tries], ['answer', 120, 1]);
});

test('without a key no authorization is sent', async (t) => {
  const server = await startModelServer(t, GOOD);
  const { model } = givenModel(t, server.baseUrl, { environment: { RINGPOST_LLM_API_KEY: '' } });
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  assert.equal(server.requests[0]?.headers.authorization, undefined);
});

test('if a schema is refused it goes into the prompt, and the client remembers that', async (t) => {
  const server = await startModelServer(t, (request, answer) => {
    const type = request.body.response_format?.type;
    if (type === 'json_schema') {
      refusal('response_format', "'response_format' of type json_schema is not supported")(
        request,
        answer,
      );
    } else GOOD(request, answer);
  });
  const { model } = givenModel(t, server.baseUrl);
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  const formats = server.requests.map(({ body }) => body.response_format?.type);
  assert.deepEqual(formats, ['json_schema', 'json_object', 'json_object']);
  const system = server.requests[1]?.body.messages[0]?.content ?? '';
  assert.ok(system.includes(JSON.stringify(QUESTION.schema)));
});

for (const [name, error] of [
  ['llama.cpp', { code: 400, message: 'Either "json_schema" or "grammar" can be specified' }],
  ['another', "'response_format.type' must be 'text' or 'json_object'"],
  ['an Azure', { message: 'response_format value as json_schema is enabled only for newer ones' }],
] as const) {
  test(`the words with which ${name} server refuses a schema are understood`, async (t) => {
    const server = await startModelServer(t, inTurn(json(400, { error }), GOOD));
    const { model } = givenModel(t, server.baseUrl);
    assert.equal((await model.ask(QUESTION)).kind, 'answer');
    assert.equal(server.requests[1]?.body.response_format?.type, 'json_object');
  });
}

test('a server that refuses any response_format is asked without one', async (t) => {
  const server = await startModelServer(t, (request, answer) => {
    if (request.body.response_format === undefined) GOOD(request, answer);
    else json(422, { detail: 'response_format: extra fields not permitted' })(request, answer);
  });
  const { model } = givenModel(t, server.baseUrl);
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  assert.equal(server.requests.length, 3);
});

test('newer models get max_completion_tokens and no temperature', async (t) => {
  const server = await startModelServer(t, (request, answer) => {
    const { body } = request;
    if (body.max_tokens !== undefined) {
      const said = "Unsupported parameter: 'max_tokens' is not supported with this model.";
      refusal('max_tokens', said)(request, answer);
    } else if (body.temperature !== undefined) {
      refusal('temperature', "Unsupported value: 'temperature' does not support 0.")(
        request,
        answer,
      );
    } else GOOD(request, answer);
  });
  const { model } = givenModel(t, server.baseUrl);
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  assert.equal((await model.ask(QUESTION)).kind, 'answer');
  assert.equal(server.requests.length, 4);
  assert.equal(server.requests.at(-1)?.body.max_completion_tokens, 500);
});

test('a server that refuses every form is a setting to correct, not a loop', async (t) => {
  const server = await startModelServer(t, refusal('response_format', 'response_format is wrong'));
  const { model } = givenModel(t, server.baseUrl);
  assert.equal(failure(await model.ask(QUESTION)).reason, 'MISCONFIGURED');
  assert.equal(server.requests.length, 3);
});

test('429 is retried after Retry-After', async (t) => {
  const busy = json(429, { error: { code: 'rate_limit_exceeded' } }, { 'retry-after': '7' });
  const server = await startModelServer(t, inTurn(busy, GOOD));
  const { model, clock, events } = givenModel(t, server.baseUrl);
  const asked = model.ask(QUESTION);
  assert.equal((await settled(clock, asked)).kind, 'answer');
  assert.ok(clock.monoMs() >= 7_000, `${clock.monoMs()}`);
  assert.ok(events[0]?.name === 'model.asked' && events[0].tries === 2);
});

test("a Retry-After beyond the question's time limit ends it at once", async (t) => {
  const server = await startModelServer(t, json(429, {}, { 'retry-after': '60' }));
  const { model } = givenModel(t, server.baseUrl);
  const { reason, detail } = failure(await model.ask(QUESTION));
  assert.equal(reason, 'UNAVAILABLE');
  assert.match(detail, /answers 429/);
  assert.equal(server.requests.length, 1);
});

for (const status of [408, 500, 502, 503, 529]) {
  test(`${status} is retried`, async (t) => {
    const server = await startModelServer(t, inTurn(json(status, {}), json(status, {}), GOOD));
    const { model, clock } = givenModel(t, server.baseUrl);
    assert.equal((await settled(clock, model.ask(QUESTION))).kind, 'answer');
    assert.equal(server.requests.length, 3);
  });
}

test('a server that stays broken is given up after five tries', async (t) => {
  const server = await startModelServer(t, json(500, { error: { message: 'boom' } }));
  const { model, clock } = givenModel(t, server.baseUrl);
  const { reason, detail } = failure(await settled(clock, model.ask(QUESTION)));
  assert.equal(reason, 'UNAVAILABLE');
  assert.match(detail, /answers 500/);
  assert.equal(server.requests.length, 5);
});

test('a connection that is reset is tried again', async (t) => {
  const server = await startModelServer(
    t,
    inTurn((_request, answer) => answer.destroy(), GOOD),
  );
  const { model, clock } = givenModel(t, server.baseUrl);
  assert.equal((await settled(clock, model.ask(QUESTION))).kind, 'answer');
});

test('a missing server is unavailable', async (t) => {
  const server = await startModelServer(t, GOOD);
  const { model, clock } = givenModel(t, 'http://127.0.0.1:1/v1');
  const { reason, detail } = failure(await settled(clock, model.ask(QUESTION)));
  assert.equal(reason, 'UNAVAILABLE');
  assert.match(detail, /refused \(ECONNREFUSED\)/);
  assert.equal(server.requests.length, 0);
});

for (const [name, behave] of [
  ['says nothing', silent],
  ['drips', dripping],
] as const) {
  test(`a server that ${name} ends with the question's time limit`, async (t) => {
    const server = await startModelServer(t, behave);
    const { model, clock } = givenModel(t, server.baseUrl);
    const asked = model.ask(QUESTION);
    await server.asked(1);
    assert.equal(failure(await settled(clock, asked)).reason, 'TIMEOUT');
    assert.ok(clock.monoMs() >= 30_000 && clock.monoMs() < 31_000, `${clock.monoMs()}`);
    assert.equal(server.requests.length, 1);
  });
}

test('an answer cut at its token limit says so', async (t) => {
  const choice = { finish_reason: 'length', message: { content: '{"ok":' } };
  const server = await startModelServer(t, json(200, { choices: [choice] }));
  const { model } = givenModel(t, server.baseUrl);
  const { reason, detail } = failure(await model.ask(QUESTION));
  assert.equal(reason, 'CUT_OFF');
  assert.match(detail, /RINGPOST_LLM_QUESTION_TOKENS/);
});

test('a huge answer is dropped at its bound', async (t) => {
  const server = await startModelServer(t, saying('x'.repeat(5_000_000)));
  const { model, clock } = givenModel(t, server.baseUrl);
  const { reason } = failure(await settled(clock, model.ask(QUESTION)));
  assert.equal(reason, 'UNAVAILABLE');
});

test('a redirect is not followed', async (t) => {
  const trap = await startModelServer(t, GOOD);
  const server = await startModelServer(t, json(307, {}, { location: `${trap.baseUrl}/x` }));
  const { model } = givenModel(t, server.baseUrl);
  const { reason, detail } = failure(await model.ask(QUESTION));
  assert.equal(reason, 'MISCONFIGURED');
  assert.match(detail, /Redirects are not followed/);
  assert.equal(trap.connections, 0);
});

test('a page instead of an answer means a wrong address', async (t) => {
  const server = await startModelServer(t, (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html' });
    answer.end('<html>It works</html>');
  });
  const { model } = givenModel(t, server.baseUrl);
  const { reason, detail } = failure(await model.ask(QUESTION));
  assert.equal(reason, 'MISCONFIGURED');
  assert.match(detail, /no chat server; check RINGPOST_LLM_BASE_URL/);
});

test('a compressed answer is not inflated', async (t) => {
  const server = await startModelServer(t, json(200, {}, { 'content-encoding': 'gzip' }));
  const { model } = givenModel(t, server.baseUrl);
  assert.equal(failure(await model.ask(QUESTION)).reason, 'MISCONFIGURED');
});

test('refusals, by the model or by a filter, are reported', async (t) => {
  const refused = { finish_reason: 'stop', message: { content: null, refusal: 'I cannot.' } };
  const filtered = { finish_reason: 'content_filter', message: { content: '' } };
  const server = await startModelServer(
    t,
    inTurn(
      json(200, { choices: [refused] }),
      json(200, { choices: [filtered] }),
      json(400, { error: { code: 'content_filter', message: 'The response was filtered' } }),
    ),
  );
  const { model } = givenModel(t, server.baseUrl);
  for (let count = 0; count < 3; count += 1) {
    assert.equal(failure(await model.ask(QUESTION)).reason, 'REFUSED');
  }
});

test('no choices, tool calls, parts of text: any text is the answer', async (t) => {
  const tools = { finish_reason: 'tool_calls', message: { tool_calls: [{ id: 'x' }] } };
  const parts = { message: { content: [{ type: 'text', text: '{"ok":' }, { text: 'true}' }, 7] } };
  const server = await startModelServer(
    t,
    inTurn(
      json(200, { choices: [] }),
      json(200, { choices: [tools] }),
      json(200, { choices: [parts] }),
      json(200, { choices: [null] }),
    ),
  );
  const { model } = givenModel(t, server.baseUrl);
  const texts: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const answer = await model.ask(QUESTION);
    texts.push(answer.kind === 'answer' ? answer.text : answer.reason);
  }
  assert.deepEqual(texts, ['', '', '{"ok":true}', '']);
});

test('an answer without usage, or with an absurd one, is estimated', async (t) => {
  const server = await startModelServer(
    t,
    inTurn(
      saying('{"ok":true}', { usage: undefined }),
      saying('{"ok":true}', { usage: { prompt_tokens: 1e15, completion_tokens: -1 } }),
    ),
  );
  const { model, events } = givenModel(t, server.baseUrl);
  await model.ask(QUESTION);
  await model.ask(QUESTION);
  const tokens = events.map((event) => (event.name === 'model.asked' ? event.tokens : 0));
  assert.ok(
    tokens.every((count) => count > 20 && count < 200),
    `${tokens}`,
  );
});
