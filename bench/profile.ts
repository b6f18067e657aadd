/**
 * `node bench/profile.ts FOLDER`: reads the CPU profiles of a service (`--profile FOLDER`) and
 * prints a block for each busy thread: its time by part (a library, a folder of `src`, Node, V8's
 * own work), and the functions that took most themselves.
 */
import { globSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Less than this is an idle thread, or a process that only started another. */
const BUSY_MS_MIN = 1_000;
const PARTS_SHOWN = 14;
const FUNCTIONS_SHOWN = 14;
/** These are no work of the thread. */
const AT_REST = new Set(['(idle)', '(root)']);

type Profile = Profiler.Profile;
type Frame = Profiler.ProfileNode['callFrame'];

/** Prints the busiest thread first; says so if the folder has no profile. */
export function showProfiles(folder: string): void {
  const threads = globSync(join(folder, '**/*.cpuprofile'))
    .map((file) => timesOf(readProfile(file)))
    .filter(({ busyMs }) => busyMs >= BUSY_MS_MIN)
    .sort((one, other) => other.busyMs - one.busyMs);
  if (threads.length === 0) console.log(`${folder} has no profile of a busy thread.`);
  for (const { busyMs, byPart, byFunction } of threads) {
    console.log(`a thread that computed for ${(busyMs / 1_000).toFixed(1)} s:`);
    show(byPart, busyMs, PARTS_SHOWN);
    console.log('  of these by function, itself:');
    show(byFunction, busyMs, FUNCTIONS_SHOWN);
  }
}

function readProfile(file: string): Profile {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function timesOf({ nodes, samples = [], timeDeltas = [] }: Profile) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byPart = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busyMs = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || AT_REST.has(frame.functionName)) continue;
    const ms = (timeDeltas[index] ?? 0) / 1_000;
    busyMs += ms;
    add(byPart, partOf(frame), ms);
    add(byFunction, functionOf(frame), ms);
  }
  return { busyMs, byPart, byFunction };
}

function add(times: Map<string, number>, name: string, ms: number): void {
  times.set(name, (times.get(name) ?? 0) + ms);
}

/** V8 names its own work in brackets; `(program)` is native code, such as SQLite and sockets. */
function partOf({ functionName, url }: Frame): string {
  if (functionName.startsWith('(')) return functionName;
  const library = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (library !== undefined) return library;
  if (url.startsWith('node:')) return 'node';
  return /\/(src\/[^/]+(?:\/[^/]+)?)\/[^/]+$/.exec(url)?.[1] ?? (url === '' ? 'native' : url);
}

function functionOf({ functionName, url, lineNumber }: Frame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  const place = /(?:node_modules|\/src)\/.*$/.exec(url)?.[0] ?? url;
  return place === '' ? name : `${name} ${place.replace(/^\//, '')}:${lineNumber + 1}`;
}

function show(times: ReadonlyMap<string, number>, allMs: number, shown: number): void {
  const most = [...times].sort(([, one], [, other]) => other - one).slice(0, shown);
  for (const [name, ms] of most) {
    console.log(`  ${((100 * ms) / allMs).toFixed(1).padStart(5)} %  ${name}`);
  }
}

const [, command, folder] = process.argv;
if (command !== undefined && import.meta.url === pathToFileURL(command).href) {
  if (folder === undefined) {
    console.error('node bench/profile.ts FOLDER');
    process.exit(2);
  }
  showProfiles(folder);
}
