/**
 * One full garbage collection of the calling thread after its first quiet ten seconds. A start
 * leaves half of the heap as garbage, and V8 keeps that space until the next load. Used by the
 * process, by the threads of the embedded store and by those that send. Must never collect between
 * two loads: the thread stops for 30 to 100 ms, and V8 drops compiled code, so that the next 20,000
 * deliveries cost a tenth more.
 */
import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 10_000;
/** Which part of the time a quiet thread may be busy. */
const QUIET = 0.02;

export function collectAfterStart(lookEveryMs = LOOK_EVERY_MS): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) return;
    clearInterval(timer);
    collect();
  }, lookEveryMs);
  timer.unref();
}

/** V8 offers it without a flag to its inspector only; setting a flag later spoils cached code. */
function collect(): void {
  const session = new Session();
  session.connect();
  // Disconnected later: during the answer V8 holds a lock that disconnecting takes again.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}
