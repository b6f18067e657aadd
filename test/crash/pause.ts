/**
 * The only wait by time, for runs against a real process: how long it lives until it is killed,
 * when a client tries again, when a condition is polled again. No other test may wait by time.
 */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
