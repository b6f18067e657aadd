/**
 * The random streams of one script: one for each purpose, so that a change in how faults are drawn
 * reshuffles no call, and the amounts that all purposes draw. Integers only, as in `random.ts`: the
 * same script on every version of Node.
 */
import { Stream } from './random.ts';

export interface Streams {
  readonly shape: Stream;
  readonly limits: Stream;
  readonly endpoints: Stream;
  readonly calls: Stream;
  readonly crashes: Stream;
  readonly receivers: Stream;
  readonly operators: Stream;
  readonly clock: Stream;
  readonly disk: Stream;
  readonly fleet: Stream;
  readonly work: Stream;
  readonly overtaking: Stream;
  readonly detection: Stream;
}

export function streamsOf(seed: number): Streams {
  const stream = (name: string) => new Stream(seed, name);
  return {
    shape: stream('shape'),
    limits: stream('limits'),
    endpoints: stream('endpoints'),
    calls: stream('calls'),
    crashes: stream('crashes'),
    receivers: stream('receivers'),
    operators: stream('operators'),
    clock: stream('clock'),
    disk: stream('disk'),
    fleet: stream('fleet'),
    work: stream('work'),
    overtaking: stream('overtaking'),
    detection: stream('detection'),
  };
}

/** From `from` to `to`, each doubling equally likely: many small amounts, and some large ones. */
export function scaled(stream: Stream, from: number, to: number): number {
  let doublings = 0;
  while (from * 2 ** (doublings + 1) <= to) doublings += 1;
  const low = from * 2 ** stream.between(0, doublings);
  return stream.between(low, Math.floor(Math.min(to, low * 2)));
}

/** That many random moments between `from` and `to`, unsorted. */
export function moments(stream: Stream, count: number, from: number, to: number): number[] {
  return Array.from({ length: count }, () => stream.between(from, to));
}

/** Each item with its weight; the weights need not add up to a certain sum. */
export function weighted<const Item>(
  stream: Stream,
  choices: readonly [Weighted<Item>, ...Weighted<Item>[]],
): Item {
  let left = stream.between(
    1,
    choices.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, item] of choices) {
    left -= weight;
    if (left <= 0) return item;
  }
  return choices[0][1];
}

export type Weighted<Item> = readonly [weight: number, item: Item];
