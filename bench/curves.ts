/**
 * `node bench/curves.ts FOLDER FILE [FILE ...]`: makes pictures of runs that `npm run bench --
 * --json` kept: latency by load (`--load`), throughput, memory and start by backlog (`--backlog`),
 * a delivery's cost by history (`--growth`), a healthy endpoint beside others (`--neighbours`). A
 * picture without figures in the files is not made.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecord } from './check.ts';
import { svgOfBars } from './curve/bars.ts';
import { NEIGHBOURS, neighboursOf, PICTURES, pictureOf } from './curve/pictures.ts';
import { svgOf } from './curve/svg.ts';

const [folder, ...files] = process.argv.slice(2);
if (folder === undefined || files.length === 0) {
  console.error('node bench/curves.ts FOLDER FILE [FILE ...]');
  process.exit(2);
}
const figures = files.flatMap((file) => readRecord(file).figures);
mkdirSync(folder, { recursive: true });
for (const planned of PICTURES) {
  const picture = pictureOf(planned, figures);
  if (picture === null) {
    console.log(`${planned.file}: not made, no figures of ${planned.mode}`);
    continue;
  }
  writeFileSync(join(folder, planned.file), svgOf(picture));
  console.log(`${planned.file}: ${picture.title}`);
}
const neighbours = neighboursOf(figures);
if (neighbours === null) console.log(`${NEIGHBOURS}: not made, no figures of neighbours`);
else {
  writeFileSync(join(folder, NEIGHBOURS), svgOfBars(neighbours));
  console.log(`${NEIGHBOURS}: ${neighbours.title}`);
}
