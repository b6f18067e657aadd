/**
 * What the commands of the proofs share: options that are whole numbers, `--help`, and a sentence
 * for wrong options. Unreadable input is never taken for 0: a proof that does nothing would pass.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';

export const EXIT_CODES = 'exit code: 0 no violation, 1 violation, 2 arguments that make no sense';

export interface NumberOption {
  /** The value if the option is not given. */
  readonly or: number;
  readonly min: number;
  readonly max: number;
}

export type Numbers<Name extends string> =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'run'; readonly numbers: Readonly<Record<Name, number>> };

/** Pure. */
export function readNumbers<Name extends string>(
  words: readonly string[],
  options: Readonly<Record<Name, NumberOption>>,
): Numbers<Name> {
  const given = readWords(words, Object.keys(options));
  if (given.kind !== 'run') return given;
  const numbers: Partial<Record<Name, number>> = {};
  for (const name in options) {
    const { or, min, max } = options[name];
    const text = given.words[name] ?? String(or);
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      return { kind: 'wrong', why: `--${name} takes a whole number from ${min} to ${max}.` };
    }
    numbers[name] = value;
  }
  return { kind: 'run', numbers: numbers as Record<Name, number> };
}

export type Words =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'run'; readonly words: Readonly<Record<string, string | undefined>> };

/** Reads options with any text, and `--help`. Pure. */
export function readWords(words: readonly string[], names: readonly string[]): Words {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { ...options, help: { type: 'boolean' } },
    });
    const { help, ...told } = values;
    return help === true ? { kind: 'help' } : { kind: 'run', words: told };
  } catch (error) {
    // An unknown option or a missing value; its message names it.
    return { kind: 'wrong', why: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the arguments of this process; ends it if there is nothing to run. */
export function numbersAsked<Name extends string>(
  usage: string,
  options: Readonly<Record<Name, NumberOption>>,
): Readonly<Record<Name, number>> {
  const asked = readNumbers(process.argv.slice(2), options);
  return asked.kind === 'run' ? asked.numbers : leave(asked, usage);
}

/** Ends the process with the usage, and with what is wrong if anything is. */
export function leave(
  asked: { readonly kind: 'help' } | { readonly kind: 'wrong'; readonly why: string },
  usage: string,
): never {
  if (asked.kind === 'help') {
    console.log(usage);
    process.exit(0);
  }
  console.error(`${asked.why}\n\n${usage}`);
  process.exit(2);
}
