/**
 * How much more hostile receivers may cost than as many honest ones in the same run. With a bound
 * in milliseconds or bytes alone, a fast machine would hide a fault and a busy one would show a
 * false one. Never compares with a service that is already warm: that would hide growth.
 */
import type { HostileRun } from './run.ts';

/** Measured: 3 to 10 times; handshakes that fail and headers that are refused take CPU. */
const WAIT_FACTOR = 10;
/** Added for a machine on which honest receivers take almost no time. */
const WAIT_MORE_MS = 1_000;
/** Measured: 96 to 107 MiB, in short and long runs. An endless answer would take gigabytes. */
const MEMORY_MORE = 192 * 1_024 * 1_024;
/** The most attempts that the dispatcher has in flight, each with one connection. */
const FILES_MORE = 512;

/** A sentence for each bound that does not hold. */
export function faultsOf({ honest, hostile }: HostileRun): readonly string[] {
  const waitMsMax = WAIT_FACTOR * honest.waitMs.p99 + WAIT_MORE_MS;
  const rssMax = honest.rssBytes + MEMORY_MORE;
  const filesMax = honest.filesMax + FILES_MORE;
  const { waitMs, rssBytes, filesMax: files } = hostile;
  const faults: readonly (readonly [boolean, string])[] = [
    [honest.arrived === honest.reported, 'Not every delivery among honest ones arrived.'],
    [hostile.arrived === hostile.reported, 'Not every delivery among hostile ones arrived.'],
    [hostile.openThen > 0, 'No hostile delivery was open when the last healthy one arrived.'],
    [waitMs.p99 < waitMsMax, `A healthy delivery took ${waitMs.p99} ms, not ${waitMsMax}.`],
    [rssBytes < rssMax, `The service took ${rssBytes} bytes, not ${rssMax}.`],
    [files < filesMax, `${files} files were open, not ${filesMax}.`],
  ];
  return faults.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}
