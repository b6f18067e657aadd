/**
 * A signal leaves no part of a file behind: `ringpost backup` and `ringpost export` may run for
 * minutes, and what they write holds secrets.
 */
import { rmSync } from 'node:fs';

/** `stop`: the file is whole, or was removed. */
export function removeWhenEnded(partial: string): { stop(): void } {
  const end = (_: NodeJS.Signals, number: number): void => {
    rmSync(partial, { force: true });
    process.exit(128 + number);
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return {
    stop: () => {
      process.off('SIGTERM', end);
      process.off('SIGINT', end);
    },
  };
}
