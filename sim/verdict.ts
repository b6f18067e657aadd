/**
 * One script played and judged: counts of its events, its trace hash, and what every checker says.
 * Plain data, so that a thread can hand it over. An error of the simulator itself is a violation
 * too: it must not pass for a run without one.
 */
import { CHECKERS } from './check/checkers.ts';
import type { Happening, History, Violation } from './history.ts';
import type { Script } from './script/script.ts';
import { runScript } from './world/run.ts';

export interface Verdict {
  readonly seed: number;
  readonly profile: string;
  /** SHA-256 over everything that happened, hex; empty when the run did not end. */
  readonly hash: string;
  readonly counts: Counts;
  /** The first violations only: one fault can show in thousands of lanes. */
  readonly violations: readonly Violation[];
}

export interface Counts {
  readonly steps: number;
  /** Reports that the platform got acknowledged. */
  readonly reports: number;
  readonly attempts: number;
  readonly deliveries: number;
  /** Lives of processes that were started. */
  readonly lives: number;
  readonly virtualMs: number;
}

const VIOLATIONS_MAX = 20;

/** The checker that stands for the simulator itself. */
export const SIMULATOR = 'simulator';

export async function judge(script: Script): Promise<Verdict> {
  return (await play(script)).verdict;
}

/** `history`: null if the run did not end. */
export async function play(
  script: Script,
): Promise<{ readonly verdict: Verdict; readonly history: History | null }> {
  try {
    const history = await runScript(script);
    const violations = CHECKERS.flatMap(({ check }) => check(history));
    return { verdict: verdictOf(history, violations), history };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      verdict: failed(script.seed, script.profile, `the run failed: ${text}`),
      history: null,
    };
  }
}

/** A run that gave no history. */
export function failed(seed: number, profile: string, says: string): Verdict {
  const counts = { steps: 0, reports: 0, attempts: 0, deliveries: 0, lives: 0, virtualMs: 0 };
  const violation = { checker: SIMULATOR, says, ms: 0, endpoint: null, callId: null };
  return { seed, profile, hash: '', counts, violations: [violation] };
}

function verdictOf(history: History, violations: readonly Violation[]): Verdict {
  const { script, happenings, rest, hash } = history;
  const count = (what: Happening['what']) =>
    happenings.filter((happening) => happening.what === what).length;
  return {
    seed: script.seed,
    profile: script.profile,
    hash,
    counts: {
      steps: script.steps.length,
      reports: count('acknowledged'),
      attempts: count('sent'),
      deliveries: rest.deliveries.length,
      lives: count('started'),
      virtualMs: happenings.at(-1)?.ms ?? 0,
    },
    violations: violations.slice(0, VIOLATIONS_MAX),
  };
}
