/** The spans of attempts: their attributes, and the traceparent that the webhook carries. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { attempt } from '../../../src/engine/dispatch/attempt.ts';
import { attemptSpans } from '../../../src/engine/dispatch/attempt-span.ts';
import { HealthRecord } from '../../../src/engine/dispatch/health-record.ts';
import { Lease, momentOf, ShardPermit } from '../../../src/engine/dispatch/shard-ownership.ts';
import type { EndedSpan } from '../../../src/engine/ports/tracer.ts';
import { ManualClock } from '../manual-clock.ts';
import { ENDPOINT, headOf } from '../sample.ts';
import { type Script, ScriptedChannel } from '../scripted-channel.ts';
import { START_MS } from '../setup.ts';

describe('a traced attempt', () => {
  const REPORT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const OWN = `00-${'a'.repeat(32)}-${'c'.repeat(16)}-01`;

  async function traced(traceparent: string | null, answer: Script) {
    const clock = new ManualClock(START_MS);
    const channel = new ScriptedChannel(clock);
    channel.answer = () => answer;
    const spans: EndedSpan[] = [];
    const tracer = {
      nowMs: () => clock.monoMs(),
      begin: () => OWN,
      below: () => OWN,
      ended: (span: EndedSpan) => void spans.push(span),
    };
    const channels = new Map([['custom', channel] as const]);
    const parts = { channels, clock, random: { fraction: () => 0.5 } };
    const lease = new Lease(clock);
    lease.renew(null, momentOf(clock));
    const permit = new ShardPermit(1, 7, lease, null);
    const head = headOf(3, { attempts: 1, traceparent });
    const ended = await attempt(head, ENDPOINT, new HealthRecord(), permit, {
      ...parts,
      beginSpan: attemptSpans(tracer),
    });
    return { ended, spans, sent: channel.sent[0]?.request.traceparent };
  }

  test('S14.18: has a span below that of its report, which the webhook carries', async () => {
    const { ended, spans, sent } = await traced(REPORT, 503);
    assert.equal(sent, OWN);
    assert.deepEqual(spans, [
      {
        name: 'attempt',
        span: OWN,
        parent: REPORT,
        startMs: 0,
        endMs: 0,
        callId: 'call-3',
        endpointId: 'ep_1',
        kind: 'custom',
        deliveryId: ended?.deliveryId,
        trigger: 'OUTBOUND_CALL_CALLING',
        attempt: 2,
        outcome: 'retryable',
        status: 503,
        fault: 'retryable',
      },
    ]);
  });

  test('S14.19: has no span and no traceparent if its report is not traced', async () => {
    const { ended, spans, sent } = await traced(null, 204);
    assert.ok(ended);
    assert.deepEqual([spans.length, sent], [0, undefined]);
  });
});
