/**
 * The record of `npm run bench -- --json FILE`: one `BenchRun`. Every mode adds its figures to one
 * `Figures`, a value for each round; each mode prints them itself. Ratios and memory can be
 * compared between runs (`check.ts`); rates and times belong to one machine at one moment.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { median } from './figures.ts';

export const VERSION = 1;
/** Options whose next argument is a file. */
const NAMED = /^--(?:json|check)$/;

/**
 * What a figure says. `tolerance`: by what part of the kept value a later run may be worse; null if
 * it is not compared. A fault is a webhook without proof, twice, or out of order.
 */
export const KINDS = {
  share: { unit: 'ratio', better: 'higher', tolerance: 0.2 },
  cost: { unit: 'ratio', better: 'lower', tolerance: 0.15 },
  slowdown: { unit: 'ratio', better: 'lower', tolerance: 0.5 },
  memory: { unit: 'MiB', better: 'lower', tolerance: 0.2 },
  faults: { unit: 'count', better: 'lower', tolerance: 0 },
  /** A figure of another project's code. */
  reference: { unit: 'ratio', better: 'higher', tolerance: null },
  disorder: { unit: 'count', better: 'lower', tolerance: null },
  rate: { unit: '1/s', better: 'higher', tolerance: null },
  duration: { unit: 'ms', better: 'lower', tolerance: null },
  cpu: { unit: 'us', better: 'lower', tolerance: null },
  idle: { unit: '% of a core', better: 'lower', tolerance: null },
} as const;

export type Kind = keyof typeof KINDS;

/** One figure of one mode. Mode, name and `at` together are unique in a run. */
export interface Figure {
  /** A mode of `MODES` in `main.ts`, such as `path`. */
  readonly mode: string;
  readonly name: string;
  readonly kind: Kind;
  /** The unit of `median` and `rounds`, from `KINDS`. */
  readonly unit: string;
  /** The place on a curve: waiting deliveries, deliveries of history, load as a share of full. */
  readonly at: number | null;
  readonly median: number;
  /** The value of each round, in order. */
  readonly rounds: readonly number[];
}

export interface BenchRun {
  readonly version: typeof VERSION;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** The arguments of `npm run bench --`, without `--json` and `--check`: they repeat this run. */
  readonly arguments: readonly string[];
  /** With `-changed` if the working tree differs from it; null outside a repository. */
  readonly commit: string | null;
  readonly node: string;
  readonly machine: {
    /** Such as `linux x64`. */
    readonly system: string;
    readonly processor: string;
    readonly cores: number;
    readonly memoryMiB: number;
  };
  readonly figures: readonly Figure[];
}

/** Adds the value of one round. */
export type Add = (name: string, kind: Kind, value: number, at?: number) => void;

/** The figures of a run while it is measured. */
export class Figures {
  readonly #all = new Map<string, Omit<Figure, 'median' | 'rounds'> & { rounds: number[] }>();

  of(mode: string): Add {
    return (name, kind, value, at) => {
      const key = JSON.stringify([mode, name, at ?? null]);
      const known = this.#all.get(key);
      if (known !== undefined) known.rounds.push(value);
      else {
        const { unit } = KINDS[kind];
        this.#all.set(key, { mode, name, kind, unit, at: at ?? null, rounds: [value] });
      }
    };
  }

  list(): readonly Figure[] {
    return [...this.#all.values()].map((each) => ({ ...each, median: median(each.rounds) }));
  }
}

export function recordOf(
  figures: Figures,
  run: Pick<BenchRun, 'startedAt' | 'arguments'>,
): BenchRun {
  return {
    version: VERSION,
    startedAt: run.startedAt,
    arguments: run.arguments,
    commit: commitOf(),
    node: process.version,
    machine: {
      system: `${process.platform} ${process.arch}`,
      processor: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryMiB: Math.round(totalmem() / 2 ** 20),
    },
    figures: figures.list(),
  };
}

export function writeRecord(path: string, record: BenchRun): void {
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`);
}

/** The arguments without `--json` and `--check`, which repeat the measurement. */
export function repeating(args: readonly string[]): readonly string[] {
  return args.filter(
    (arg, index) => !/^--(?:json|check)(?:=|$)/.test(arg) && !NAMED.test(args[index - 1] ?? ''),
  );
}

function commitOf(): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', 'HEAD')}${changed ? '-changed' : ''}`;
  } catch {
    return null;
  }
}
