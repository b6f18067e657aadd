/** The behaviour of every example of a self-provided agent, in each language. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { ROOT } from '../tidy/tree.ts';
import {
  AGENT_ID,
  type Asked,
  type Launch,
  type PlayedService,
  PROJECT,
  playService,
  RUN_ID,
} from './acw-agent-service.ts';

export type Environment = Readonly<Record<string, string>>;

/** How an agent is started: a command and its arguments, from the root of the repository. */
export interface AgentProgram {
  readonly command: string;
  readonly flags: readonly string[];
  readonly environment?: Environment;
}

export interface RunningAgent {
  readonly url: string;
  output(): string;
  until(text: string): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

const LOG_PATH = `/v1/call-logs/${encodeURIComponent('call 1/ö')}`;
const LOG = {
  callId: 'call 1/ö',
  version: 1,
  direction: 'INBOUND',
  startedAt: '2026-11-20T11:17:00.000Z',
  turns: [
    { speaker: 'AGENT', text: 'Hello?', startMs: 0 },
    { speaker: 'CUSTOMER', text: 'Is my order on its way?', startMs: 1_000 },
    { speaker: 'AGENT', text: 'It is.', startMs: 3_000 },
    { speaker: 'CUSTOMER', text: 'いつ届きますか？ ', startMs: 5_000 },
    { speaker: 'CUSTOMER', text: 'Never mind.', startMs: 7_000 },
  ],
};

export async function startAgent(
  t: TestContext,
  { command, flags, environment }: AgentProgram,
  settings: Environment,
): Promise<RunningAgent> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, flags, {
    cwd: ROOT,
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PYTHONDONTWRITEBYTECODE: '1',
      PORT: '0',
      ...environment,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code]) => code);
  const said = collect(child);
  const until = async (words: string): Promise<void> => {
    while (!said().includes(words)) {
      const code = await Promise.race([once(child.stdout, 'data').then(() => null), ended]);
      if (code !== null) throw new Error(`the agent ended with ${code}:\n${said()}`);
    }
  };
  await until('agent ready on ');
  const url = /agent ready on (\S+)/.exec(said())?.[1] ?? '';
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, output: said, until, stop };
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  stdout?.on('data', add);
  stderr?.on('data', add);
  return () => text;
}

interface Setup {
  readonly service: PlayedService;
  readonly agent: RunningAgent;
}

/** `name` is the language, for the names of the tests. */
export function testAgent(name: string, program: AgentProgram): void {
  testLaunches(name, program);
  testWork(name, program);
}

/** Which launches an agent accepts, and that it starts only if it can work. */
export function testLaunches(name: string, program: AgentProgram): void {
  test(`${name}: a signed launch is answered at once, and its run gets a result`, async (t) => {
    const { service, agent } = await setup(t, program);
    service.answer(
      LOG_PATH,
      { status: 503 },
      { status: 404, retryAfter: '0' },
      { status: 200, body: LOG },
    );
    assert.equal(await service.launch(agent.url), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
    const [result] = resultsOf(service.asked);
    const { engine, ...rest } = Object(result);
    assert.match(engine, /^left-open-questions/);
    assert.deepEqual(rest, {
      callId: 'call 1/ö',
      acwAgentId: AGENT_ID,
      acwRunId: RUN_ID,
      isError: false,
      result: { questions: 2, leftOpen: [{ turn: 3, text: 'いつ届きますか？ ' }] },
    });
    assert.equal(asksFor(service, LOG_PATH).length, 3);
    const own = service.asked.filter(({ path }) => !path.startsWith('/v1/projects/'));
    for (const { authorization } of own) assert.equal(authorization, 'Bearer rp_test');
    await agent.until(`${RUN_ID} judged: recorded`);
  });

  test(`${name}: a repeated launch is answered again and worked on once`, async (t) => {
    const { service, agent } = await setup(t, program);
    const again = (launch: Launch): Launch => ({
      ...launch,
      headers: { ...launch.headers, 'webhook-attempt': '2' },
    });
    assert.equal(await service.launch(agent.url), 202);
    assert.equal(await service.launch(agent.url, again), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
    // A stop ends accepted work, so a second result would have come by then.
    assert.equal(await agent.stop(), 0);
    assert.equal(resultsOf(service.asked).length, 1);
  });

  test(`${name}: a launch that does not verify is refused, and causes no request`, async (t) => {
    const { service, agent } = await setup(t, program);
    const changed = (headers: Environment) => (launch: Launch) => ({
      ...launch,
      headers: { ...launch.headers, ...headers },
    });
    const without = (gone: string) => (launch: Launch) => ({
      ...launch,
      headers: Object.fromEntries(Object.entries(launch.headers).filter(([key]) => key !== gone)),
    });
    const refused: readonly (readonly [number, (launch: Launch) => Launch])[] = [
      [401, (launch) => ({ ...launch, body: launch.body.replace('INBOUND', 'OUTBOUND') })],
      [401, changed({ 'webhook-id': 'msg_01KA9Z00000000000002' })],
      [401, changed({ 'webhook-timestamp': '1700000000' })],
      [401, changed({ 'webhook-identity-signature': 'v2rs256,AAAA' })],
      [401, changed({ 'webhook-identity-signature': 'v2rs256' })],
      [401, without('webhook-identity-signature')],
      [401, changed({ 'acw-run-id': 'run_of_another' })],
      [401, changed({ 'webhook-endpoint-id': 'ep_of_another' })],
      [503, changed({ 'webhook-key-id': 'key-2' })],
      [401, changed({ 'acw-agent-id': 'ep_01KA9Z00000000000002' })],
      [401, without('acw-run-id')],
    ];
    for (const [status, change] of refused) {
      assert.equal(await service.launch(agent.url, change), status, `${change}`);
    }
    assert.equal((await fetch(agent.url, { method: 'POST', body: '' })).status, 401);
    const large = await fetch(agent.url, { method: 'POST', body: 'x'.repeat(300_000) }).then(
      ({ status }) => status,
      // The agent may close before all of it was sent.
      () => 413,
    );
    assert.equal(large, 413);
    assert.equal(await agent.stop(), 0);
    assert.ok(service.asked.every(({ path }) => path.startsWith('/v1/projects/')));
  });

  test(`${name}: with a Bearer token it accepts requests that carry the token`, async (t) => {
    const { service, agent } = await setup(t, program, {
      RINGPOST_PROJECT: '',
      RINGPOST_TOKEN: 'secret',
    });
    const bearing = (token: string) => (launch: Launch) => ({
      ...launch,
      headers: { ...launch.headers, authorization: `Bearer ${token}`, 'webhook-signature': '' },
    });
    assert.equal(await service.launch(agent.url), 401);
    assert.equal(await service.launch(agent.url, bearing('secrets')), 401);
    assert.equal(await service.launch(agent.url, bearing('secret')), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
  });

  test(`${name}: it names all that is missing before it starts`, async (t) => {
    const wrong = { PORT: '70000', CALL_LOG_TRIES: 'x' };
    await assert.rejects(startAgent(t, program, wrong), (error: Error) => {
      assert.match(error.message, /ended with 1/);
      for (const known of [
        'RINGPOST_URL',
        'RINGPOST_API_KEY',
        'RINGPOST_PROJECT',
        'RINGPOST_TOKEN',
        'PORT',
        'CALL_LOG_TRIES',
      ]) {
        assert.ok(error.message.includes(known), known);
      }
      return true;
    });
  });
}

/** The end of an accepted launch, whatever the service answers. */
export function testWork(name: string, program: AgentProgram): void {
  test(`${name}: if no log will come the run gets an error with the reason`, async (t) => {
    const { service, agent } = await setup(t, program);
    service.answer(LOG_PATH, { status: 404, body: { detail: 'None was stored for this call.' } });
    assert.equal(await service.launch(agent.url), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
    const { isError, errors, result } = Object(resultsOf(service.asked)[0]);
    assert.deepEqual([isError, result], [true, undefined]);
    assert.deepEqual(errors, [
      { code: 'ANALYZER_FAILED', message: 'None was stored for this call.' },
    ]);
    assert.equal(asksFor(service, LOG_PATH).length, 1);
  });

  test(`${name}: it stops asking for a log after a number of tries`, async (t) => {
    const { service, agent } = await setup(t, program, { CALL_LOG_TRIES: '3' });
    service.answer(LOG_PATH, { status: 404, retryAfter: '0', body: { detail: 'Not yet.' } });
    assert.equal(await service.launch(agent.url), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
    assert.equal(asksFor(service, LOG_PATH).length, 3);
    assert.match(String(resultsText(service)), /Not yet\. Asked 3 times\./);
  });

  test(`${name}: it gives up if the next try would be too late`, async (t) => {
    const { service, agent } = await setup(t, program, { CALL_LOG_SECONDS: '60' });
    service.answer(LOG_PATH, { status: 404, retryAfter: '61', body: { detail: 'Not yet.' } });
    assert.equal(await service.launch(agent.url), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
    assert.equal(asksFor(service, LOG_PATH).length, 1);
    assert.match(resultsText(service), /Not yet\. Waited 60 s\./);
  });

  test(`${name}: a log that it cannot read gives an error too`, async (t) => {
    const { service, agent } = await setup(t, program);
    service.answer(LOG_PATH, { status: 200, body: '<html>' });
    assert.equal(await service.launch(agent.url), 202);
    await service.until((asked) => resultsOf(asked).length === 1);
    assert.match(resultsText(service), /could not read the call log/);
  });

  test(`${name}: a result is posted again while that can help, unchanged`, async (t) => {
    const { service, agent } = await setup(t, program);
    const busy = { status: 503, retryAfter: '0' };
    service.answer('/v1/acw-results', busy, { ...busy, status: 429 }, { status: 200 });
    assert.equal(await service.launch(agent.url), 202);
    await agent.until('recorded before');
    const posted = asksFor(service, '/v1/acw-results').map(({ body }) => body);
    assert.equal(posted.length, 3);
    assert.equal(new Set(posted).size, 1);
  });

  test(`${name}: a refused result is not posted again`, async (t) => {
    const { service, agent } = await setup(t, program);
    const problem = { detail: 'The run has ended.' };
    service.answer('/v1/acw-results', { status: 409, body: problem });
    assert.equal(await service.launch(agent.url), 202);
    await agent.until('not recorded: The run has ended.');
    assert.equal(asksFor(service, '/v1/acw-results').length, 1);
  });

  test(`${name}: when stopped, it ends what it began`, async (t) => {
    const { service, agent } = await setup(t, program);
    service.answer(LOG_PATH, { status: 404, retryAfter: '1' }, { status: 200, body: LOG });
    assert.equal(await service.launch(agent.url), 202);
    await service.until(() => asksFor(service, LOG_PATH).length === 1);
    assert.equal(await agent.stop(), 0);
    assert.equal(resultsOf(service.asked).length, 1);
  });
}

async function setup(
  t: TestContext,
  program: AgentProgram,
  settings: Environment = {},
): Promise<Setup> {
  const service = await playService();
  t.after(() => service.close());
  service.answer(LOG_PATH, { status: 200, body: LOG });
  const agent = await startAgent(t, program, {
    RINGPOST_URL: service.url,
    RINGPOST_API_KEY: 'rp_test',
    RINGPOST_PROJECT: PROJECT,
    ...settings,
  });
  return { service, agent };
}

function asksFor({ asked }: PlayedService, wanted: string): readonly Asked[] {
  return asked.filter(({ path }) => path === wanted);
}

function resultsOf(asked: readonly Asked[]): readonly unknown[] {
  const posted = asked.filter(({ path }) => path === '/v1/acw-results');
  return posted.map(({ body }) => JSON.parse(body));
}

function resultsText(service: PlayedService): string {
  return asksFor(service, '/v1/acw-results')
    .map(({ body }) => body)
    .join('\n');
}
