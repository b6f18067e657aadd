/**
 * A call with every kind of data that can be stored of one, in any store, with a canary in every
 * text that a caller can fill.
 */
import assert from 'node:assert/strict';
import type { BulkFilter } from '../../../src/engine/ports/bulk-store.ts';
import type { Bench } from '../given.ts';
import { analyzer, ownAgent, runningMove, SUCCEEDED, settled, waitingMove } from './acw-given.ts';

/** A marker in every text that a caller can fill. */
export const CANARY = 'canary-7f3a';

export function logOf(bench: Bench, callId: string) {
  const body = JSON.stringify({ turns: [{ speaker: 'AGENT', text: `${CANARY} said` }] });
  const facts = { direction: 'OUTBOUND', body, bytes: body.length, turns: 1 };
  return { projectKey: bench.project, callId, ...facts, nowMs: bench.clock.nowMs };
}

/** Stores everything that the service can hold of a call. */
export async function fill(bench: Bench, callId: string): Promise<void> {
  const { store, project, clock } = bench;
  const { nowMs } = clock;
  await bench.endpoint({ triggers: ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_ERROR'] });
  const own = await ownAgent(bench);
  const built = await analyzer(bench);
  const ids = { callSid: `${CANARY}-sid`, clientId: `${CANARY}-client` };
  await bench.report(callId, 'CALLING', { ...ids, reportId: `${CANARY}-report` });
  const errors = [{ code: 'INTERNAL_ERROR', message: `${CANARY} broke`, atMs: null }] as const;
  await bench.report(callId, 'IN_PROGRESS', { errors });
  for (const row of await bench.all()) {
    for (const head of await bench.ready(row.endpoint)) await bench.exhausted(head);
  }
  await bench.report(callId, 'COMPLETED', { reportId: `${CANARY}-last` });
  for (const agent of [own, built]) {
    for (const head of await bench.ready(agent.key)) {
      const move = agent === own ? runningMove(bench) : waitingMove(bench);
      await settled(bench, head, 'delivered', move);
    }
  }
  await store.putCallLog({ ...logOf(bench, callId), seen: null });
  for (const work of await store.claimRuns({ nowMs, claimMs: 30_000, limit: 100 })) {
    const end = { ...SUCCEEDED, result: `{"quote":"${CANARY} said"}`, errors: [] };
    await store.finishRun({
      run: work.key,
      claim: work.claim,
      end: { ...end, evaluation: EVALUATION },
      nowMs,
    });
  }
  const posted = { projectKey: project, callId, endpoint: own.key, run: null, nowMs } as const;
  const errorsPosted = [{ code: 'ANALYZER_FAILED', message: `${CANARY} again` }] as const;
  const answer = await store.postResult({
    ...posted,
    ...SUCCEEDED,
    isError: true,
    reason: 'AGENT_FAILED',
    fingerprint: 'f',
    errors: errorsPosted,
    engine: 'own',
    result: `{"x":"${CANARY}"}`,
  });
  assert.equal(answer.kind, 'created');
  await trail(bench, callId);
  await source(bench, callId, ids.callSid);
}

const EVALUATION = {
  scorecardId: 'sc_1',
  revision: 1,
  percentage: 100,
  passed: true,
  criteria: [{ id: 'greeting', result: 'PASS' }],
} as const;

/** What operators did with the call, as the services record it. */
async function trail(bench: Bench, callId: string): Promise<void> {
  const { store, project, clock } = bench;
  const entry = (action: string, target: string | null, after: unknown) =>
    store.noteAudit({ projectKey: project, audit: { ...bench.audit(action), target, after } });
  await entry('call.replayed', callId, { deliveries: 1 });
  await entry('call-log.deleted', callId, null);
  await entry('acw-run.launched', null, { callId });
  await entry('deliveries.exported', null, { format: 'csv', filter: { callId, state: [] } });
  const asked = { callId, state: ['exhausted'] };
  const call = await store.call({ projectKey: project, callId });
  const filter: BulkFilter = {
    endpoints: [],
    callKey: call?.key ?? null,
    triggers: [],
    classes: [],
    states: ['exhausted'],
    issueClass: null,
    fromMs: null,
    toMs: null,
  };
  const job = {
    action: 'replay',
    filter,
    asked,
    ids: null,
    matched: 1,
    matchedExact: true,
  } as const;
  await store.createBulk({
    projectKey: project,
    job: { ...job, reason: null, createdBy: 'system', createdAtMs: clock.nowMs },
    audit: { ...bench.audit('bulk.started'), after: { asked } },
  });
  for (const key of await store.openBulk())
    await store.stepBulk({ key, nowMs: clock.nowMs, limit: 200 });
}

/** A provider's request, as it is stored for the operator of its source. */
async function source(bench: Bench, callId: string, callSid: string): Promise<void> {
  const { store, project, clock } = bench;
  const made = { name: 'Twilio', adapter: 'twilio', secret: 'sealed', publicUrl: null };
  const { key } = await store.createSource({
    projectKey: project,
    source: made,
    audit: bench.audit(),
  });
  const result = `CALLING of ${callId}: applied`;
  const note = { atMs: clock.nowMs, result, body: 'x=1', proven: true };
  await store.noteSourceRequests({ key, requests: [note] });
  await store.noteSourceRequests({
    key,
    requests: [{ ...note, result: 'ignored', body: `CallSid=${callSid}` }],
  });
}
