/**
 * A profile: one idea of what a run is like, and how often it is drawn. It makes a draft of a
 * script from the streams alone; `generate.ts` adds the seed and puts the steps in order.
 */
import type { Script } from './script.ts';
import type { Streams } from './streams.ts';

export type Draft = Omit<Script, 'seed' | 'profile'>;

export interface Profile {
  readonly name: string;
  /** Its share of seeds, per mille. */
  readonly perMille: number;
  readonly draw: (streams: Streams) => Draft;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
