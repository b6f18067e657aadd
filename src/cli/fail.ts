/**
 * Ends a command that could not do its work: one sentence that says what to do, on standard error,
 * and exit code 1. Never a stack.
 */
import { messageOf } from '../core/error/service-error.ts';

export function fail(error: unknown): void {
  process.stderr.write(`ringpost: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
