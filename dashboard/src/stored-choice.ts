/**
 * A choice of this browser that outlives the page: language, form of times, shortcuts. One of a few
 * words; anything else that is found stored is as if nothing were.
 */
import { type StoredValue, storedValue, useStored } from './stored-value.ts';

export type StoredChoice<Value extends string> = StoredValue<Value>;

export function storedChoice<const Value extends string>(
  name: string,
  allowed: readonly Value[],
  fallback: () => Value,
): StoredChoice<Value> {
  const read = (text: string | null): Value => allowed.find((one) => one === text) ?? fallback();
  return storedValue(name, read, (value) => value);
}

export function useChoice<Value extends string>(choice: StoredChoice<Value>): Value {
  return useStored(choice);
}
