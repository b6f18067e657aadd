/**
 * A keyed mutex: tasks of one key run one after another. Operators' changes read, decide and write;
 * two at once on the same record would lose one of them. Must never be used on the path of a report
 * or a delivery.
 */

export type KeyedMutex<Key> = <Result>(key: Key, task: () => Promise<Result>) => Promise<Result>;

export function createKeyedMutex<Key>(): KeyedMutex<Key> {
  const tails = new Map<Key, Promise<void>>();
  return (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(task);
    const tail = result.then(nothing, nothing);
    tails.set(key, tail);
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return result;
  };
}

function nothing(): void {}
