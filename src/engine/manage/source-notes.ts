/**
 * Keeps the last requests of a source for its operator. Must never delay or fail an answer: while
 * notes of a source are written, further ones wait and go together, the oldest dropped beyond what
 * is kept anyway. Requests without a valid signature are noted at most once a second and source, so
 * that a stranger can neither make the store write nor hide the requests of another source.
 */
import type { SourceKey } from '../../core/id.ts';
import { SOURCE_REQUESTS_MAX } from '../../core/project/limits.ts';
import type { NotedRequest, Source, SourceStore } from '../ports/manage-store.ts';

/** The source of a note. */
export type NotedSource = Pick<Source, 'key' | 'id' | 'projectKey'>;

export interface SourceNotes {
  note(source: NotedSource, request: NotedRequest): void;
  /** Resolves when all notes of the source so far are written, or lost. */
  settled(source: SourceKey): Promise<void>;
}

/** Sources whose notes are being written; of further ones notes are dropped. */
const WRITING_MAX = 64;
const UNPROVEN_PAUSE_MS = 1_000;
/** A stranger cannot make up sources: a note needs an existing one. */
const SOURCES_REMEMBERED_MAX = 10_000;

interface Writing {
  readonly waiting: NotedRequest[];
  done: Promise<void>;
}

/** `written`: after every write, for pages that show the requests. */
export function createSourceNotes(
  store: Pick<SourceStore, 'noteSourceRequests'>,
  written: (source: NotedSource) => void,
): SourceNotes {
  const writing = new Map<SourceKey, Writing>();
  const unprovenAtMs = new Map<SourceKey, number>();

  /** Losing notes does no harm, and the store reports its own failures. */
  async function write(source: NotedSource, first: NotedRequest, own: Writing): Promise<void> {
    const { key } = source;
    let requests: readonly NotedRequest[] = [first];
    while (requests.length > 0) {
      await store.noteSourceRequests({ key, requests }).then(
        () => written(source),
        () => undefined,
      );
      requests = own.waiting.splice(0);
    }
    writing.delete(key);
  }

  return {
    note(source, request) {
      const { key } = source;
      const present = writing.get(key);
      if (present === undefined && writing.size >= WRITING_MAX) return;
      if (request.proven !== true) {
        const lastAtMs = unprovenAtMs.get(key) ?? Number.NEGATIVE_INFINITY;
        if (Math.abs(request.atMs - lastAtMs) < UNPROVEN_PAUSE_MS) return;
        if (unprovenAtMs.size >= SOURCES_REMEMBERED_MAX) unprovenAtMs.clear();
        unprovenAtMs.set(key, request.atMs);
      }
      if (present !== undefined) {
        present.waiting.push(request);
        if (present.waiting.length > SOURCE_REQUESTS_MAX) present.waiting.shift();
        return;
      }
      const own: Writing = { waiting: [], done: Promise.resolve() };
      writing.set(key, own);
      own.done = write(source, request, own);
    },

    async settled(source) {
      await writing.get(source)?.done;
    },
  };
}
