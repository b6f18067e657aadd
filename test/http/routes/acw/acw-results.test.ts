/** Results of agents over HTTP: recorded once, and fetched as the text that was sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENT_DEADLINE_MS } from '../../../../src/core/endpoint/endpoint.ts';
import { failedEnd } from '../../../../src/engine/acw/built-in.ts';
import { RESULT_BYTES_MAX } from '../../../../src/engine/ports/acw-store.ts';
import { type Answer, setup } from '../../setup.ts';
import { launchedRun } from './agent-run.ts';

function isProblem(answer: Answer, status: number, code: string, field?: string): void {
  assert.deepEqual([answer.status, answer.at('/code')], [status, code], answer.text);
  if (field !== undefined) assert.equal(answer.at('/errors/0/field'), field, answer.text);
}

test('a result is recorded, and fetched by the id that the answer gives', async (t) => {
  const bundle = await setup(t);
  const { call, project } = bundle;
  const run = await launchedRun(bundle, 'a/b');
  const errors = [{ code: 'ANALYZER_FAILED', message: 'the model was away' }];
  const made = await call('POST', '/v1/acw-results', {
    ...run,
    isError: 'true',
    errors,
    result: { partial: true },
    engine: 'mine 1.4',
  });
  assert.equal(made.status, 201, made.text);
  const acwResultId = String(made.at('/acwResultId'));
  const createdAt = '2026-11-20T00:00:00.000Z';
  const receipt = { acwResultId, ...run, isError: true, createdAt };
  assert.deepEqual(made.json, receipt);
  const place = made.headers.get('location') ?? '';
  assert.equal(place, `/v1/acw-results?acwResultId=${acwResultId}`);
  const read = await call('GET', place);
  assert.equal(read.status, 200, read.text);
  assert.match(read.headers.get('content-type') ?? '', /^application\/json/);
  const { startedAt, ...rest } = Object(read.json);
  assert.deepEqual(rest, {
    ...receipt,
    projectId: project.id,
    agentKind: 'SELF_PROVIDED',
    reason: 'AGENT_FAILED',
    errors,
    engine: 'mine 1.4',
    result: { partial: true },
    finishedAt: createdAt,
  });
  assert.ok(startedAt === null || startedAt === createdAt);
  const list = await call('GET', '/v1/calls/a%2Fb/acw-results');
  const { result: _, ...summary } = Object(read.json);
  assert.deepEqual(list.json, { data: [summary], nextCursor: null });
});

test('the result of an agent is fetched as the text that it sent', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const texts = [
    '{"b":9007199254740993,"2":1.0,"1":[1e2, "}\\u0041{" ],"__proto__":{"x":null}}',
    '{}',
    '{ "text" : "\\ud83d\\ude00 \u202e" }',
  ];
  for (const [index, text] of texts.entries()) {
    const run = await launchedRun(bundle, `call_${index}`);
    const raw = `{"result":${text},${JSON.stringify(run).slice(1)}`;
    const made = await call('POST', '/v1/acw-results', undefined, { raw });
    assert.equal(made.status, 201, made.text);
    const read = await call('GET', made.headers.get('location') ?? '');
    assert.ok(read.text.endsWith(`,"result":${text}}`), read.text);
  }
  const none = await launchedRun(bundle, 'call_none');
  const made = await call('POST', '/v1/acw-results', none);
  assert.equal((await call('GET', made.headers.get('location') ?? '')).at('/result'), null);
});

test('the same content again is 200 with the same result, other content 409', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const run = await launchedRun(bundle, 'call_1');
  const content = { ...run, isError: false, result: { a: 1 } };
  const first = await call('POST', '/v1/acw-results', content);
  const again = await call('POST', '/v1/acw-results', { ...content, isError: 'false' });
  assert.deepEqual([again.status, again.json], [200, first.json], again.text);
  const other = await call('POST', '/v1/acw-results', { ...content, result: { a: 2 } });
  isProblem(other, 409, 'ACW_RESULT_EXISTS');
  assert.ok(String(other.at('/detail')).includes(String(first.at('/acwResultId'))));
});

test('a result without a run id belongs to the open run of the agent', async (t) => {
  const bundle = await setup(t);
  const { acwRunId, ...named } = await launchedRun(bundle, 'call_1');
  const made = await bundle.call('POST', '/v1/acw-results', named);
  assert.deepEqual([made.status, made.at('/acwRunId')], [201, acwRunId], made.text);
});

test('a result for no run, another call or another agent is 404 and not recorded', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const run = await launchedRun(bundle, 'call_1');
  const other = await launchedRun(bundle, 'call_2');
  const unknown = 'run_01M7V41F0000000000Z';
  for (const wrong of [
    { callId: 'call_2' },
    { callId: 'nobody' },
    { acwAgentId: other.acwAgentId },
    { acwAgentId: 'ep_01M7V41F0000000000Z' },
    { acwRunId: unknown },
    { acwRunId: other.acwRunId },
  ]) {
    const answer = await call('POST', '/v1/acw-results', { ...run, ...wrong });
    isProblem(answer, 404, 'ACW_RUN_NOT_FOUND');
  }
  assert.deepEqual((await call('GET', '/v1/calls/call_1/acw-results')).at('/data'), []);
});

test('a result after the deadline of its run is 409', async (t) => {
  const bundle = await setup(t);
  const { call, clock, store } = bundle;
  const run = await launchedRun(bundle, 'call_1');
  const launch = run.acwRunId.replace('run_', 'dlv_');
  await bundle.settle(launch, { state: 'delivered', atMs: clock.wallMs(), failures: 0 }, 202);
  const path = `/v1/acw-runs/${run.acwRunId}`;
  const running = await call('GET', path);
  assert.deepEqual(['/state', '/startedAt', '/giveUpAt'].map(running.at), [
    'RUNNING',
    '2026-11-20T00:00:00.000Z',
    '2026-11-20T00:15:00.000Z',
  ]);
  clock.advance(AGENT_DEADLINE_MS.default);
  const [claimed] = await store.claimRuns({ nowMs: clock.wallMs(), claimMs: 60_000, limit: 10 });
  assert.ok(claimed);
  await store.finishRun({
    run: claimed.key,
    claim: claimed.claim,
    end: failedEnd('DEADLINE_PASSED'),
    nowMs: clock.wallMs(),
  });
  const late = await call('POST', '/v1/acw-results', { ...run, result: { a: 1 } });
  isProblem(late, 409, 'ACW_RUN_CLOSED');
  const failed = await call('GET', path);
  assert.deepEqual(['/state', '/reason'].map(failed.at), ['FAILED', 'DEADLINE_PASSED']);
  const shown = await call('GET', `/v1/acw-results?acwResultId=${failed.at('/acwResultId')}`);
  assert.deepEqual(['/isError', '/reason', '/errors/0/code'].map(shown.at), [
    true,
    'DEADLINE_PASSED',
    'ANALYZER_FAILED',
  ]);
  const timeline = await call('GET', '/v1/calls/call_1');
  const firings: { trigger: string; reportNumber: number | null }[] = Object(
    timeline.at('/timeline/firings'),
  );
  const own = firings.filter(({ reportNumber }) => reportNumber === null);
  assert.ok(
    own.some(({ trigger }) => trigger === 'ACW_COMPLETED'),
    'no report fired it',
  );
  assert.ok(firings.some(({ reportNumber }) => reportNumber === 1));
});

test('a malformed field is named, and a result that is too large is 413', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const run = await launchedRun(bundle, 'call_1');
  const cases: readonly (readonly [more: object, field: string])[] = [
    [{ callId: undefined }, '/callId'],
    [{ acwAgentId: 'crm' }, '/acwAgentId'],
    [{ isError: 'yes' }, '/isError'],
    [{ isError: 1 }, '/isError'],
    [{ result: [] }, '/result'],
    [{ result: 'done' }, '/result'],
    [{ errors: [{ code: 'INTERNAL_ERROR' }] }, '/errors'],
    [{ isError: true, errors: [{ code: '' }] }, '/errors/0/code'],
    [{ score: 1 }, '/score'],
  ];
  for (const [more, field] of cases) {
    const answer = await call('POST', '/v1/acw-results', { ...run, ...more });
    isProblem(answer, 422, 'INVALID_INPUT', field);
  }
  const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const deep = await call('POST', '/v1/acw-results', { ...run, result: nested(33) });
  isProblem(deep, 400, 'MALFORMED_JSON');
  const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
  const over = await call('POST', '/v1/acw-results', {
    ...run,
    result: sized(RESULT_BYTES_MAX + 1),
  });
  isProblem(over, 413, 'BODY_TOO_LARGE');
  const huge = await call('POST', '/v1/acw-results', { ...run, result: sized(1_000_000) });
  isProblem(huge, 413, 'BODY_TOO_LARGE');
  const most = await call('POST', '/v1/acw-results', { ...run, result: sized(RESULT_BYTES_MAX) });
  assert.equal(most.status, 201, most.text);
});

test('a result with as many keys as an analysis is accepted', async (t) => {
  const bundle = await setup(t);
  const run = await launchedRun(bundle, 'call_1');
  const topics = Array.from({ length: 2_000 }, (_, turn) => ({ name: 'a', turn }));
  const made = await bundle.call('POST', '/v1/acw-results', { ...run, result: { topics } });
  assert.equal(made.status, 201, made.text);
});

test('the results of a call come in pages, the newest first', async (t) => {
  const bundle = await setup(t);
  const { call } = bundle;
  const ids: unknown[] = [];
  const { acwAgentId } = await launchedRun(bundle, 'call_1');
  for (let index = 0; index < 3; index += 1) {
    const made = await call('POST', '/v1/acw-results', {
      callId: 'call_1',
      acwAgentId,
      result: { index },
    });
    assert.equal(made.status, 201, made.text);
    ids.unshift(made.at('/acwResultId'));
    await call('POST', '/v1/calls/call_1/acw-runs', { acwAgentId });
  }
  const seen: unknown[] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await call('GET', `/v1/calls/call_1/acw-results?limit=2${query}`);
    assert.equal(page.status, 200, page.text);
    const rows: { acwResultId: string }[] = Object(page.at('/data'));
    seen.push(...rows.map(({ acwResultId }) => acwResultId));
    cursor = page.at('/nextCursor');
  }
  assert.deepEqual(seen, ids);
});

test('fetching a result without an id is 400, with an unknown one 404', async (t) => {
  const { call } = await setup(t);
  for (const [query, status, code] of [
    ['', 400, 'INVALID_PARAMETER'],
    ['?acwResultId=', 400, 'INVALID_PARAMETER'],
    ['?acwResultId=run_01M7V41F0000000000Z', 400, 'INVALID_PARAMETER'],
    ['?acwResultId=acwr_01M7V41F0000000000Z', 404, 'NOT_FOUND'],
    ['?acwResultId=acwr_01M7V41F0000000000Z&x=1', 400, 'INVALID_PARAMETER'],
  ] as const) {
    isProblem(await call('GET', `/v1/acw-results${query}`), status, code);
  }
  isProblem(await call('GET', '/v1/calls/nobody/acw-results'), 404, 'NOT_FOUND');
  isProblem(await call('GET', '/v1/calls/%20a/acw-results'), 422, 'INVALID_INPUT', 'path.callId');
});
