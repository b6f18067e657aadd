/** The scripted calls: requests that the service accepts, their order, and how they are sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  callIdsOf,
  type PlannedRequest,
  planOf,
  requestCurl,
} from '../../../dashboard/src/page/simulator/plan.ts';
import {
  type Answer,
  AT_ONCE,
  answerOf,
  isRefusal,
  runPlan,
} from '../../../dashboard/src/page/simulator/run-plan.ts';
import { SCENARIO_IDS, scenarioOf } from '../../../dashboard/src/page/simulator/scenario.ts';
import { callLogFaults } from '../../../src/acw/call-log/call-log-rules.ts';
import { checkReport } from '../../../src/core/call/report.ts';

const NOW_MS = Date.parse('2026-11-20T11:17:00Z');

function planned(id: string, count = 1): readonly PlannedRequest[] {
  const callIds = callIdsOf('sim', 'x', count);
  return planOf(scenarioOf(id), { callIds, clientId: 'order', callSid: 'CA1', nowMs: NOW_MS });
}

test('every report and every call log of every scenario keeps the rules of the service', () => {
  for (const id of SCENARIO_IDS) {
    for (const { body, about } of planned(id)) {
      if (about.kind === 'log') assert.deepEqual(callLogFaults(Object(body)), [], id);
      else assert.equal(checkReport(body, 'call').kind, 'ok', id);
    }
  }
});

test('an address that names no scenario means the first one', () => {
  assert.equal(scenarioOf('nothing').id, 'completed');
  assert.equal(scenarioOf(undefined).id, 'completed');
});

test('many calls go in batches, and each call keeps its own ids', () => {
  const plan = planned('burst', 200);
  assert.deepEqual(
    plan.map(({ path, afterMs }) => `${path} ${afterMs}`),
    [0, 0, 2_000, 2_000, 3_000, 3_000].map((afterMs) => `v1/reports ${afterMs}`),
  );
  const reports: readonly unknown[] = Object(plan[0]?.body).reports;
  assert.equal(reports.length, 100);
  assert.deepEqual(reports[1], {
    callId: 'sim-x-002',
    direction: 'OUTBOUND',
    status: 'CALLING',
    callSid: 'CA1-2',
    clientId: 'order',
  });
});

test('call ids are percent-encoded in paths, and a curl command survives quotes', () => {
  const facts = { callIds: ["a/b ü'"], clientId: "it's", callSid: '', nowMs: NOW_MS };
  const [first] = planOf(scenarioOf('busy'), facts);
  assert.ok(first !== undefined);
  assert.equal(first.path, "v1/calls/a%2Fb%20%C3%BC'/reports");
  const curl = requestCurl('http://localhost:8080/', first);
  assert.match(curl, /-H "authorization: Bearer \$RINGPOST_KEY"/);
  assert.ok(curl.includes(`"clientId":"it'\\''s"`));
});

interface Rig {
  readonly sent: string[];
  readonly waits: number[];
  readonly answers: Answer[];
  most: number;
}

async function run(plan: readonly PlannedRequest[], speed = 1, abortAfter = Infinity) {
  const rig: Rig = { sent: [], waits: [], answers: [], most: 0 };
  const controller = new AbortController();
  let open = 0;
  await runPlan(plan, {
    speed,
    signal: controller.signal,
    onStart: () => {},
    wait: async (ms) => void rig.waits.push(ms),
    send: async (request) => {
      open += 1;
      rig.most = Math.max(rig.most, open);
      await Promise.resolve();
      open -= 1;
      rig.sent.push(request.path);
      if (rig.sent.length >= abortAfter) controller.abort();
      if (request.number === 2) throw new Error('refused');
      return { kind: 'fired', triggers: [] };
    },
    onAnswer: (_, answer) => void rig.answers.push(answer),
  });
  return rig;
}

test('a run waits as its speed says, and a refusal does not stop it', async () => {
  const { waits, answers, sent } = await run(planned('completed'), 5);
  assert.deepEqual(waits, [400, 200]);
  assert.equal(sent.length, 3);
  assert.deepEqual(answers.map(isRefusal), [false, true, false]);
  assert.deepEqual((await run(planned('completed'), Number.POSITIVE_INFINITY)).waits, []);
});

test('requests of one moment are sent side by side, a few at once', async () => {
  const { most, sent } = await run(planned('completed', 15));
  assert.equal(most, AT_ONCE);
  assert.equal(sent.length, 45);
});

test('an abort ends a run after the requests under way', async () => {
  const { sent } = await run(planned('completed', 15), 1, 3);
  assert.ok(sent.length <= 3 + AT_ONCE, `${sent.length}`);
});

test('an answer is described by the kind of its request', () => {
  const status = { kind: 'status', callId: 'a', status: 'CALLING' } as const;
  const ignored = answerOf(status, { applied: false, reason: 'REGRESSION', triggers: [] });
  assert.deepEqual(ignored, { kind: 'ignored', reason: 'REGRESSION' });
  const batch = answerOf(
    { kind: 'batch', status: 'CALLING', calls: 2 },
    { results: [{ status: 202 }, { status: 422 }] },
  );
  assert.deepEqual(batch, { kind: 'batch', accepted: 1, refused: 1 });
  assert.ok(isRefusal(batch));
  assert.deepEqual(answerOf({ kind: 'log', callId: 'a' }, { turns: 11 }), {
    kind: 'stored',
    turns: 11,
  });
});
