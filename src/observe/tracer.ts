/**
 * The tracer of a process: names spans, samples reports, and puts what has ended into the queue of
 * the exporter. Its hot path is a few hexadecimal digits and an object for each span.
 */
import { hash, randomFillSync } from 'node:crypto';
import type { EndedSpan, Traceparent, Tracer } from '../engine/ports/tracer.ts';
import { machineMs } from '../thread/machine-time.ts';

export interface TracerParts {
  /** The share of the reports without a sampled caller that are traced, from 0 to 1. */
  readonly ratio: number;
  /** Of those, at most so many in a second; 0: no bound. */
  readonly perSecond: number;
  /** Uniform in [0, 1). */
  readonly fraction: () => number;
  readonly take: (span: EndedSpan) => void;
}

const ROOM = 4_096;
const TRACE_BYTES = 16;
const SPAN_BYTES = 8;

export function createTracer({ take, ...sampling }: TracerParts): Tracer {
  const random = randomDigits();
  const samples = createSampler(sampling);
  return {
    nowMs: machineMs,
    begin(caller) {
      const known = caller === undefined ? null : readCaller(caller);
      if (known === null) {
        if (!samples()) return null;
        return `00-${random(TRACE_BYTES)}-${random(SPAN_BYTES)}-01`;
      }
      return known.sampled ? `00-${known.traceId}-${random(SPAN_BYTES)}-01` : null;
    },
    below(parent, name) {
      const id = name === undefined ? random(SPAN_BYTES) : digits(hash('sha256', name), SPAN_BYTES);
      return `${parent.slice(0, SPAN_AT)}${id}-01`;
    },
    ended: take,
  };
}

const SECOND_MS = 1_000;

/**
 * A calm service traces every report, a busy one as many as its collector needs: a traced report
 * costs 10 to 15 % of a delivery, and the bound keeps that from growing with the load.
 */
function createSampler({
  ratio,
  perSecond,
  fraction,
}: Pick<TracerParts, 'ratio' | 'perSecond' | 'fraction'>): () => boolean {
  let beganMs = Number.NEGATIVE_INFINITY;
  let left = 0;
  return () => {
    if (ratio < 1 && fraction() >= ratio) return false;
    if (perSecond === 0) return true;
    const nowMs = machineMs();
    if (nowMs - beganMs >= SECOND_MS) {
      beganMs = nowMs;
      left = perSecond;
    }
    left -= 1;
    return left >= 0;
  };
}

/** Where the two ids stand in a `traceparent`. */
const TRACE_AT = 3;
const SPAN_AT = TRACE_AT + 2 * TRACE_BYTES + 1;
const SPAN_END = SPAN_AT + 2 * SPAN_BYTES;

export function traceIdOf(span: Traceparent): string {
  return span.slice(TRACE_AT, SPAN_AT - 1);
}

export function spanIdOf(span: Traceparent): string {
  return span.slice(SPAN_AT, SPAN_END);
}

/** A later version may have more after the flags; version ff is forbidden, and so are ids of 0. */
const CALLER =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

interface Caller {
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: boolean;
}

/** Null if the text is no `traceparent`; then it counts as absent. */
export function readCaller(text: string): Caller | null {
  const [, version, traceId, spanId, flags, more] = CALLER.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Random bytes as digits; many at once, since each call of the generator costs a microsecond. */
function randomDigits(): (bytes: number) => string {
  const bytes = Buffer.alloc(ROOM);
  let stock = '';
  let at = 0;
  return (count) => {
    if (at + 2 * count > stock.length) {
      stock = randomFillSync(bytes).toString('hex');
      at = 0;
    }
    const given = stock.slice(at, at + 2 * count);
    at += 2 * count;
    return digits(given, count);
  };
}

/** An id of zeros names nothing; one in 2^64 is. */
function digits(hex: string, bytes: number): string {
  const given = hex.slice(0, 2 * bytes);
  return /[1-9a-f]/.test(given) ? given : '1'.padStart(2 * bytes, '0');
}
