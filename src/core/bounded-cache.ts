/**
 * A bounded cache: if it is full, the least recently used entry is evicted. It takes memory as it
 * fills: with the option `max`, `lru-cache` allocates its lists for all entries at once, which
 * takes 0.8 ms and 217 KiB for 10,000 entries, and a service has eight such caches.
 */
import { LRUCache } from 'lru-cache';

export type BoundedCache<Key extends {}, Value extends {}> = LRUCache<Key, Value>;

export function createBoundedCache<Key extends {}, Value extends {}>(
  entriesMax: number,
): BoundedCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: entriesMax, sizeCalculation: one });
}

/** Every entry counts the same. */
function one(): number {
  return 1;
}
