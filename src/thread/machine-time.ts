/**
 * Milliseconds that never go back and that all threads of a process share, for the times of spans:
 * `performance.now()` counts from the start of its own thread.
 */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
