/**
 * Log lines about a failing store. If a database is down, every request and every outcome fails,
 * many times a second: one line for each operation in five seconds, with the number of failures it
 * stands for, is enough. Must never delay the first one. Metrics count them all.
 */
import type { Logger } from 'pino';
import type { EngineEvent } from '../engine/ports/emit.ts';
import { LOG_LINES, say } from './log-lines.ts';

type StoreFailed = EngineEvent & { readonly name: 'store.failed' };

const QUIET_MS = 5_000;
/** The operation of an HTTP request, whose sender was told to try again. */
const REQUEST = 'request';

export function createStoreFailureLog(
  log: Logger,
  monoMs: () => number,
): (event: StoreFailed) => void {
  const said = new Map<string, { readonly atMs: number; unsaid: number }>();
  return (event) => {
    const { operation } = event;
    const last = said.get(operation);
    const nowMs = monoMs();
    if (last !== undefined && nowMs - last.atMs < QUIET_MS) {
      last.unsaid += 1;
      return;
    }
    said.set(operation, { atMs: nowMs, unsaid: 0 });
    const before = last === undefined || last.unsaid === 0 ? {} : { unsaid: last.unsaid };
    const line = operation === REQUEST ? LOG_LINES.storeRefuses : LOG_LINES.storeFailed;
    say(log, line, { ...event, ...before });
  };
}
