/** Runs many operations of a test, a few at once: more would wait too long on a slow machine. */

const AT_ONCE = 10;

/** Returns the results in the order of `items`. */
export async function fewAtOnce<Item, Value>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const waiting = [...items].entries();
  const results: Value[] = [];
  const lane = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return results;
}
