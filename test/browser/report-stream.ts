/**
 * Real reports at a steady rate, as a busy platform sends them: each begins a new call. Keeps the
 * rate by the clock, so after a busy moment the machine catches up; never more than a few are under
 * way.
 */
import type { BrowserSetup } from './setup.ts';

export interface ReportStream {
  /** How many reports were answered 202. */
  accepted(): number;
  /** Resolves when this many were accepted in all. */
  until(accepted: number): Promise<void>;
  /** Reports a second since it began. */
  rate(): number;
  stop(): void;
}

const TICK_MS = 20;
const UNDER_WAY_MAX = 50;

export function startReports(
  { call }: Pick<BrowserSetup, 'call'>,
  prefix: string,
  perSecond: number,
): ReportStream {
  const beganMs = performance.now();
  const waiting = new Set<{ readonly at: number; readonly go: () => void }>();
  let sent = 0;
  let accepted = 0;
  let failed: unknown = null;
  const one = async (number: number): Promise<void> => {
    const report = { status: 'CALLING', direction: 'OUTBOUND' };
    await call('POST', `/v1/calls/${prefix}${number}/reports`, report);
    accepted += 1;
    for (const each of waiting) if (accepted >= each.at) each.go();
  };
  const timer = setInterval(() => {
    const due = ((performance.now() - beganMs) * perSecond) / 1_000;
    while (sent < due && sent - accepted < UNDER_WAY_MAX && failed === null) {
      sent += 1;
      one(sent).catch((error: unknown) => {
        failed = error;
        for (const each of waiting) each.go();
      });
    }
  }, TICK_MS);
  // A failing test leaves it running, and must end all the same.
  timer.unref();
  return {
    accepted: () => accepted,
    until: async (at) => {
      if (accepted < at) await new Promise<void>((go) => waiting.add({ at, go }));
      if (failed !== null) throw failed;
    },
    rate: () => (accepted * 1_000) / (performance.now() - beganMs),
    stop: () => clearInterval(timer),
  };
}
