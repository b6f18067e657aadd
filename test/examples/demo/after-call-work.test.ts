/** The verdict on after-call work fails if a run, its announcement or a result is wrong. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AGENT_NAMES, judgeWork, type Work } from '../../../examples/demo/after-call-work.ts';
import type { ResultView, RunView } from '../../../examples/demo/api.ts';
import type { Arrival } from '../../../examples/demo/receiver.ts';
import { JUDGED_CALL } from '../../../examples/demo/scenario.ts';
import { parsePayload } from '../../../receiver/src/index.ts';
import { analyzeLog } from '../../../src/acw/analysis/analyze.ts';
import type { CallLog } from '../../../src/acw/call-log/call-log.ts';
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';
import { DEFAULT_SCORECARD } from '../../../src/acw/evaluation/default-scorecard.ts';
import { evaluateByRules } from '../../../src/acw/evaluation/evaluate.ts';

const { callId } = JUDGED_CALL;
const [RAN, TOLD, ANALYSIS, EVALUATION] = [0, 1, 2, 3];
const LOG: CallLog = JSON.parse(
  readFileSync(new URL('../../../examples/demo/call-log.json', import.meta.url), 'utf8'),
);

/** What the two agents record from a log, without a service. */
function resultsOf(log: CallLog): readonly ResultView[] {
  const analysis = analyzeLog({ log, direction: 'INBOUND', version: '1.0.0', detector: null });
  const scorecard = { id: 'sc_1', revision: 1, ...DEFAULT_SCORECARD };
  const evaluation = evaluateByRules({ log, analysis, scorecard, version: '1.0.0' });
  const facts = { callId, isError: false };
  return [
    {
      ...facts,
      acwResultId: 'acwr_analyzer',
      acwAgentId: 'ep_analyzer',
      agentKind: 'ANALYZER',
      result: analysis,
    },
    {
      ...facts,
      acwResultId: 'acwr_evaluator',
      acwAgentId: 'ep_evaluator',
      agentKind: 'EVALUATOR',
      result: evaluation,
    },
  ];
}

function runOf(name: string): RunView {
  return {
    acwAgentId: `ep_${name}`,
    agentKind: name.toUpperCase(),
    state: 'SUCCEEDED',
    reason: null,
    acwResultId: `acwr_${name}`,
    createdAt: '2026-11-20T11:17:00Z',
    finishedAt: '2026-11-20T11:17:01Z',
  };
}

function arrivalOf(name: string, changes: object = {}): Arrival {
  const own = { callId, acwAgentId: `ep_${name}`, acwResultId: `acwr_${name}`, isError: 'false' };
  const body = { message: 'ACW_COMPLETED', data: { ...own, ...changes } };
  const parsed = parsePayload(JSON.stringify(body), 'ACW_COMPLETED');
  if (parsed.kind !== 'payload') assert.fail(parsed.detail);
  return {
    endpoint: 'signed',
    atMs: 0,
    status: 204,
    reason: null,
    order: 'handled',
    webhook: {
      kind: 'valid',
      webhookId: `msg_${name}`,
      endpointId: 'ep_signed',
      attempt: 1,
      event: 'ACW_COMPLETED',
      sequence: 4,
      reopened: false,
      runId: null,
      identity: 'signed',
      payload: parsed.payload,
    },
  };
}

function faultless(): Work {
  const arrivals = AGENT_NAMES.map((name) => arrivalOf(name));
  return { callId, runs: AGENT_NAMES.map(runOf), results: resultsOf(LOG), arrivals };
}

function faultyParts(changes: Partial<Work>): number[] {
  const findings = judgeWork({ ...faultless(), ...changes });
  return findings.flatMap(({ ok }, at) => (ok ? [] : [at]));
}

test("the service accepts the demo's log, and its results pass", () => {
  assert.deepEqual(callLogFaults(LOG), []);
  assert.deepEqual(faultyParts({}), []);
});

test('nothing at all does not pass', () => {
  const nothing = { runs: [], results: [], arrivals: [] };
  assert.deepEqual(faultyParts(nothing), [RAN, ANALYSIS, EVALUATION]);
  assert.deepEqual(faultyParts({ arrivals: [], results: [] }), [TOLD, ANALYSIS, EVALUATION]);
});

test('a run that failed, is missing or is doubled is found', () => {
  const [analyzer, evaluator] = AGENT_NAMES.map(runOf);
  assert.ok(analyzer !== undefined && evaluator !== undefined);
  assert.deepEqual(faultyParts({ runs: [analyzer] }), [RAN, TOLD]);
  assert.deepEqual(faultyParts({ runs: [analyzer, evaluator, evaluator] }), [RAN, TOLD]);
  const failed = { ...evaluator, state: 'FAILED', reason: 'CALL_LOG_NOT_FOUND' };
  assert.deepEqual(faultyParts({ runs: [analyzer, failed] }), [RAN, TOLD]);
});

test('an ACW_COMPLETED that is missing, doubled, of another result or too long is found', () => {
  const [first, second] = AGENT_NAMES.map((name) => arrivalOf(name));
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(faultyParts({ arrivals: [first] }), [TOLD]);
  assert.deepEqual(faultyParts({ arrivals: [first, second, second] }), [TOLD]);
  assert.deepEqual(faultyParts({ arrivals: [first, { ...second, status: 503 }] }), [TOLD]);
  for (const changes of [
    { acwResultId: 'acwr_other' },
    { callId: 'another' },
    { isError: 'true' },
    { clientId: 'one more' },
    { acwAgentId: 'ep_other' },
  ]) {
    const arrivals: readonly Arrival[] = [first, arrivalOf('evaluator', changes)];
    assert.deepEqual(faultyParts({ arrivals }), [TOLD], JSON.stringify(changes));
  }
});

test('figures that differ from those of the log are found', () => {
  const turns = LOG.turns.map((turn, at) => (at === 3 ? { ...turn, startMs: 23_000 } : turn));
  assert.deepEqual(faultyParts({ results: resultsOf({ ...LOG, turns }) }), [ANALYSIS]);
  const rude = LOG.turns.map((turn, at) => (at === 9 ? { ...turn, text: 'Shut up.' } : turn));
  assert.deepEqual(faultyParts({ results: resultsOf({ ...LOG, turns: rude }) }), [EVALUATION]);
});
