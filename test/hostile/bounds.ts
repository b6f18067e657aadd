/** What no number of hostile receivers may cost: wide enough for a slow machine, and finite. */
import type { HostileRun } from './run.ts';

const GROWTH_MAX = 64 * 1_024 * 1_024;
/** 512 attempts in flight, each with its connection, as many that close, and the service itself. */
const FILES_MAX = 1_200;
/** Behind the hostile ones, in turn, it would be their deadline of 1 s for each of a hundred. */
const HEALTHY_P99_MS = 10_000;

/** As sentences; empty when all is well. */
export function faultsOf(run: HostileRun): readonly string[] {
  const faults: readonly (readonly [boolean, string])[] = [
    [run.arrived === run.reported, 'Not every healthy delivery arrived.'],
    [run.openThen > 0, 'No hostile delivery was open when the last healthy one arrived.'],
    [run.rssGrowthBytes < GROWTH_MAX, `Memory grew by ${run.rssGrowthBytes} bytes.`],
    [run.filesMax < FILES_MAX, `${run.filesMax} files were open.`],
    [run.amongMs.p99 < HEALTHY_P99_MS, `A healthy delivery took ${run.amongMs.p99} ms.`],
  ];
  return faults.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
