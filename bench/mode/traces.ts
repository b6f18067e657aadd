/**
 * The cost of observation (decision 62): the service's processor time per delivery with traces and
 * the alert rounds off, each on, and both on, in turn, beside the bare loop. The collector is a
 * process of its own; a delivery has four spans.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { runBare } from '../bare.ts';
import { median, rate } from '../figures.ts';
import { onSqlite } from '../line.ts';
import type { Add } from '../record.ts';
import { measurePath } from '../report-path.ts';
import { bareFigures, keepBare, keepPath, type PathOptions } from './path.ts';

const COLLECTOR = fileURLToPath(new URL('../collector.ts', import.meta.url));
const WARM_UP = 2_000;
const BATCH = 50;
/** The longest and the shortest that the setting accepts; its default is 30 s. */
const NO_ALERTS = '3600000';
const ALERTS_EACH_SECOND = '1000';
/** `perSecond`: how many reports are traced at most; null is off, 0 without a bound. */
const CASES: readonly (readonly [name: string, perSecond: string | null, alerts: string])[] = [
  ['off', null, NO_ALERTS],
  ['alerts', null, ALERTS_EACH_SECOND],
  ['100 a second', '100', NO_ALERTS],
  ['every report', '0', NO_ALERTS],
  ['all', '0', ALERTS_EACH_SECOND],
];

export async function runTraces({ reports, rounds }: PathOptions, add: Add): Promise<void> {
  const collector = spawn(process.execPath, [COLLECTOR], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [said] = await once(collector.stdout, 'data');
    await measure(String(said).trim(), { reports, rounds }, add);
  } finally {
    collector.kill();
  }
}

async function measure(url: string, { reports, rounds }: PathOptions, add: Add): Promise<void> {
  const costs = new Map<string, number[]>();
  const ratios = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await runBare(reports);
    keepBare(add, bare);
    console.log(`round ${round}: bare undici loop ${bareFigures(bare)}`);
    for (const [name, perSecond, alerts] of CASES) {
      const traced =
        perSecond === null ? {} : { RINGPOST_OTLP_URL: url, RINGPOST_OTLP_PER_SECOND: perSecond };
      const environment = { ...traced, RINGPOST_ALERT_EVERY_MS: alerts };
      const result = await onSqlite({ endpoints: 1, environment }, (line) =>
        measurePath(line, { reports, batch: BATCH, warmUp: WARM_UP }),
      );
      keepPath(add, name, bare, result);
      const cpuUs = result.cpuUs.get('service') ?? Number.NaN;
      costs.set(name, [...(costs.get(name) ?? []), cpuUs]);
      ratios.set(name, [...(ratios.get(name) ?? []), result.perSecond / bare.perSecond]);
      console.log(
        `  ${name.padEnd(20)} ${rate(result.perSecond)}` +
          `  ratio ${(result.perSecond / bare.perSecond).toFixed(3)}` +
          `  service ${cpuUs.toFixed(1)} us a delivery`,
      );
    }
  }
  for (const [name] of CASES) {
    const [ratio, cost] = [median(ratios.get(name) ?? []), median(costs.get(name) ?? [])];
    console.log(`median ${name.padEnd(20)} ratio ${ratio.toFixed(3)}, ${cost.toFixed(1)} us`);
  }
}
