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
  /** Known to kill it. */
  readonly seeds: readonly number[];
  /** Of what several processes do: only their seeds can show it. */
  readonly isFleet?: true;
  /** Of what agents do: likewise. */
  readonly isWork?: true;
  /** Of what providers tell: likewise. */
  readonly isSource?: true;
  /** Where its seeds are played; calls unless told. */
  readonly world?: World;
}

/** `calls`: `sim/world`; `alerts`: `sim/alert`, whose seeds are a row of their own. */
export type World = 'calls' | 'alerts';

export interface Edit {
  /** From the root. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}
