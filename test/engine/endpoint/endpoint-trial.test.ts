/** Trials of an endpoint: test and preview. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { createEndpointService } from '../../../src/engine/endpoint/endpoint-service.ts';
import { TESTS_MAX } from '../../../src/engine/endpoint/endpoint-trial.ts';
import {
  AUTHOR,
  auditOf,
  deliveriesOf,
  failure,
  START_MS,
  setup,
  TOKEN,
  wanted,
} from '../manage/setup.ts';

const TRIGGER = 'OUTBOUND_CALL_ERROR';

test('a test goes through the channel of the endpoint and is answered inline', async (t) => {
  const { endpoints, project, channel } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  const result = await endpoints.test(project.key, id, TRIGGER, AUTHOR);
  const [sent] = channel.sent;
  assert.equal(sent?.endpoint.id, id);
  assert.match(result.webhookId, /^msg_[0-9A-Z]{19}$/);
  const { request, ...rest } = result;
  assert.deepEqual(rest, {
    webhookId: sent?.webhookId,
    outcome: 'delivered',
    status: 200,
    error: null,
    detail: null,
    durationMs: 12,
    excerpt: 'ok',
    diagnosis: null,
  });
  assert.equal(request.body, sent?.body);
  assert.equal(JSON.parse(request.body).errors.length, 1);
  assert.ok(!JSON.stringify(result).includes(TOKEN));
});

test('a test is in no lane and no list, but in the audit trail', async (t) => {
  const { endpoints, project, store } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  const { webhookId } = await endpoints.test(project.key, id, TRIGGER, AUTHOR);
  assert.deepEqual(await deliveriesOf(store, project.key), []);
  const entry = (await auditOf(store, project.key)).at(-1);
  assert.deepEqual(
    [entry?.action, entry?.target, entry?.after],
    ['endpoint.tested', id, { trigger: TRIGGER, webhookId }],
  );
});

test('a test that fails says why, by the rules of real deliveries', async (t) => {
  const { endpoints, project, channel } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  channel.answer({ kind: 'error', error: 'timeout', detail: 'No answer in 10 s.', durationMs: 9 });
  const late = await endpoints.test(project.key, id, TRIGGER, AUTHOR);
  assert.deepEqual(
    [late.outcome, late.status, late.error, late.detail],
    ['retryable', null, 'timeout', 'No answer in 10 s.'],
  );
  assert.match(late.diagnosis?.nextStep ?? '', /\w+/);
  channel.answer({ kind: 'blocked', detail: 'Private.', durationMs: 1 });
  const blocked = await endpoints.test(project.key, id, TRIGGER, AUTHOR);
  assert.deepEqual([blocked.outcome, blocked.error], ['blocked', 'blocked']);
});

test('a disabled endpoint can be tested, one of another project cannot', async (t) => {
  const { endpoints, project, foreign } = await setup(t);
  const { id } = await endpoints.create(project.key, wanted({ enabled: false }), AUTHOR);
  assert.equal((await endpoints.test(project.key, id, TRIGGER, AUTHOR)).outcome, 'delivered');
  await assert.rejects(endpoints.test(foreign.key, id, TRIGGER, AUTHOR), failure('NOT_FOUND'));
});

test('a bounded number of tests runs at once', async (t) => {
  const { parts, project, channel } = await setup(t);
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let running = 0;
  const slow = {
    ...channel,
    send: async (request: Parameters<typeof channel.send>[0]) => {
      running += 1;
      if (running === TESTS_MAX) started.resolve();
      await gate.promise;
      return channel.send(request);
    },
  };
  const endpoints = createEndpointService({ ...parts, channels: new Map([['custom', slow]]) });
  const { id } = await endpoints.create(project.key, wanted(), AUTHOR);
  const ask = () => endpoints.test(project.key, id, TRIGGER, AUTHOR);
  const tests = Array.from({ length: TESTS_MAX }, ask);
  await started.promise;
  await assert.rejects(ask(), failure('RATE_LIMITED'));
  gate.resolve();
  await Promise.all(tests);
  await ask();
});

test('a preview shows the request without sending it', async (t) => {
  const { endpoints, project, channel } = await setup(t);
  const input = { kind: 'custom', trigger: 'CALL_LOG_CREATED', contentKey: 'content' } as const;
  const shown = await endpoints.preview(project.key, input);
  assert.deepEqual(channel.sent, []);
  assert.deepEqual(Object.keys(JSON.parse(shown.body)), ['content', 'data']);
  assert.match(shown.headers['webhook-id'] ?? '', /^msg_/);
});

test('S12.12: neither a test mail nor its preview has text of the project', async (t) => {
  const { endpoints, project, channel } = await setup(t);
  const { firedAtMs, ...choice } = {
    kind: 'email',
    trigger: TRIGGER,
    firedAtMs: START_MS,
  } as const;
  const mail = {
    name: 'mail',
    kind: 'email',
    target: 'a@example.com',
    triggers: [TRIGGER],
  } as const;
  const { id } = await endpoints.create(project.key, mail, AUTHOR);
  await endpoints.test(project.key, id, TRIGGER, AUTHOR, { firedAtMs });
  const shown = (test: boolean) => endpoints.preview(project.key, { ...choice, firedAtMs, test });
  const sent = channel.sent[0]?.body ?? '';
  assert.match(sent, /\[Ringpost test\] /);
  assert.equal((await shown(true)).body, sent);
  assert.doesNotMatch((await shown(false)).body, /Ringpost test/);
});

test('a kind without a channel cannot be previewed', async (t) => {
  const { parts, project } = await setup(t);
  const endpoints = createEndpointService({ ...parts, channels: new Map() });
  const input = { kind: 'builtin-analyzer', trigger: 'CALL_LOG_CREATED' } as const;
  const asking = endpoints.preview(project.key, input);
  await assert.rejects(asking, failure('INVALID_INPUT', ['/kind']));
});

test('a test of a built-in agent is its result of a sample call, without a request', async (t) => {
  const { endpoints, project, store, channel } = await setup(t);
  await store.createScorecard({
    projectKey: project.key,
    settings: DEFAULT_SCORECARD,
    audit: null,
    nowMs: START_MS,
  });
  for (const [kind, schema] of [
    ['builtin-analyzer', 'summary'],
    ['builtin-evaluator', 'score'],
  ] as const) {
    const { id } = await endpoints.create(project.key, agentOf(kind), AUTHOR);
    const tested = await endpoints.test(project.key, id, 'CALL_LOG_CREATED', AUTHOR);
    assert.deepEqual([tested.outcome, tested.status, tested.error], ['delivered', null, null]);
    assert.ok(JSON.parse(tested.excerpt ?? '')[schema] !== null);
    assert.match(tested.detail ?? '', /^Nothing was sent: /);
    const { target, data } = JSON.parse(tested.request.body);
    assert.deepEqual([target, data.projectId], [null, project.id]);
  }
  assert.deepEqual(channel.sent, []);
});

test('a built-in agent that cannot work says so in its test', async (t) => {
  const { endpoints, project } = await setup(t);
  const { id } = await endpoints.create(
    project.key,
    { ...agentOf('builtin-analyzer'), agent: { engine: 'LLM' } },
    AUTHOR,
  );
  const tested = await endpoints.test(project.key, id, 'CALL_LOG_CREATED', AUTHOR);
  assert.deepEqual([tested.outcome, tested.error], ['rejected', 'MODEL_NOT_CONFIGURED']);
  assert.match(tested.detail ?? '', /RINGPOST_LLM_BASE_URL/);
});

test('S4.8: the preview of a self-provided agent is its launch', async (t) => {
  const { endpoints, project } = await setup(t);
  const input = { kind: 'self-provided-agent', trigger: 'CALL_LOG_CREATED' } as const;
  const shown = await endpoints.preview(project.key, input);
  const { data } = JSON.parse(shown.body);
  assert.deepEqual(Object.keys(data), [
    'callId',
    'callStatus',
    'callSid',
    'clientId',
    'direction',
    'projectId',
  ]);
  assert.equal(data.projectId, project.id);
});

function agentOf(kind: 'builtin-analyzer' | 'builtin-evaluator') {
  return { name: 'agent', kind, triggers: ['CALL_LOG_CREATED'] as const };
}
