/** Catches runs of agents that end twice, never, too early or too late, or whose result is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingLost } from '../../../sim/check/nothing-lost.ts';
import { runsEnd } from '../../../sim/check/runs-end.ts';
import type { RestRun } from '../../../sim/history.ts';
import type { RunReason } from '../../../src/acw/run/run.ts';
import type { Endpoint } from '../../../src/core/endpoint/endpoint.ts';
import { asKey, formatId } from '../../../src/core/id.ts';
import { Given, type Row, saysOf } from './given.ts';

const LOG = 'CALL_LOG_CREATED';
const WAIT_MS = 100_000;
const DEADLINE_MS = 120_000;
const OWN: Partial<Endpoint> = {
  kind: 'self-provided-agent',
  triggers: [LOG],
  agent: { deadlineMs: DEADLINE_MS },
};
const BUILT_IN: Partial<Endpoint> = {
  kind: 'builtin-analyzer',
  triggers: [LOG],
  agent: { engine: 'AUTO', callLogWaitMs: WAIT_MS, scorecardId: null },
};

/** A run of one agent with a delivered launch, long after the start, so that all is quiet. */
function launched(agent: Partial<Endpoint>) {
  const given = new Given();
  given.after(1_000_000);
  given.endpoint(agent);
  const [row] = given.report('call-1', 'COMPLETED', [LOG]);
  if (row === undefined) assert.fail();
  given.attempt(row);
  return { given, row };
}

interface End {
  readonly reason?: RunReason;
  readonly posted?: boolean;
}

const RESULT = 7;

function resultId(given: Given): string {
  return formatId('acwr', given.wallMs(), RESULT);
}

/** The commit of an end, and the disk's content then. */
function end(given: Given, row: Row, { reason, posted = false }: End = {}): string {
  const isError = reason !== undefined;
  const run = { key: row.key, callId: row.callId, endpointId: 'ep_1', reason: reason ?? null };
  const ended = { run, result: RESULT, createdAtMs: given.wallMs(), made: [], heads: [] };
  if (posted) given.commit('postResult', { isError }, { kind: 'created', ...ended });
  else given.commit('finishRun', { end: { isError } }, { kind: 'finished', ...ended });
  const id = resultId(given);
  atRest(given, row, { state: isError ? 'FAILED' : 'SUCCEEDED', resultIds: [id] });
  return id;
}

function atRest(given: Given, row: Row, change: Partial<RestRun>): void {
  const { key, endpoint, callId } = row;
  const none = { state: 'RUNNING', reason: null, resultIds: [] } as const;
  given.rest = { runs: [{ runId: `run_${key}`, key, endpoint, callId, ...none, ...change }] };
}

function log(given: Given): void {
  given.commit('putCallLog', { callId: 'call-1' }, { kind: 'stored', version: 1, created: true });
}

function says(given: Given): string {
  return saysOf(runsEnd, given).join();
}

test('a run that ends by a posted result or by its log passes, and so does no run', () => {
  const own = launched(OWN);
  end(own.given.after(60_000), own.row, { posted: true });
  assert.equal(says(own.given), '');
  const builtIn = launched(BUILT_IN);
  log(builtIn.given.after(50_000));
  end(builtIn.given.after(1_000), builtIn.row);
  assert.equal(says(builtIn.given), '');
  const none = new Given();
  assert.equal(says(none), '');
});

test('a run whose deadline passes ends neither before it nor much later', () => {
  for (const [afterMs, wanted] of [
    [DEADLINE_MS - 50_000, /gave up after 70000 ms of 120000/],
    [DEADLINE_MS + 1_000, /^$/],
    [DEADLINE_MS + 60_000, /ended \d+ ms too late/],
  ] as const) {
    const { given, row } = launched(OWN);
    end(given.after(afterMs), row, { reason: 'DEADLINE_PASSED' });
    assert.match(says(given), wanted);
  }
});

test('after a crash a run has its whole time again, and a clock set forward shortens it', () => {
  const crashed = launched(OWN);
  crashed.given.after(DEADLINE_MS - 1_000).crash();
  end(crashed.given.after(DEADLINE_MS), crashed.row, { reason: 'DEADLINE_PASSED' });
  assert.equal(says(crashed.given), '');
  const jumped = launched(OWN);
  jumped.given.after(1_000).jump(DEADLINE_MS);
  end(jumped.given.after(1_000), jumped.row, { reason: 'DEADLINE_PASSED' });
  assert.equal(says(jumped.given), '');
});

test('a log that was stored before the run was claimed must be used', () => {
  const { given, row } = launched(BUILT_IN);
  log(given.after(WAIT_MS - 5_000));
  given.after(5_000).commit('claimRuns', {}, [{ key: asKey(row.key) }]);
  end(given, row, { reason: 'CALL_LOG_NOT_FOUND' });
  assert.match(says(given), /did not see its log/);
});

test('a run that its log does not wake is late', () => {
  const { given, row } = launched(BUILT_IN);
  // Long enough after the start of the process.
  log(given.after(50_000));
  end(given.after(25_000), row);
  assert.match(says(given), /ended 10000 ms too late/);
});

test('a run that ends twice, or never, is caught', () => {
  const twice = launched(OWN);
  end(twice.given.after(1_000), twice.row, { posted: true });
  end(twice.given, twice.row, { posted: true });
  assert.match(says(twice.given), /ended again/);
  const running = launched(OWN);
  atRest(running.given, running.row, { state: 'RUNNING' });
  assert.match(says(running.given), /is RUNNING at the end, and was never ended/);
  const queued = launched(OWN);
  atRest(queued.given, queued.row, { state: 'QUEUED' });
  assert.match(says(queued.given), /was never ended/);
  queued.row.state = 'cancelled';
  assert.match(says(queued.given), /was never ended/, 'cancelling its launch ends it');
});

/** A launch that was not delivered, cancelled by hand, and the end of its run. */
function cancelled(how: { readonly deleted?: boolean; readonly untold?: boolean } = {}) {
  const given = new Given();
  given.after(1_000_000);
  const agent = given.endpoint(OWN);
  const [row] = given.report('call-1', 'COMPLETED', [LOG]);
  if (row === undefined) assert.fail();
  const changed = { kind: 'changed', endpoint: agent };
  given.after(1_000).commit('cancelDelivery', { key: row.key }, changed);
  if (how.deleted === true) given.commit('deleteEndpoint', { key: agent }, true);
  given.after(1_000).commit('claimRuns', {}, [{ key: asKey(row.key) }]);
  const run = { key: row.key, callId: row.callId, endpointId: 'ep_1', reason: 'LAUNCH_CANCELLED' };
  const made = { result: RESULT, createdAtMs: given.wallMs(), made: [], heads: [] };
  const untold = how.untold === true;
  const value = untold ? { kind: 'untold', run } : { kind: 'finished', run, ...made };
  const end = { isError: true, cancelled: untold ? 'untold' : 'told' };
  given.commit('finishRun', { end }, value);
  atRest(given, row, { state: 'CANCELLED', resultIds: untold ? [] : [resultId(given)] });
  return { given, row };
}

test('a cancelled launch ends its run, silently only when its agent was deleted', () => {
  assert.equal(says(cancelled().given), '');
  assert.equal(says(cancelled({ deleted: true, untold: true }).given), '');
  assert.match(says(cancelled({ untold: true }).given), /silently, and its agent is there/);
  assert.match(says(cancelled({ deleted: true }).given), /told of a deleted agent/);
});

test('before its launch is answered an agent may end its run, a runner may not', () => {
  for (const posted of [true, false]) {
    const given = new Given();
    given.endpoint(OWN);
    const [row] = given.report('call-1', 'COMPLETED', [LOG]);
    if (row === undefined) assert.fail();
    end(given.after(1_000), row, { posted });
    assert.equal(says(given), posted ? '' : `run_${row.key} ended before its launch was settled`);
  }
});

test('a result acknowledged to an agent must be on disk before', () => {
  const kept = launched(OWN);
  const id = end(kept.given.after(1_000), kept.row, { posted: true });
  const runId = `run_${kept.row.key}`;
  kept.given.note({ what: 'recorded', callId: 'call-1', runId, resultId: id });
  assert.equal(says(kept.given), '');
  kept.given.note({ what: 'recorded', callId: 'call-1', runId, resultId: 'acwr_other' });
  assert.match(says(kept.given), /result acwr_other was acknowledged and is not on disk/);
});

test('the oracle owes ACW_COMPLETED to each endpoint that ticks it, for each end', () => {
  const { given, row } = launched(OWN);
  given.endpoint({ triggers: ['ACW_COMPLETED'] });
  end(given.after(1_000), row, { posted: true });
  assert.match(saysOf(nothingLost, given).join(), /ACW_COMPLETED .* was fired and is not on disk/);
});

test('ACW_COMPLETED names the result of a run that has ended, with four keys', () => {
  const { given, row } = launched(OWN);
  const id = end(given.after(1_000), row, { posted: true });
  const data = { callId: 'call-1', acwAgentId: 'ep_1', acwResultId: id, isError: 'false' };
  const send = (body: object) =>
    given.send(row, {
      trigger: 'ACW_COMPLETED',
      body: JSON.stringify({ message: '', data: body }),
    });
  send(data);
  assert.equal(says(given), '');
  for (const wrong of [
    { ...data, isError: 'true' },
    { ...data, more: 1 },
    { ...data, acwResultId: 'acwr_0' },
  ]) {
    send(wrong);
  }
  assert.equal(says(given).match(/ACW_COMPLETED says/g)?.length, 3);
});
