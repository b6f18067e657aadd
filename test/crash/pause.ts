/**
 * The one wait of the runs against a real process: how long it lives until it is killed, when a
 * client tries again, when it is asked anew whether it is done. No other test may wait by time.
 */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
