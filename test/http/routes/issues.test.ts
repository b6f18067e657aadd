/** Issues over the API: failures grouped, diagnosed, marked, resolved and retried together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { type Bundle, setup } from '../setup.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING'] as const;

/** Reports calls and fails their deliveries with 503; returns the ids of the deliveries. */
async function failing(bundle: Bundle, calls: readonly string[]): Promise<readonly string[]> {
  for (const callId of calls) {
    const report = { direction: 'OUTBOUND', status: 'CALLING' };
    await bundle.call('POST', `/v1/calls/${callId}/reports`, report);
  }
  const page = await bundle.call('GET', '/v1/deliveries?state=due');
  const rows: { id: string }[] = Object(page.at('/data'));
  for (const [at, { id }] of rows.entries()) {
    const atMs = bundle.clock.wallMs();
    const next =
      at === 0
        ? ({ state: 'exhausted', atMs, failures: 7 } as const)
        : ({ state: 'retrying', dueAtMs: atMs + 60_000, failures: 1 } as const);
    await bundle.settle(id, next, 503);
  }
  return rows.map(({ id }) => id);
}

test('failures of one class at one endpoint are one issue, with what to do', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  await failing(bundle, ['a', 'b', 'c']);
  const { at, text } = await bundle.call('GET', '/v1/issues');
  assert.deepEqual(at('/counts'), { open: 1, acknowledged: 0, muted: 0, resolved: 0 }, text);
  assert.deepEqual([at('/complete'), at('/lookedAt'), at('/nextCursor')], [true, 3, null]);
  const issue = Object(at('/data/0'));
  assert.deepEqual(
    [issue.fingerprint, issue.endpointId, issue.class, issue.resultClass, issue.status],
    [`${endpointId}-503`, endpointId, '503', '5xx', 'open'],
  );
  assert.deepEqual([issue.count, issue.failing, issue.givenUp, issue.calls], [3, 2, 1, 3]);
  assert.equal(
    issue.trend.counts.reduce((sum: number, count: number) => sum + count),
    3,
  );
  assert.match(issue.diagnosis.nextStep, /retry what was given up/);
  const one = await bundle.call('GET', `/v1/issues/${issue.fingerprint}`);
  const examples: { state: string }[] = Object(one.at('/examples'));
  assert.equal(examples.length, 3);
  assert.deepEqual((await bundle.call('GET', '/v1/issues?status=muted')).at('/data'), []);
  const elsewhere = '/v1/issues?endpointId=ep_01M7WRXSYE000000009';
  assert.deepEqual((await bundle.call('GET', elsewhere)).at('/data'), []);
});

test('an issue is acknowledged, muted and opened with a note, and audited', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  await failing(bundle, ['a']);
  const path = `/v1/issues/${endpointId}-503`;
  const body = { status: 'acknowledged', note: 'Kim looks at it' };
  const marked = await bundle.call('PATCH', path, body);
  assert.deepEqual([marked.status, marked.at('/status')], [200, 'acknowledged'], marked.text);
  assert.equal(marked.at('/mark/note'), 'Kim looks at it');
  const muted = await bundle.call('PATCH', path, { status: 'muted' });
  assert.deepEqual([muted.at('/status'), muted.at('/mark/note')], ['muted', 'Kim looks at it']);
  const opened = await bundle.call('PATCH', path, { status: 'open', note: null });
  assert.deepEqual([opened.at('/status'), opened.at('/mark/note')], ['open', null]);
  const trail: { action: string; target: string }[] = Object(
    (await bundle.call('GET', '/v1/audit')).at('/data'),
  );
  assert.deepEqual(
    trail.slice(0, 3).map(({ action }) => action),
    ['issue.opened', 'issue.muted', 'issue.acknowledged'],
  );
  assert.equal(trail[0]?.target, `${endpointId}-503`);
  const long = await bundle.call('PATCH', path, { note: 'x'.repeat(1_001) });
  assert.deepEqual([long.status, long.at('/errors/0/field')], [422, '/note']);
});

test('an issue is resolved when its endpoint delivers and none of it still fails', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  const [first = '', second = ''] = await failing(bundle, ['a', 'b']);
  const path = `/v1/issues/${endpointId}-503`;
  bundle.clock.advance(1_000);
  const atMs = bundle.clock.wallMs();
  const health = { ...HEALTHY, lastSuccessAtMs: atMs };
  await bundle.settle(second, { state: 'delivered', atMs, failures: 1 }, 200, health);
  const resolved = await bundle.call('GET', path);
  assert.deepEqual([resolved.at('/status'), resolved.at('/count')], ['resolved', 1]);
  await bundle.call('POST', `/v1/deliveries/${first}/retry`);
  await bundle.settle(first, { state: 'delivered', atMs, failures: 7 }, 200, health);
  const gone = await bundle.call('GET', path);
  assert.deepEqual([gone.status, gone.at('/status'), gone.at('/count')], [200, 'resolved', 0]);
  assert.equal(gone.at('/lastAt'), null);
});

test('one job retries all deliveries of an issue, those with a planned retry too', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  await failing(bundle, ['a', 'b', 'c']);
  const filter = { issue: `${endpointId}-503` };
  const preview = await bundle.call('POST', '/v1/bulk/preview', { action: 'retry', filter });
  assert.deepEqual(preview.json, { matched: 3, matchedExact: true, endpoints: 1 }, preview.text);
  const other = { issue: `${endpointId}-500` };
  const none = await bundle.call('POST', '/v1/bulk/preview', { action: 'retry', filter: other });
  assert.equal(none.at('/matched'), 0);
});

test('issue, preview and job count the same, without those under way or held', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  const [first = '', second = ''] = await failing(bundle, ['a', 'b', 'c']);
  const atMs = bundle.clock.wallMs();
  await bundle.settle(second, { state: 'exhausted', atMs, failures: 7 }, 503);
  const filter = { issue: `${endpointId}-503` };
  const numbers = async () => {
    const issue = await bundle.call('GET', `/v1/issues/${filter.issue}`);
    const preview = await bundle.call('POST', '/v1/bulk/preview', { action: 'retry', filter });
    return [issue.at('/count'), preview.at('/matched'), issue.at('/status')];
  };
  assert.deepEqual(await numbers(), [3, 3, 'open']);
  // A delivery retried by hand is under way already.
  await bundle.call('POST', `/v1/deliveries/${first}/retry`);
  assert.deepEqual(await numbers(), [2, 2, 'open']);
  // A disabled endpoint holds open deliveries, so only the exhausted one is left to retry.
  await bundle.call('POST', `/v1/endpoints/${endpointId}/disable`);
  assert.deepEqual(await numbers(), [1, 1, 'open']);
  const job = await bundle.call('POST', '/v1/bulk', { action: 'retry', filter });
  bundle.bulkRunner.start();
  await bundle.bulkRunner.idle();
  const done = await bundle.call('GET', `/v1/bulk/${String(job.at('/id'))}`);
  assert.deepEqual([done.at('/matched'), done.at('/done')], [1, 1], done.text);
});

test('an unknown or malformed fingerprint is 404', async (t) => {
  const bundle = await setup(t);
  const endpointId = await bundle.endpoint(TRIGGERS);
  const names = ['x', `${endpointId}-9xx`, 'ep_01M7WRXSYE000000009-503', `${endpointId}-`];
  for (const name of names) {
    const answer = await bundle.call('GET', `/v1/issues/${name}`);
    assert.deepEqual([answer.status, answer.at('/code')], [404, 'NOT_FOUND'], name);
  }
});
