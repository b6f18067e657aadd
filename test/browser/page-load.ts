/**
 * `node test/browser/page-load.ts`: how pages load on a slow phone with an empty cache (processor
 * four times slower, 1.6 Mbit/s, 150 ms a round trip: what Lighthouse calls mobile), the median of
 * several loads. Largest and first paint, blocked time, shift, bytes, requests. Prints and judges
 * nothing: times depend on the machine. Not a test.
 */
import { fillWithSamples } from './sample-data.ts';
import { openBrowserSetup } from './setup.ts';
import { type LoadFigures, loadedPages, loadPage } from './slow-load.ts';

const RUNS = 5;
const HEADS: ReadonlyArray<readonly [Exclude<keyof LoadFigures, 'moved'>, string]> = [
  ['fcpMs', 'FCP ms'],
  ['lcpMs', 'LCP ms'],
  ['blockedMs', 'blocked ms'],
  ['shift', 'shift'],
  ['kib', 'KiB'],
  ['requests', 'requests'],
  ['requestsBefore', 'before data'],
];

const setup = await openBrowserSetup();
const sample = await fillWithSamples(setup);
process.stdout.write(`page | ${HEADS.map(([, head]) => head).join(' | ')}\n`);
for (const [name, path] of Object.entries(loadedPages(sample))) {
  const runs: LoadFigures[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await loadPage(setup, path));
  const shown = HEADS.map(([figure]) => {
    const value = median(runs.map((figures) => figures[figure]));
    return value.toFixed(figure === 'shift' ? 3 : 0);
  });
  process.stdout.write(`${name} | ${shown.join(' | ')}\n`);
}
await setup.close();

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
