/** Names of spans, sampling, and which `traceparent` of a caller counts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTracer, readCaller } from '../../src/observe/tracer.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;

function tracer(ratio = 1, fraction = 0, perSecond = 0) {
  return createTracer({ ratio, perSecond, fraction: () => fraction, take: () => {} });
}

test('reports without a caller begin a trace each', () => {
  const { begin } = tracer();
  const spans = new Set(Array.from({ length: 3_000 }, () => begin(undefined)));
  assert.equal(spans.size, 3_000);
  for (const span of spans) assert.match(span ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test('a report is in the trace of its caller, and so is a span below it', () => {
  const { begin, below } = tracer(0);
  const span = begin(CALLER) ?? '';
  assert.ok(span.startsWith(`00-${TRACE}-`));
  assert.notEqual(span, CALLER);
  const child = below(span);
  assert.ok(child.startsWith(`00-${TRACE}-`) && child.endsWith('-01') && child !== span);
});

test('a span with a name is the same in every process', () => {
  const [one, other] = [tracer(), tracer()];
  const child = one.below(CALLER, 'lease 1');
  assert.equal(child, other.below(CALLER, 'lease 1'));
  assert.match(child, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.notEqual(child, one.below(CALLER, 'lease 2'));
});

test('the ratio decides for reports without a caller, a caller decides for its own', () => {
  assert.equal(tracer(0.25, 0.25).begin(undefined), null);
  assert.notEqual(tracer(0.25, 0.24).begin(undefined), null);
  assert.equal(tracer(0, 0).begin(undefined), null);
  assert.equal(tracer(1).begin(CALLER.replace(/01$/, '00')), null);
});

test('reports without a caller are bounded per second, those with one are not', () => {
  const { begin } = tracer(1, 0, 10);
  const startedMs = performance.now();
  const traced = Array.from({ length: 1_000 }, () => begin(undefined)).filter(
    (span) => span !== null,
  );
  const seconds = 1 + Math.ceil((performance.now() - startedMs) / 1_000);
  assert.ok(traced.length >= 10 && traced.length <= 10 * seconds, String(traced.length));
  for (let n = 0; n < 100; n += 1) assert.notEqual(begin(CALLER), null);
});

test('a malformed traceparent counts as absent, one of a later version does not', () => {
  const wrong = [
    '',
    'x',
    CALLER.toUpperCase(),
    CALLER.replace('00-', 'ff-'),
    CALLER.replace(TRACE, '0'.repeat(32)),
    CALLER.replace('b7ad6b7169203331', '0'.repeat(16)),
    `${CALLER}-more`,
    `${CALLER}, ${CALLER}`,
    CALLER.slice(0, -1),
    `${CALLER}\n`,
  ];
  for (const text of wrong) assert.equal(readCaller(text), null, JSON.stringify(text));
  const later = readCaller(`${CALLER.replace('00-', 'cc-')}-more`);
  assert.deepEqual(later, { traceId: TRACE, spanId: 'b7ad6b7169203331', sampled: true });
  assert.notEqual(tracer(1).begin('x'), null);
});
