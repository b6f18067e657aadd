/**
 * Makes a failing script shorter: leaves steps out as long as the same checker still complains,
 * first all after the violation, then ever smaller chunks (delta debugging), then single steps.
 * Never changes a step, so seed and indices describe the result. The number of runs is bounded; at
 * the bound the shortest script so far is the result.
 */
import type { Violation } from './history.ts';
import { withSteps } from './script/keep.ts';
import type { Script } from './script/script.ts';

/** Plays a script and returns the violations. */
export type Trial = (script: Script) => Promise<readonly Violation[]>;

export interface Shrunk {
  /** Indices of the steps of the original script, ascending. */
  readonly kept: readonly number[];
  /** The violation of the shortened script: same checker, perhaps another lane. */
  readonly violation: Violation;
  readonly runs: number;
}

/** A shortening of some 40 steps takes 100 to 200 runs. */
export const SHRINK_RUNS_MAX = 400;

export async function shrink(
  script: Script,
  violation: Violation,
  run: Trial,
  runsMax = SHRINK_RUNS_MAX,
): Promise<Shrunk> {
  const search = new Search(script, violation, run, runsMax);
  await search.without((index) => (script.steps[index]?.atMs ?? 0) > violation.ms);
  for (let size = Math.ceil(search.kept.length / 2); size > 1; size = Math.ceil(size / 2)) {
    await search.withoutChunks(size);
  }
  // Without one step, another that was needed before may be needless.
  while ((await search.withoutChunks(1)) && !search.isSpent());
  return { kept: search.kept, violation: search.violation, runs: search.runs };
}

class Search {
  kept: readonly number[];
  violation: Violation;
  runs = 0;
  readonly #script: Script;
  readonly #run: Trial;
  readonly #runsMax: number;

  constructor(script: Script, violation: Violation, run: Trial, runsMax: number) {
    this.kept = script.steps.map((_, index) => index);
    this.violation = violation;
    this.#script = script;
    this.#run = run;
    this.#runsMax = runsMax;
  }

  isSpent(): boolean {
    return this.runs >= this.#runsMax;
  }

  /** From the end, where most steps are needless. True if a step could be left out. */
  async withoutChunks(size: number): Promise<boolean> {
    const before = this.kept.length;
    for (let end = this.kept.length; end > 0; end -= size) {
      const chunk = new Set(this.kept.slice(Math.max(0, end - size), end));
      await this.without((index) => chunk.has(index));
    }
    return this.kept.length < before;
  }

  async without(leftOut: (index: number) => boolean): Promise<void> {
    const kept = this.kept.filter((index) => !leftOut(index));
    if (kept.length === this.kept.length || this.isSpent()) return;
    this.runs += 1;
    const violations = await this.#run(withSteps(this.#script, kept));
    const same = violations.find(({ checker }) => checker === this.violation.checker);
    if (same === undefined) return;
    this.kept = kept;
    this.violation = same;
  }
}
