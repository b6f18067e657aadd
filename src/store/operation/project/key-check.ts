/**
 * The text that only the right master key opens, as a row of `meta`. The caller tries whether a key
 * opens it; the store never has a key.
 */

import type { Asked } from '../../../engine/ports/store.ts';
import { change, type Operation, one, query } from '../../statement.ts';

const READ = query<{ value: string }>("select value from meta where name = 'key check'");
/** Parameters: sealed text. A second process waits for the first one's commit. */
const ADD = query(`
  insert into meta (name, value) values ('key check', ?) on conflict (name) do nothing`);
const REPLACE = query(`
  insert into meta (name, value) values ('key check', ?)
  on conflict (name) do update set value = excluded.value`);

export function* keyCheck(): Operation<string | null> {
  return (yield* one(READ))?.value ?? null;
}

export function* putKeyCheck(wanted: Asked<'putKeyCheck'>): Operation<string> {
  yield* change(wanted.replace ? REPLACE : ADD, wanted.sealed);
  return (yield* keyCheck()) ?? wanted.sealed;
}
