/**
 * After-call work through the real process and three kills: two built-in agents and a self-provided
 * one work on a call whose log comes late, and wait in vain for the log of another. Every run ends
 * once, whatever was killed meanwhile, and subscribed endpoints are told in the call's lane.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { copyService, type ServiceCopy } from '../support/service-copy.ts';
import { callApi, type ServiceProcess, startService } from '../support/service-process.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

/** The shortest wait that an agent may have. */
const LOG_WAIT_MS = 10_000;
const DEADLINE_MS = 12_000;
/** Changes to the service: minutes that a test need not wait for become seconds. */
const MINUTES = [
  {
    // After a start nothing is given up for this long; the runner's own tests use the real value.
    file: 'src/engine/acw/runner-limits.ts',
    from: 'PATIENCE_MS = 60_000',
    to: 'PATIENCE_MS = 5_000',
  },
  {
    file: 'src/core/endpoint/endpoint.ts',
    from: 'default: 900_000, min: 60_000',
    to: `default: 900_000, min: ${DEADLINE_MS}`,
  },
];
const AUTH = { method: 'bearer', token: 'journey-token' };
const LOG = {
  direction: 'INBOUND',
  startedAt: '2026-11-20T11:17:00Z',
  language: 'en',
  turns: [
    { speaker: 'AGENT', text: 'Hello, this is Dana.', startMs: 0, endMs: 1_500 },
    { speaker: 'CUSTOMER', text: 'Where is my order 4712?', startMs: 2_000, endMs: 4_000 },
    { speaker: 'AGENT', text: 'It arrives tomorrow. Goodbye.', startMs: 4_500, endMs: 7_000 },
  ],
};

interface Run {
  readonly acwRunId: string;
  readonly acwAgentId: string;
  readonly agentName: string;
  readonly trigger: string;
  readonly state: string;
  readonly reason: string | null;
  readonly startedAt: string | null;
  readonly giveUpAt: string | null;
  readonly acwResultId: string | null;
}

/** The service, which can be killed and started again on its data. */
class Journey {
  readonly receiver: Receiver;
  readonly #directory: string;
  readonly #copy: ServiceCopy;
  #service: ServiceProcess;

  static async begin(t: TestContext): Promise<Journey> {
    const directory = await mkdtemp(join(tmpdir(), 'ringpost-journey-'));
    const [receiver, copy] = await Promise.all([startReceiver(), copyService(MINUTES)]);
    const service = await startService({ directory, main: copy.main });
    const journey = new Journey({ directory, copy, receiver, service });
    t.after(async () => {
      await journey.#service.kill();
      await receiver.close();
      await copy.remove();
      await rm(directory, { recursive: true, force: true });
    });
    return journey;
  }

  private constructor(parts: {
    readonly directory: string;
    readonly copy: ServiceCopy;
    readonly receiver: Receiver;
    readonly service: ServiceProcess;
  }) {
    this.#directory = parts.directory;
    this.#copy = parts.copy;
    this.receiver = parts.receiver;
    this.#service = parts.service;
  }

  /** Sends `kill -9`, then starts on the same data. */
  async crash(): Promise<void> {
    await this.#service.kill();
    this.#service = await startService({ directory: this.#directory, main: this.#copy.main });
  }

  ask(method: string, path: string, body?: object) {
    return callApi(this.#service, method, path, body);
  }

  /** Requires this status, and returns the body. */
  async call(method: string, path: string, status: number, body?: object) {
    const answer = await this.ask(method, path, body);
    assert.equal(answer.status, status, JSON.stringify(answer));
    return Object(answer.body);
  }

  async endpoint(kind: string, triggers: readonly string[], more: object): Promise<string> {
    const settings = { name: kind, kind, triggers, ...more };
    return (await this.call('POST', '/v1/endpoints', 201, settings)).id;
  }

  async report(callId: string, direction: string, status: string): Promise<void> {
    await this.call('POST', `/v1/calls/${callId}/reports`, 202, { direction, status });
  }

  async runs(callId: string): Promise<readonly Run[]> {
    return (await this.call('GET', `/v1/acw-runs?callId=${callId}`, 200)).data;
  }

  /** The webhooks that the subscriber got about one call. */
  told(callId: string): readonly Received[] {
    return of(this.receiver.received, callId);
  }

  async untilTold(callId: string, count: number): Promise<void> {
    await this.receiver.until((received) => of(received, callId).length >= count);
  }
}

function of(received: readonly Received[], callId: string): readonly Received[] {
  return received.filter(
    ({ path, body }) => path === '/told' && JSON.parse(body).data.callId === callId,
  );
}

/** Makes two built-in agents and one self-provided, which comes last. */
async function agents(journey: Journey): Promise<readonly [string, string, string]> {
  const { url } = journey.receiver;
  const ended = ['INBOUND_CALL_COMPLETED', 'OUTBOUND_CALL_BUSY', 'CALL_LOG_CREATED'];
  const told = { target: `${url}/told`, auth: AUTH, retryScheduleMs: [1_000, 1_000] };
  await journey.endpoint('custom', [...ended, 'ACW_COMPLETED'], told);
  const wait = { agent: { callLogWaitMs: LOG_WAIT_MS } };
  // An inbound call fires both triggers, so the evaluator runs twice.
  const both = ['INBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'];
  const own = { target: `${url}/agent`, auth: AUTH, agent: { deadlineMs: DEADLINE_MS } };
  return [
    await journey.endpoint('builtin-analyzer', ['CALL_LOG_CREATED'], wait),
    await journey.endpoint('builtin-evaluator', both, wait),
    await journey.endpoint('self-provided-agent', ['CALL_LOG_CREATED'], own),
  ];
}

/** From now on an agent's wait outlasts any number of starts. */
async function giveTime(journey: Journey, ids: readonly [string, string, string]): Promise<void> {
  for (const id of ids) {
    const agent = id === ids[2] ? { deadlineMs: 900_000 } : { callLogWaitMs: 600_000 };
    await journey.call('PATCH', `/v1/endpoints/${id}`, 200, { agent });
  }
}

/**
 * Waits until all runs of a busy call have begun: it gets no log, and the test's agent posts
 * nothing.
 */
async function untilWaiting(journey: Journey, callId: string): Promise<void> {
  let runs: readonly Run[] = [];
  do runs = await journey.runs(callId);
  while (runs.length < 3 || runs.some(({ giveUpAt }) => giveUpAt === null));
  for (const { agentName, giveUpAt, startedAt } of runs) {
    const ofOwn = agentName === 'self-provided-agent';
    const waitMs = Date.parse(String(giveUpAt)) - Date.parse(String(startedAt));
    assert.equal(waitMs, ofOwn ? DEADLINE_MS : LOG_WAIT_MS, agentName);
  }
}

/** The lane of a call: sequences without a gap; only crashes repeat a webhook. */
function laneOf(received: readonly Received[]): readonly Received[] {
  const ids = new Map(received.map((each) => [String(each.headers['webhook-id']), each]));
  const lane = [...ids.values()];
  assert.deepEqual(
    lane.map(({ headers }) => Number(headers['webhook-sequence'])),
    lane.map((_, at) => at + 1),
  );
  return lane;
}

function eventsOf(lane: readonly Received[]): readonly unknown[] {
  return lane.map(({ headers }) => headers['webhook-event']);
}

/** Each ACW_COMPLETED names another run's result, and agrees with the API. */
async function checkTold(journey: Journey, callId: string, isError: boolean): Promise<void> {
  const runs = await journey.runs(callId);
  const announced = laneOf(journey.told(callId))
    .filter(({ headers }) => headers['webhook-event'] === 'ACW_COMPLETED')
    .map(({ body }) => JSON.parse(body));
  assert.equal(announced.length, runs.length);
  for (const { data, errors } of announced) {
    assert.deepEqual(Object.keys(data), ['callId', 'acwAgentId', 'acwResultId', 'isError']);
    assert.equal(data.isError, String(isError));
    const run = runs.find(({ acwResultId }) => acwResultId === data.acwResultId);
    assert.equal(run?.acwAgentId, data.acwAgentId);
    const path = `/v1/acw-results?acwResultId=${data.acwResultId}`;
    const result = await journey.call('GET', path, 200);
    assert.deepEqual([result.isError, result.acwRunId], [isError, run?.acwRunId]);
    const codes = Object(errors ?? []).map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, isError ? ['ANALYZER_FAILED'] : []);
  }
  const results = new Set(announced.map(({ data }) => data.acwResultId));
  assert.equal(results.size, runs.length, 'every run ended with a result of its own, once');
}

test('runs outlive three kills, end once each, and are told in order', async (t) => {
  const journey = await Journey.begin(t);
  const ids = await agents(journey);
  const [, , agentId] = ids;

  await journey.report('busy-1', 'OUTBOUND', 'BUSY');
  await untilWaiting(journey, 'busy-1');
  await giveTime(journey, ids);
  await journey.report('call-1', 'INBOUND', 'CALLING');
  await journey.report('call-1', 'INBOUND', 'COMPLETED');
  await journey.untilTold('call-1', 2);
  const launches = (received: readonly Received[]) =>
    received.filter(({ path }) => path === '/agent').length;
  await journey.receiver.until((received) => launches(received) >= 2);
  while ((await journey.runs('call-1')).some(({ state }) => state === 'QUEUED'));
  await journey.crash();

  assert.deepEqual(
    (await journey.runs('call-1')).map((run) => `${run.agentName} ${run.trigger} ${run.state}`),
    [
      'self-provided-agent CALL_LOG_CREATED RUNNING',
      'builtin-evaluator CALL_LOG_CREATED WAITING_CALL_LOG',
      'builtin-analyzer CALL_LOG_CREATED WAITING_CALL_LOG',
      'builtin-evaluator INBOUND_CALL_COMPLETED WAITING_CALL_LOG',
    ],
  );
  await journey.call('POST', '/v1/call-logs/call-1', 201, LOG);
  // Whatever the three runs do now, their log is stored: nothing of theirs may be lost.
  await journey.crash();
  const launch = journey.receiver.received.find(
    ({ path, body }) => path === '/agent' && JSON.parse(body).data.callId === 'call-1',
  );
  const acwRunId = String(launch?.headers['acw-run-id']);
  assert.equal(launch?.headers['acw-agent-id'], agentId);
  const result = { callId: 'call-1', acwAgentId: agentId, acwRunId, result: { mood: 'calm' } };
  await journey.call('POST', '/v1/acw-results', 201, result);
  await journey.crash();
  await journey.call('POST', '/v1/acw-results', 200, result);

  await journey.untilTold('call-1', 2 + 4);
  while ((await journey.runs('call-1')).some(({ state }) => state !== 'SUCCEEDED'));
  await checkTold(journey, 'call-1', false);
  assert.deepEqual(eventsOf(laneOf(journey.told('call-1'))), [
    'INBOUND_CALL_COMPLETED',
    'CALL_LOG_CREATED',
    'ACW_COMPLETED',
    'ACW_COMPLETED',
    'ACW_COMPLETED',
    'ACW_COMPLETED',
  ]);

  // The times that the busy call's runs were given at their start stand, whatever changed since.
  await journey.untilTold('busy-1', 2 + 3);
  await checkTold(journey, 'busy-1', true);
  assert.deepEqual(
    (await journey.runs('busy-1')).map((run) => `${run.agentName} ${run.reason}`),
    [
      'self-provided-agent DEADLINE_PASSED',
      'builtin-evaluator CALL_LOG_NOT_FOUND',
      'builtin-analyzer CALL_LOG_NOT_FOUND',
    ],
  );
  const late = await journey.ask('POST', '/v1/acw-results', { ...result, callId: 'busy-1' });
  assert.equal(late.status, 404, 'the id is of a run of another call');
  const { acwRunId: _, ...own } = { ...result, callId: 'busy-1' };
  const unnamed = await journey.ask('POST', '/v1/acw-results', own);
  assert.equal(Object(unnamed.body).code, 'ACW_RUN_NOT_FOUND', 'none is open');
});
