/**
 * Reads the simulator's command line, or says in a sentence what is wrong with it. Pure: prints
 * nothing, ends nothing.
 */
import { parseArgs } from 'node:util';
import { KEEP_INDEX_MAX, parseKeep } from './script/keep.ts';

export const USAGE = `npm run sim -- --seed N [--keep 3,7,20-25] [--trace]   one seed, told in full
npm run sim -- --seeds A..B                             from A to B, both included
npm run sim -- --minutes M [--seeds A..]                as many as fit into the time
  --threads T             threads; all cores unless told
  --verify-determinism    each seed twice: its two trace hashes must be equal
exit code: 0 no violation, 1 violation, 2 arguments that make no sense`;

export type Wish =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly why: string }
  | {
      readonly kind: 'one';
      readonly seed: number;
      readonly kept: readonly number[] | null;
      readonly trace: boolean;
      readonly twice: boolean;
    }
  | {
      readonly kind: 'many';
      readonly from: number;
      /** Both ends are included. */
      readonly to: number;
      readonly minutes: number | null;
      readonly threads: number;
      readonly twice: boolean;
    };

export const SEED_MAX = 2 ** 32 - 1;
export const THREADS_MAX = 64;
/** One day. */
export const MINUTES_MAX = 1_440;

const OPTIONS = {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  minutes: { type: 'string' },
  keep: { type: 'string' },
  threads: { type: 'string' },
  trace: { type: 'boolean', default: false },
  'verify-determinism': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

export function readWish(words: readonly string[], cores: number): Wish {
  try {
    const { values } = parseArgs({ args: [...words], options: OPTIONS });
    if (values.help) return { kind: 'help' };
    return values.seed === undefined ? many(values, cores) : one(values);
  } catch (error) {
    // An unknown option or a missing value; its message names it.
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

function one(values: Values): Wish {
  const seed = whole(values.seed, 0, SEED_MAX);
  if (seed === null) return wrong(`--seed takes a whole number from 0 to ${SEED_MAX}.`);
  for (const name of ['seeds', 'minutes', 'threads'] as const) {
    if (values[name] !== undefined) return wrong(`--seed plays one seed: leave --${name} out.`);
  }
  const kept = values.keep === undefined ? null : parseKeep(values.keep);
  if (values.keep !== undefined && kept === null) {
    return wrong(
      `--keep takes indices of steps up to ${KEEP_INDEX_MAX}, such as 3,7,20-25, or none.`,
    );
  }
  return { kind: 'one', seed, kept, trace: values.trace, twice: values['verify-determinism'] };
}

function many(values: Values, cores: number): Wish {
  for (const name of ['keep', 'trace'] as const) {
    if (values[name] !== undefined && values[name] !== false) {
      return wrong(`--${name} needs --seed N.`);
    }
  }
  if (values.seeds === undefined && values.minutes === undefined) {
    return wrong('Say which seeds: --seed N, --seeds A..B or --minutes M.');
  }
  const minutes = values.minutes === undefined ? null : minutesOf(values.minutes);
  if (values.minutes !== undefined && minutes === null) {
    return wrong(`--minutes takes a number above 0, up to ${MINUTES_MAX}.`);
  }
  const range = rangeOf(values.seeds ?? '0..', minutes !== null);
  if (range === null) {
    return wrong('--seeds takes two whole numbers such as 0..999; A.. alone needs --minutes.');
  }
  const threads = whole(values.threads ?? String(Math.min(cores, THREADS_MAX)), 1, THREADS_MAX);
  if (threads === null) return wrong(`--threads takes a whole number from 1 to ${THREADS_MAX}.`);
  return { kind: 'many', ...range, minutes, threads, twice: values['verify-determinism'] };
}

function rangeOf(text: string, open: boolean): { from: number; to: number } | null {
  const match = /^(\d+)\.\.(\d*)$/.exec(text);
  const from = whole(match?.[1], 0, SEED_MAX);
  const end = match?.[2] === '' && open ? SEED_MAX : whole(match?.[2], 0, SEED_MAX);
  return from === null || end === null || end < from ? null : { from, to: end };
}

function whole(text: string | undefined, min: number, max: number): number | null {
  if (text === undefined || !/^\d{1,10}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

function minutesOf(text: string): number | null {
  const value = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  return value > 0 && value <= MINUTES_MAX ? value : null;
}

function wrong(why: string): Wish {
  return { kind: 'wrong', why };
}
