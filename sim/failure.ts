/**
 * Prints about a failing seed: which promise is broken, the shortest script that still breaks it,
 * its story, and how to play it again.
 */
import type { Violation } from './history.ts';
import { formatKeep, withSteps } from './script/keep.ts';
import type { Script } from './script/script.ts';
import { SHRINK_RUNS_MAX, shrink } from './shrink.ts';
import { storyOf } from './story.ts';
import { judge, play } from './verdict.ts';

/** How long to shorten one seed: long runs get fewer tries. */
const SHRINK_MS = 60_000;
const SHRINK_RUNS_MIN = 10;

export function violationLine(seed: number, profile: string, violation: Violation): string {
  return `VIOLATION  seed ${seed} (${profile})  ${violation.checker}: ${violation.says}`;
}

export function replayCommand(seed: number, kept: readonly number[] | null): string {
  const keep = kept === null ? '' : ` --keep ${formatKeep(kept)}`;
  return `npm run sim -- --seed ${seed}${keep}`;
}

/**
 * `script`: the whole script of the seed. `kept`: the steps with which it failed. `runMs`: the time
 * of one run.
 */
export async function explain(
  script: Script,
  kept: readonly number[],
  violation: Violation,
  runMs: number,
): Promise<readonly string[]> {
  const runsMax = Math.max(SHRINK_RUNS_MIN, Math.min(SHRINK_RUNS_MAX, SHRINK_MS / (runMs + 1)));
  const trial = async (shorter: Script) => (await judge(shorter)).violations;
  const shrunk = await shrink(withSteps(script, kept), violation, trial, Math.floor(runsMax));
  const shortest = shrunk.kept.flatMap((index) => kept[index] ?? []);
  const shorter = withSteps(script, shortest);
  const { history } = await play(shorter);
  const counted = `${shortest.length} of ${script.steps.length} steps`;
  return [
    `shortened to ${counted} in ${shrunk.runs} runs (its "endpoint":0 is endpoint 1 of the story):`,
    ...shorter.steps.map((step) => `    ${cut(JSON.stringify(step))}`),
    ...(history === null ? [shrunk.violation.says] : storyOf(history, shrunk.violation)),
    '',
    `replay: ${replayCommand(script.seed, shortest)}`,
    `when it is mended, add this line to sim/seeds.txt: ${script.seed}  # what it was`,
  ];
}

const STEP_COLUMNS_MAX = 200;

function cut(text: string): string {
  return text.length <= STEP_COLUMNS_MAX ? text : `${text.slice(0, STEP_COLUMNS_MAX - 1)}…`;
}
