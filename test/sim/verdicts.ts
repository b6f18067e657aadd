/** Plays seeds on two threads; prints seed, promise and replay command of a failing one. */
import { replayCommand, violationLine } from '../../sim/failure.ts';
import { playSeeds } from '../../sim/pool.ts';
import type { Verdict } from '../../sim/verdict.ts';

/** As many as the machines of CI have cores; other test files share these. */
const THREADS = 2;

export async function playToVerdicts(seeds: Iterable<number>): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  await playSeeds(seeds[Symbol.iterator](), { threads: THREADS }, (verdict) => {
    verdicts.push(verdict);
  });
  return verdicts;
}

/** The first violation of each checker: one fault can show in many lanes. */
export function violationsOf({ seed, profile, violations }: Verdict): readonly string[] {
  const byChecker = Map.groupBy(violations, ({ checker }) => checker);
  return [...byChecker.values()].flatMap(([first]) =>
    first === undefined
      ? []
      : [`${violationLine(seed, profile, first)} | ${replayCommand(seed, null)}`],
  );
}
