/**
 * `npm run bench -- --check FILE`: whether a run is worse than a kept one. Compares ratios, memory
 * and faults, each within the tolerance of its kind (`KINDS` in `record.ts`); rates and times are
 * not compared, because they vary by tens of per cent between machines and moments.
 */
import { readFileSync } from 'node:fs';
import { type BenchRun, type Figure, KINDS, VERSION } from './record.ts';

export interface Finding {
  readonly worse: boolean;
  /** One plain sentence. */
  readonly text: string;
}

/** Throws if the file holds no run of this version. */
export function readRecord(path: string): BenchRun {
  const record: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (Object(record).version !== VERSION || !Array.isArray(Object(record).figures)) {
    throw new Error(`${path} holds no run of version ${VERSION} of \`npm run bench -- --json\`.`);
  }
  // Written by `writeRecord` with this version.
  return record as BenchRun;
}

/** One finding for each compared figure of the kept run. */
export function compare(kept: BenchRun, now: BenchRun): readonly Finding[] {
  return kept.figures.flatMap((figure) => {
    const { tolerance } = KINDS[figure.kind];
    if (tolerance === null) return [];
    const same = now.figures.find((other) => titleOf(other) === titleOf(figure));
    return [judge(figure, same, tolerance)];
  });
}

function judge(kept: Figure, now: Figure | undefined, tolerance: number): Finding {
  const title = titleOf(kept);
  if (now === undefined) return { worse: true, text: `${title} was not measured.` };
  const higher = KINDS[kept.kind].better === 'higher';
  const bound = kept.median * (higher ? 1 - tolerance : 1 + tolerance);
  // A figure that is no number counts as worse than any.
  const worse = !(higher ? now.median >= bound : now.median <= bound);
  const side = higher ? 'at least' : 'at most';
  return {
    worse,
    text:
      `${title} is ${worse ? 'worse' : 'good'}: ${shown(now.median)}, kept ${shown(kept.median)},` +
      ` allowed ${side} ${shown(bound)}.`,
  };
}

export function titleOf({ mode, name, at }: Figure): string {
  return `${mode}: ${name}${at === null ? '' : ` at ${at}`}`;
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
