/**
 * Repeats a request to the service until it is answered: after a lost answer, after the death of
 * the process, and after an answer that asks to try later. Must never retry a refusal.
 */
import { ServiceError } from '../../src/core/error/service-error.ts';
import { chanceOf } from '../script/random.ts';
import type { Fleet } from './fleet.ts';
import { latencyMs } from './latency.ts';
import type { Services } from './process.ts';
import type { Timeline } from './timeline.ts';

/** Errors after which the service asks to try again; any other error is a refusal. */
export const TEMPORARY: ReadonlySet<string> = new Set([
  'STORAGE_FULL',
  'STORAGE_UNAVAILABLE',
  'OVERLOADED',
  'NOT_READY',
  'SHUTTING_DOWN',
]);
/** Mean latency of the network, one way; how long to wait for an answer; how long to rest then. */
const TRIP_MS = 3;
const PATIENCE_MS = 5_000;
const PAUSE_MS = 1_000;
/** Percent of answers that get lost. */
const LOST_PERCENT = 10;
const TRIES_MAX = 100_000;

export type Told<Value> =
  | { readonly kind: 'answered'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string };

export interface AskingParts {
  readonly seed: number;
  readonly timeline: Timeline;
  readonly fleet: Fleet;
}

/** `about`: names the request, for its random numbers. `onTry`: counts from 1. */
export async function askUntilTold<Value>(
  parts: AskingParts,
  about: string,
  task: (services: Services) => Promise<Value>,
  onTry: (tries: number) => void = () => {},
): Promise<Told<Value>> {
  const { timeline, fleet } = parts;
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    await fleet.up();
    onTry(tries);
    const patience = Promise.withResolvers<null>();
    const timer = timeline.after(PATIENCE_MS, () => patience.resolve(null));
    const told = await Promise.race([askOnce(parts, `${about} ${tries}`, task), patience.promise]);
    timer.cancel();
    if (told !== null) return told;
    await timeline.sleep(PAUSE_MS);
  }
  throw new Error(`no process answers ${about}`);
}

/** Null if the request must be repeated. Never resolves if the answer is lost. */
async function askOnce<Value>(
  { seed, timeline, fleet }: AskingParts,
  about: string,
  task: (services: Services) => Promise<Value>,
): Promise<Told<Value> | null> {
  const fraction = (name: string) => chanceOf(seed, 'asking', about, name);
  await timeline.sleep(latencyMs(TRIP_MS, fraction('there')));
  const asked = await fleet.ask(about, task);
  await timeline.sleep(latencyMs(TRIP_MS, fraction('back')));
  if (asked.kind === 'gone' || fraction('lost') * 100 < LOST_PERCENT) return new Promise(() => {});
  if (asked.kind === 'answered') return asked;
  if (asked.kind === 'down') return null;
  if (!(asked.error instanceof ServiceError)) throw asked.error;
  const { code } = asked.error;
  return TEMPORARY.has(code) ? null : { kind: 'refused', code };
}
