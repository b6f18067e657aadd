/**
 * Takes tasks of one key in turns: the next starts when the one before has ended. Management
 * changes read, decide and write; two at once on the same thing would lose one of them. Only for
 * changes by operators, never on the path of a report or a delivery.
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
