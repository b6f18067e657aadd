/**
 * The committed changes of a history, each with the types of its operation: the history itself
 * holds argument and answer as unknown, because it only records. The checkers learn of the disk's
 * content only from here.
 */
import type { WriteArgument, WriteName, WriteValue } from '../../src/store/sqlite/operations.ts';
import type { Happening, History } from '../history.ts';

/** `at`: its place among all happenings. Times as in the history. */
export interface Moment {
  readonly at: number;
  readonly ms: number;
  readonly wallMs: number;
}

export type ChangeOf<Name extends WriteName> = Moment & {
  readonly name: Name;
  readonly life: number;
  readonly argument: WriteArgument<Name>;
  readonly value: WriteValue<Name>;
};

export type Change = { [Name in WriteName]: ChangeOf<Name> }[WriteName];

export function changesOf({ happenings }: Pick<History, 'happenings'>): readonly Change[] {
  const changes: Change[] = [];
  for (const [at, happening] of happenings.entries()) {
    if (happening.what === 'committed') changes.push(changeOf(happening, at));
  }
  return changes;
}

function changeOf(happening: Happening & { readonly what: 'committed' }, at: number): Change {
  const { ms, wallMs, life, name, argument, value } = happening;
  // The recorder took name, argument and value from one and the same operation of the store.
  return { at, ms, wallMs, life, name, argument, value } as Change;
}
