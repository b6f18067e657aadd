/**
 * The spans of reports: which are made, their attributes, and that accepting does not depend on
 * them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntake } from '../../src/engine/intake.ts';
import type { EndedSpan, Tracer } from '../../src/engine/ports/tracer.ts';
import { traced } from '../../src/engine/traced-intake.ts';
import { setup, unavailable } from './setup.ts';

/** Traces the reports whose caller it knows. */
class GivenTracer implements Tracer {
  readonly spans: EndedSpan[] = [];
  #nowMs = 0;
  #next = 0;

  nowMs(): number {
    this.#nowMs += 1;
    return this.#nowMs;
  }

  begin(caller: string | undefined): string | null {
    return caller === 'unsampled' ? null : this.#name();
  }

  below(): string {
    return this.#name();
  }

  ended(span: EndedSpan): void {
    this.spans.push(span);
  }

  #name(): string {
    this.#next += 1;
    return `00-${'a'.repeat(32)}-${String(this.#next).padStart(16, '0')}-01`;
  }
}

async function given(t: Parameters<typeof setup>[0]) {
  const rig = await setup(t);
  await rig.endpoint();
  const tracer = new GivenTracer();
  const { store, staleness } = rig;
  const offered: (string | null)[] = [];
  const dispatcher = {
    offer: (heads: readonly { readonly traceparent: string | null }[]) => {
      offered.push(...heads.map(({ traceparent }) => traceparent));
    },
  };
  const parts = { store: traced(store, tracer), dispatcher, staleness };
  const intake = createIntake({ ...parts, emit: () => {} });
  return { rig, tracer, intake, offered };
}

test('S14.18: a report has a span with plan and commit, and its heads carry it', async (t) => {
  const { rig, tracer, intake, offered } = await given(t);
  await intake.accept([{ ...rig.item('call-1', 'CALLING'), caller: 'caller' }]);
  const [report, plan, commit] = tracer.spans;
  assert.equal(tracer.spans.length, 3);
  assert.ok(report?.name === 'report' && plan?.name === 'plan' && commit?.name === 'commit');
  const { span, startMs, endMs, ...said } = report;
  assert.deepEqual(said, {
    name: 'report',
    caller: 'caller',
    callId: 'call-1',
    source: 'api',
    status: 'CALLING',
    applied: true,
    reason: null,
    made: 1,
    fault: null,
  });
  assert.ok(startMs < endMs);
  assert.deepEqual([plan.parent, commit.parent], [span, span]);
  assert.equal(commit.startMs, plan.endMs);
  assert.equal(commit.endMs, endMs);
  assert.deepEqual(offered, [span]);
});

test('S14.18: the span is stored: a head read again has it', async (t) => {
  const { rig, tracer, intake } = await given(t);
  await intake.accept([rig.item('call-1', 'CALLING'), rig.item('call-1', 'CLOSING')]);
  const spans = tracer.spans.filter(({ name }) => name === 'report').map(({ span }) => span);
  const [endpoint] = await rig.store.endpoints({
    projectKey: rig.project,
    afterKey: null,
    limit: 1,
  });
  assert.ok(endpoint !== undefined);
  const { heads } = await rig.store.readyHeads({
    endpoint: endpoint.key,
    nowMs: rig.clock.wallMs(),
    recoveredAtMs: null,
    held: false,
    limit: 10,
  });
  assert.deepEqual(
    heads.map(({ traceparent }) => traceparent),
    spans.slice(0, 1),
  );
});

test('S14.19: neither a report that is not sampled nor its heads have a span', async (t) => {
  const { rig, tracer, intake, offered } = await given(t);
  const [receipt] = await intake.accept([
    { ...rig.item('call-1', 'CALLING'), caller: 'unsampled' },
  ]);
  assert.deepEqual(tracer.spans, []);
  assert.deepEqual(offered, [null]);
  assert.equal(receipt?.kind === 'accepted' && 'planned' in receipt, false);
});

test('the span of a report without effect, refused or not stored says so', async (t) => {
  const { rig, tracer, intake } = await given(t);
  const inbound = rig.item('call-1', 'CALLING');
  await intake.accept([
    inbound,
    { ...inbound, report: { ...inbound.report, direction: 'INBOUND' } },
    inbound,
  ]);
  rig.faulty.refuse('accept', unavailable);
  await assert.rejects(intake.accept([rig.item('call-2', 'CALLING')]), {
    code: 'STORAGE_UNAVAILABLE',
  });
  const told = tracer.spans.flatMap((span) =>
    span.name === 'report' ? [[span.applied, span.reason, span.fault]] : [],
  );
  assert.deepEqual(told, [
    [true, null, null],
    [false, null, 'DIRECTION_CHANGED'],
    [false, 'DUPLICATE', null],
    [false, null, 'STORAGE_UNAVAILABLE'],
  ]);
});
