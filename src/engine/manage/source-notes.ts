/**
 * Keeps the last requests of a source for its operator. Must never delay or fail an answer: if too
 * many notes wait, further ones are dropped. Requests without a valid signature are noted at most
 * once a second and source, so that a stranger can neither make the store write nor hide the
 * requests of another source.
 */
import type { SourceKey } from '../../core/id.ts';
import type { SourceRequest, SourceStore } from '../ports/manage-store.ts';

export interface SourceNotes {
  note(source: SourceKey, request: SourceRequest, proven: boolean): void;
}

const WAITING_MAX = 64;
const UNPROVEN_PAUSE_MS = 1_000;
/** A stranger cannot make up sources: a note needs an existing one. */
const SOURCES_REMEMBERED_MAX = 10_000;

export function createSourceNotes(store: Pick<SourceStore, 'noteSourceRequest'>): SourceNotes {
  let waiting = 0;
  const unprovenAtMs = new Map<SourceKey, number>();

  return {
    note(source, request, proven) {
      if (waiting >= WAITING_MAX) return;
      if (!proven) {
        const lastAtMs = unprovenAtMs.get(source) ?? Number.NEGATIVE_INFINITY;
        if (Math.abs(request.atMs - lastAtMs) < UNPROVEN_PAUSE_MS) return;
        if (unprovenAtMs.size >= SOURCES_REMEMBERED_MAX) unprovenAtMs.clear();
        unprovenAtMs.set(source, request.atMs);
      }
      waiting += 1;
      const done = (): void => {
        waiting -= 1;
      };
      // Losing a note does no harm, and the store reports its own failures.
      store.noteSourceRequest({ key: source, request }).then(done, done);
    },
  };
}
