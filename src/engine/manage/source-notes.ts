/**
 * Keeps the last requests of a source for its operator (S12.27). Must never delay or fail an
 * answer: the first note is written at once; further ones of the source wait until `PAUSE_MS` after
 * it and go together, the oldest dropped beyond what is kept anyway, so that a busy source costs a
 * few writes a second and no work on notes that are trimmed at once. Requests without a valid
 * signature are noted at most once a second and source, so that a stranger can neither make the
 * store write nor hide the requests of another source.
 */
import type { SourceKey } from '../../core/id.ts';
import { SOURCE_REQUESTS_MAX } from '../../core/project/limits.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { NotedRequest, Source, SourceStore } from '../ports/manage-store.ts';

/** The source of a note. */
export type NotedSource = Pick<Source, 'key' | 'id' | 'projectKey'>;

/** `body`: asked for only if the note is written; holds no more of the request than is kept. */
export interface Note extends Omit<NotedRequest, 'body'> {
  readonly body: () => string;
}

export interface SourceNotes {
  note(source: NotedSource, note: Note): void;
  /** Resolves when all notes of the source so far are written, or lost. */
  settled(source: SourceKey): Promise<void>;
  /** The same for all sources, before the process ends. */
  flush(): Promise<void>;
}

/**
 * Between two writes of one source. At 1,000 callbacks a second, six of seven notes are then
 * dropped before they are masked and written; a person who watches the page sees no difference.
 */
const PAUSE_MS = 250;
/** Sources whose notes are being written; of further ones notes are dropped. */
const WRITING_MAX = 64;
/** Sources that pause: each may hold the texts of 50 requests. Further ones do not pause. */
const PAUSING_MAX = 32;
const UNPROVEN_PAUSE_MS = 1_000;
/** A stranger cannot make up sources: a note needs an existing one. */
const SOURCES_REMEMBERED_MAX = 10_000;

interface Writing {
  readonly source: NotedSource;
  readonly waiting: Note[];
  /** The write under way, or the last one. */
  done: Promise<void>;
  /** Null while it writes. */
  pause: Timer | null;
}

export interface SourceNotesParts {
  readonly store: Pick<SourceStore, 'noteSourceRequests'>;
  readonly clock: Pick<Clock, 'after'>;
  /** After every write, for pages that show the requests. */
  readonly written: (source: NotedSource) => void;
}

export function createSourceNotes({ store, clock, written }: SourceNotesParts): SourceNotes {
  const busy = new Map<SourceKey, Writing>();
  const unprovenAtMs = new Map<SourceKey, number>();
  let writing = 0;

  /** Losing notes does no harm, and the store reports its own failures. */
  async function write(own: Writing): Promise<void> {
    const { source, waiting } = own;
    const requests = waiting.splice(0).map((note) => ({ ...note, body: note.body() }));
    writing += 1;
    await store.noteSourceRequests({ key: source.key, requests }).then(
      () => written(source),
      () => undefined,
    );
    writing -= 1;
    if (busy.size <= PAUSING_MAX) own.pause = clock.after(PAUSE_MS, () => goOn(own));
    else goOn(own);
  }

  function goOn(own: Writing): void {
    own.pause?.cancel();
    own.pause = null;
    if (own.waiting.length > 0) own.done = write(own);
    else busy.delete(own.source.key);
  }

  async function settled(key: SourceKey): Promise<void> {
    await busy.get(key)?.done;
    const own = busy.get(key);
    if (own === undefined) return;
    if (own.pause !== null) goOn(own);
    await own.done;
  }

  return {
    note(source, note) {
      const { key } = source;
      const present = busy.get(key);
      if (present === undefined && writing >= WRITING_MAX) return;
      if (note.proven !== true) {
        const lastAtMs = unprovenAtMs.get(key) ?? Number.NEGATIVE_INFINITY;
        if (Math.abs(note.atMs - lastAtMs) < UNPROVEN_PAUSE_MS) return;
        if (unprovenAtMs.size >= SOURCES_REMEMBERED_MAX) unprovenAtMs.clear();
        unprovenAtMs.set(key, note.atMs);
      }
      if (present !== undefined) {
        present.waiting.push(note);
        if (present.waiting.length > SOURCE_REQUESTS_MAX) present.waiting.shift();
        return;
      }
      const own: Writing = { source, waiting: [note], done: Promise.resolve(), pause: null };
      busy.set(key, own);
      own.done = write(own);
    },

    settled,

    async flush() {
      await Promise.all([...busy.keys()].map(settled));
      for (const own of busy.values()) goOn(own);
    },
  };
}
