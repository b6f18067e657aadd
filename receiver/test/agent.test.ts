/** The agent: a launch is answered at once, its log is read, and its result is posted once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AgentRun, createAgent } from '../src/index.ts';
import { BODY, KEY, SENT_AT_MS, signedHeaders } from './signed-webhook.ts';

const LAUNCH = { 'acw-run-id': 'run_1', 'acw-agent-id': 'ep_01' };

interface Answer {
  readonly status: number;
  readonly body?: string;
}

const never = (): never => assert.fail('it has nothing to work on');

/** An agent whose API gives these answers, and its requests. */
function made(run: (run: AgentRun) => object, answers: Readonly<Record<string, Answer[]>>) {
  const asked: string[] = [];
  const posted: unknown[] = [];
  const said: string[] = [];
  let work: Promise<void> = Promise.resolve();
  const agent = createAgent({
    keys: [KEY.jwk],
    now: () => SENT_AT_MS,
    url: 'https://ringpost.example.com',
    apiKey: 'rp_1',
    engine: 'test 1',
    run,
    background: (given) => {
      work = given;
    },
    sleep: async () => {},
    log: (text) => void said.push(text),
    fetchApi: async (address, init) => {
      const { pathname } = new URL(String(address));
      asked.push(pathname);
      assert.equal(new Headers(init?.headers).get('authorization'), 'Bearer rp_1');
      if (typeof init?.body === 'string') posted.push(JSON.parse(init.body));
      const { status, body = '' } = answers[pathname]?.shift() ?? { status: 500 };
      return new Response(body, { status });
    },
  });
  const launch = () => agent.answer('POST', signedHeaders([KEY], BODY, LAUNCH), BODY);
  return { agent, launch, asked, posted, said, done: () => work };
}

const LOG_PATH = '/v1/call-logs/call%201%2F%E6%9D%B1';
const FACTS = { callId: 'call 1/東', acwAgentId: 'ep_01', acwRunId: 'run_1', engine: 'test 1' };

test('the log is read, and the result is posted until it is accepted', async () => {
  const judge = ({ log, runId }: AgentRun) => ({ turns: log.turns, runId });
  const { launch, posted, asked, done } = made(judge, {
    [LOG_PATH]: [{ status: 503 }, { status: 200, body: '{"turns":[1]}' }],
    '/v1/acw-results': [{ status: 503 }, { status: 201 }],
  });
  assert.equal(await launch(), 204);
  await done();
  assert.equal(await launch(), 204);
  await done();
  const results = '/v1/acw-results';
  assert.deepEqual(asked, [LOG_PATH, LOG_PATH, results, results]);
  const result = { turns: [1], runId: 'run_1' };
  assert.deepEqual(posted, [
    { ...FACTS, result },
    { ...FACTS, result },
  ]);
});

test('without a log, or if the agent throws, the run ends with an error that says so', async () => {
  const none = made(never, {
    [LOG_PATH]: [{ status: 404, body: '{"detail":"It was deleted."}' }],
    '/v1/acw-results': [{ status: 201 }],
  });
  assert.equal(await none.launch(), 204);
  await none.done();
  const failed = (message: string) => ({
    ...FACTS,
    isError: true,
    errors: [{ code: 'ANALYZER_FAILED', message }],
  });
  assert.deepEqual(none.posted, [failed('There is no call log: It was deleted.')]);
  const throwing = made(
    () => {
      throw new Error('no idea');
    },
    {
      [LOG_PATH]: [{ status: 200, body: '{"turns":[]}' }],
      '/v1/acw-results': [{ status: 409, body: 'too late' }],
    },
  );
  await throwing.launch();
  await throwing.done();
  assert.deepEqual(throwing.posted, [failed('no idea')]);
  assert.match(throwing.said.join(), /run run_1: no result was taken: 409 too late/);
});

test('a webhook that is no launch is not worked on', async () => {
  const { agent, asked, said } = made(never, {});
  assert.equal(await agent.answer('POST', signedHeaders(), BODY), 400);
  assert.deepEqual(asked, []);
  assert.match(said.join(), /not handled/);
});
