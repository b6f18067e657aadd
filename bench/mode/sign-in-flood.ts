/**
 * What guesses at passwords cost the platform that reports: the time to 202 of single reports at a
 * steady pace, quiet and while another process signs in with wrong passwords. From one network
 * almost all tries are refused in memory; from many networks each may try, and each try that may
 * succeed costs a hash of the password.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onSqlite } from '../line.ts';
import { type Latency, measureLatency } from '../low-load.ts';
import type { Add } from '../record.ts';

const FLOOD = fileURLToPath(new URL('../flood.ts', import.meta.url));
const REPORTS_PER_S = 100;
/** The warm-up: after it the first, allowed tries are over. */
const BEGIN_MS = 3_000;

const FLOODS = [
  ['one account, one network', { accounts: 1, networks: 1 }],
  ['many accounts, one network', { accounts: 100_000, networks: 1 }],
  ['one account, many networks', { accounts: 1, networks: 100_000 }],
  ['many accounts, many networks', { accounts: 100_000, networks: 100_000 }],
] as const;

export async function runSignInFlood(
  { reports, perSecond }: { readonly reports: number; readonly perSecond: number },
  add: Add,
): Promise<void> {
  const environment = { RINGPOST_TRUSTED_PROXIES: '127.0.0.0/8' };
  const quiet = await onSqlite({ endpoints: 1, environment }, (line) =>
    measureLatency(line, { reports, perSecond: REPORTS_PER_S }),
  );
  keep(add, 'quiet', quiet);
  console.log(`${REPORTS_PER_S} reports/s, quiet:  ${told(quiet)}`);
  for (const [name, { accounts, networks }] of FLOODS) {
    await onSqlite({ endpoints: 1, environment }, async (line) => {
      const flood = start(line.service.url, { perSecond, accounts, networks });
      try {
        await pause(BEGIN_MS);
        const latency = await measureLatency(line, { reports, perSecond: REPORTS_PER_S });
        flood.send('counts');
        const [answers] = await once(flood, 'message');
        const ratio = (latency.answered.p50 / quiet.answered.p50).toFixed(1);
        keep(add, name, latency);
        add(`${name}, of quiet`, 'slowdown', latency.answered.p50 / quiet.answered.p50);
        console.log(`${perSecond} tries/s, ${name}:  ${told(latency)}  x ${ratio}`);
        console.log(`  answers to the tries: ${JSON.stringify(answers)}`);
      } finally {
        flood.disconnect();
      }
    });
  }
}

function keep(add: Add, name: string, { answered, arrived }: Latency): void {
  add(`${name}, report to 202, p50`, 'duration', answered.p50);
  add(`${name}, report to 202, p99`, 'duration', answered.p99);
  add(`${name}, 202 to first byte, p50`, 'duration', arrived.p50);
}

function start(url: string, options: Readonly<Record<string, number>>): ChildProcess {
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return fork(FLOOD, ['--url', url, ...flags], { execArgv: [] });
}

function told({ answered, arrived }: Latency): string {
  const [a, b] = [answered.p50.toFixed(1), answered.p99.toFixed(1)];
  return `202 after p50 ${a} ms, p99 ${b} ms; webhook ${arrived.p50.toFixed(1)} ms later`;
}
