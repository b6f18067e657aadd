/**
 * A fault that is put into the source on purpose: exact replacements of text that occurs once.
 * Plain data; `list.ts` and the lists beside it hold them, `run.ts` plants them.
 */

export interface Mutation {
  /** Kebab case, and unique. */
  readonly name: string;
  /** What it breaks, as a sentence. */
  readonly breaks: string;
  readonly edits: readonly Edit[];
  /** Seeds known to catch it. */
  readonly seeds: readonly number[];
  /** Whether only seeds with several processes can show it. */
  readonly isFleet?: true;
  /** Whether only seeds with agents can show it. */
  readonly isWork?: true;
  /** Whether only seeds with providers' callbacks can show it. */
  readonly isSource?: true;
  /** The world that plays its seeds; calls by default. */
  readonly world?: World;
}

/** `calls`: `sim/world`; `alerts`: `sim/alert`, which has seeds of its own. */
export type World = 'calls' | 'alerts';

export interface Edit {
  /** Path from the root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}
