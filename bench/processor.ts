/**
 * CPU and memory of processes, read from the kernel: the cost of each part of a benchmark, and so
 * which of them fills the cores. Linux only; elsewhere all costs are 0.
 */
import { readdir, readFile } from 'node:fs/promises';

/** A clock tick of /proc is 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;

/** `quietMs` waits for this many intervals in a row in which the parts used at most one tick. */
const QUIET = { intervals: 3, intervalMs: 100, waitMsMax: 3_000 };

/** Processes by the part they play. */
export type Parts = Readonly<Record<string, readonly number[]>>;

/** Milliseconds of CPU of each part so far, its ended children included. */
export async function processorMs(parts: Parts): Promise<ReadonlyMap<string, number>> {
  const entries = Object.entries(parts).map(async ([part, pids]): Promise<[string, number]> => {
    const each = await Promise.all(pids.map(familyMs));
    return [part, each.reduce((sum, ms) => sum + ms, 0)];
  });
  return new Map(await Promise.all(entries));
}

/**
 * The same, once the parts are idle: outcomes are written after their webhooks have arrived. A part
 * that is never idle is read after `waitMsMax`.
 */
export async function quietMs(parts: Parts): Promise<ReadonlyMap<string, number>> {
  const deadlineMs = performance.now() + QUIET.waitMsMax;
  let last = await processorMs(parts);
  for (let intervals = 0; intervals < QUIET.intervals && performance.now() < deadlineMs; ) {
    await new Promise((resolve) => setTimeout(resolve, QUIET.intervalMs));
    const now = await processorMs(parts);
    const usedMs = [...now].reduce((sum, [part, ms]) => sum + ms - (last.get(part) ?? 0), 0);
    intervals = usedMs <= TICK_MS ? intervals + 1 : 0;
    last = now;
  }
  return last;
}

/** A process's resident set in MiB, from the kernel; NaN outside Linux. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** With its living children: a database server has a process for each connection. */
async function familyMs(pid: number): Promise<number> {
  let ticks = (await statOf(pid))?.ticks ?? 0;
  for (const name of await readdir('/proc').catch(() => [])) {
    const other = /^\d+$/.test(name) ? await statOf(Number(name)) : null;
    if (other?.parent === pid) ticks += other.ticks;
  }
  return ticks * TICK_MS;
}

async function statOf(pid: number): Promise<{ parent: number; ticks: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // After the name, which may hold anything: state, parent, ..., own and ended children's times.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return { parent: Number(fields[1]), ticks };
}
