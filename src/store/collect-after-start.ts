/**
 * One full garbage collection of the calling thread in its first quiet second. A start leaves half
 * of the heap as garbage, and V8 keeps that space until the next load. Used by the process and by
 * the threads of the embedded store. Must never collect under load, because the thread stops for
 * it: 100 ms in the process, 30 ms in a thread of the store.
 */
import { Session } from 'node:inspector';
import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 1_000;
/** Of the second: a tenth busy is still quiet. */
const QUIET = 0.1;

export function collectAfterStart(): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) return;
    clearInterval(timer);
    collect();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** V8 offers it without a flag to its inspector only; setting a flag later spoils cached code. */
function collect(): void {
  const session = new Session();
  session.connect();
  // Disconnected later: during the answer V8 holds a lock that disconnecting takes again.
  session.post('HeapProfiler.collectGarbage', () => setImmediate(() => session.disconnect()));
}
