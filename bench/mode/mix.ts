/**
 * The realistic mix: calls of 6 reports (3 of them internal statuses), which fire 4 triggers at 3
 * endpoints, so 12 deliveries a call, and 1 of 20 attempts fails and is retried a second later.
 * Compared per delivery with the plain path and the bare loop of the same round. The rate is that
 * of the first nine tenths, because the last ones wait for their retries.
 */
import { type BareResult, runBare } from '../bare.ts';
import { median } from '../figures.ts';
import { type Line, onSqlite } from '../line.ts';
import { FAIL_ONE_OF_20 } from '../receiver-path.ts';
import type { Add } from '../record.ts';
import { generate, type PathResult, received, restedMs, usedSince } from '../report-path.ts';
import { addEndpoint, WHOLE_CALL, WHOLE_CALL_TRIGGERS } from '../traffic.ts';
import { against, bareFigures, keepBare, keepPath, pathFigures, pathOf } from './path.ts';

const ENDPOINTS = 3;
const CONCURRENCY = 17;
/** Six, so that no delivery is given up. */
const RETRIES_MS = Array.from({ length: 6 }, () => 1_000);
const BATCH = 50;
const WARM_UP_CALLS = 200;
const MEASURED = 0.9;
const DELIVERIES_PER_CALL = WHOLE_CALL_TRIGGERS.length * ENDPOINTS;

export interface MixOptions {
  /** Deliveries in each round; the plain path has as many reports. */
  readonly deliveries: number;
  readonly rounds: number;
}

export async function runMix({ deliveries, rounds }: MixOptions, add: Add): Promise<void> {
  const calls = Math.ceil(deliveries / DELIVERIES_PER_CALL / BATCH) * BATCH;
  console.log(
    `the mix, ${calls} calls of ${WHOLE_CALL.length} reports a round,` +
      ` ${DELIVERIES_PER_CALL} deliveries a call, 1 of 20 attempts fails:`,
  );
  const [shares, costs]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await runBare(deliveries);
    const plain = await pathOf(deliveries, BATCH);
    const mix = await onSqlite({ endpoints: 0 }, (line) => measureMix(line, calls));
    const [share, cost] = keep(add, bare, plain, mix);
    shares.push(share);
    costs.push(cost);
    console.log(`round ${round}: bare undici loop ${bareFigures(bare)}`);
    console.log(`  plain  ${pathFigures(bare, plain)}`);
    console.log(`  mix    ${pathFigures(bare, mix)}, ${mix.refused} attempts refused`);
  }
  const [share, cost] = [median(shares).toFixed(2), median(costs).toFixed(2)];
  console.log(`median: the mix has ${share} of the plain rate, CPU a delivery x ${cost}`);
}

interface MixResult extends PathResult {
  readonly refused: number;
}

async function measureMix(line: Line, calls: number): Promise<MixResult> {
  const { service, receiver, parts } = line;
  for (let number = 0; number < ENDPOINTS; number += 1) {
    const target = `${receiver.url}${FAIL_ONE_OF_20}/${number}`;
    const proved = { number, target, concurrency: CONCURRENCY, retryScheduleMs: RETRIES_MS };
    await addEndpoint(service, { ...proved, triggers: WHOLE_CALL_TRIGGERS });
  }
  const traffic = { batch: BATCH, endpoints: 1, whole: true };
  const warmUp = { ...traffic, reports: WARM_UP_CALLS * WHOLE_CALL.length, prefix: 'warm-up' };
  await generate(service, warmUp);
  await received(receiver, WARM_UP_CALLS * DELIVERIES_PER_CALL);
  const before = await restedMs(parts);
  await receiver.reset();
  const wanted = calls * DELIVERIES_PER_CALL;
  const startMs = performance.now();
  const reports = calls * WHOLE_CALL.length;
  const posted = generate(service, { ...traffic, reports, prefix: 'call' });
  const nearlyAll = received(receiver, wanted * MEASURED).then(() => performance.now());
  const [sent, endMs] = await Promise.all([posted, nearlyAll]);
  const { unverified, outOfOrder, refused } = await received(receiver, wanted);
  const cpuUs = await usedSince(before, parts, wanted);
  const perSecond = (wanted * MEASURED) / ((endMs - startMs) / 1_000);
  return { perSecond, p50: sent.p50, p99: sent.p99, unverified, outOfOrder, refused, cpuUs };
}

/** Rate and cost of the mix as parts of the plain ones. */
function keep(
  add: Add,
  bare: BareResult,
  plain: PathResult,
  mix: PathResult,
): readonly [share: number, cost: number] {
  const [share, cost] = [
    mix.perSecond / plain.perSecond,
    against(bare, mix).cost / against(bare, plain).cost,
  ];
  keepBare(add, bare);
  keepPath(add, 'plain', bare, plain);
  keepPath(add, 'mix', bare, mix);
  add('mix of plain', 'share', share);
  add('mix, CPU a delivery of plain', 'cost', cost);
  return [share, cost];
}
