/**
 * Many power cuts of one recording, judged: each state must open whole, hold everything that had
 * been acknowledged, and equal the last commit or the commit under way. As the control, `early`
 * judges the same states as if each commit had been acknowledged before its sync; the judge must
 * then see losses.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stream } from '../../sim/script/random.ts';
import { type Cut, crashState } from './crash-state.ts';
import { type Inspection, inspect } from './inspection.ts';
import { type Recording, record } from './recording.ts';

export interface PowerRun {
  readonly states: number;
  readonly cuts: Readonly<Partial<Record<Cut, number>>>;
  readonly commits: number;
  readonly checkpoints: number;
  readonly restarts: number;
  /** States in which the commit under way survived although it was not acknowledged. */
  readonly ahead: number;
  /** Violations, as sentences. */
  readonly faults: readonly string[];
  /** How many of these states would be a loss if commits were acknowledged before their sync. */
  readonly lostIfEarly: number;
}

const START_MS = 1_795_173_540_000;
/** States of one recording; a longer run makes several, each with another stream. */
const STATES_PER_RECORDING = 500;
const COMMITS = 150;

export async function runPowerCuts(options: {
  readonly states: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}): Promise<PowerRun> {
  const tally = new Tally();
  for (let round = 0; tally.states < options.states; round += 1) {
    const chance = new Stream(options.seed, `power-${round}`);
    const directory = mkdtempSync(join(tmpdir(), 'ringpost-record-'));
    try {
      const recording = await record({ directory, commits: COMMITS, chance, startMs: START_MS });
      tally.add(recording);
      const most = Math.min(options.states - tally.states, STATES_PER_RECORDING);
      for (let state = 0; state < most; state += 1) cutOnce(recording, chance, tally);
    } finally {
      rmSync(directory, { recursive: true });
    }
    options.say(`${tally.states}/${options.states} states, ${tally.faults.length} faults`);
  }
  return tally;
}

class Tally implements PowerRun {
  states = 0;
  readonly cuts: Partial<Record<Cut, number>> = {};
  commits = 0;
  checkpoints = 0;
  restarts = 0;
  ahead = 0;
  readonly faults: string[] = [];
  lostIfEarly = 0;

  add({ steps, checkpoints, restarts }: Recording): void {
    this.commits += steps.length;
    this.checkpoints += checkpoints;
    this.restarts += restarts;
  }
}

function cutOnce({ steps }: Recording, chance: Stream, tally: Tally): void {
  const last = chance.between(0, steps.length - 2);
  const before = steps[last];
  const under = steps[last + 1];
  if (before === undefined || under === undefined) throw new Error('a recording without steps');
  // What resolved while the commit under way was requested belongs to the image before it.
  const promised = steps.slice(0, last + 2).flatMap((step) => step.promised);
  const state = crashState(before.image, under.image, chance);
  const inspection = inspect(state, promised, steps[last + 2]?.promised);
  tally.states += 1;
  tally.cuts[state.cut] = (tally.cuts[state.cut] ?? 0) + 1;
  if (inspection.content === under.image.content) tally.ahead += 1;
  const place = `${state.cut} after commit ${last + 1}`;
  tally.faults.push(...faultsOf(inspection, before.image.content, under.image.content, place));
  if (inspection.early > 0) tally.lostIfEarly += 1;
}

function faultsOf(
  { content, damaged, lost, half }: Inspection,
  before: string,
  under: string,
  place: string,
): string[] {
  const faults = [
    ...damaged.map((says) => `damaged: ${says}`),
    ...lost.map((says) => `lost: ${says}`),
    ...half.map((says) => `half: ${says}`),
  ];
  if (content !== before && content !== under) faults.push('a state that no commit left');
  return faults.map((fault) => `${place}: ${fault}`);
}
