/**
 * Load against latency: single reports at a steady pace of rising shares of the full rate of this
 * run, and for each the time to the 202 and from it to the webhook's first byte.
 */
import { delays, rate } from '../figures.ts';
import { onSqlite } from '../line.ts';
import { measureLatency } from '../low-load.ts';
import type { Add } from '../record.ts';
import { type PathOptions, pathOf } from './path.ts';

const SHARES = [0.05, 0.1, 0.25, 0.5, 0.75, 0.9];
/** The time at each share, and the fewest reports: a 99th percentile needs five beyond it. */
const SECONDS = 5;
const REPORTS_MIN = 500;

/** `reports`: at the full rate, in each round. */
export async function runLoad({ reports, rounds }: PathOptions, add: Add): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const full = (await pathOf(reports, 1)).perSecond;
    add('full rate, single', 'rate', full);
    console.log(`round ${round}: full rate ${rate(full)}, 1 report a request; at shares of it:`);
    for (const share of SHARES) {
      const perSecond = full * share;
      const load = { reports: Math.max(REPORTS_MIN, Math.ceil(perSecond * SECONDS)), perSecond };
      const { answered, arrived, total } = await onSqlite({ endpoints: 1 }, (line) =>
        measureLatency(line, load),
      );
      for (const part of ['p50', 'p99'] as const) {
        add(`report to 202, ${part}`, 'duration', answered[part], share);
        add(`202 to first byte, ${part}`, 'duration', arrived[part], share);
        add(`report to first byte, ${part}`, 'duration', total[part], share);
      }
      console.log(
        `  ${share.toFixed(2)}  ${rate(perSecond).padStart(8)}  202 after ${delays(answered)};` +
          ` from it to the first byte ${delays(arrived)}`,
      );
    }
  }
}
