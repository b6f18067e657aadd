/**
 * The live stream's middle: notes of what changed come in, are joined for a moment, and go out to
 * the subscribers of their project, and to other processes. Without subscribers it keeps nothing
 * and costs a comparison. A subscriber that comes back within `KEPT_MS` gets the notes that it
 * missed. Must never wait for a subscriber: one that throws is dropped.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { LiveNews, LiveNote } from '../ports/live-event.ts';

/** `sequence` grows by one with each, over all projects of this process. */
export interface LiveMessage {
  readonly sequence: number;
  readonly news: LiveNews;
}

export interface LiveSubscription {
  /** Where it stands: of the next reconnection. */
  readonly sequence: number;
  /** What came after `since`; `resync` when that is not known any more. */
  readonly missed: readonly LiveMessage[] | 'resync';
  end(): void;
}

export interface LiveHubParts {
  readonly clock: Clock;
  /** Tells the other processes; null when there are none. Only hints: it may fail unseen. */
  readonly announce: ((notes: readonly LiveNote[]) => void) | null;
}

/** A page repaints at most twice a second; what comes within this becomes one. */
export const JOIN_MS = 250;
/** Told one by one in that time and project; more is a `resync`. */
export const JOINED_MAX = 100;
/** How long a page may be away and still be told what it missed. */
export const KEPT_MS = 300_000;
export const KEPT_MAX = 5_000;

interface Kept extends LiveMessage {
  readonly project: ProjectKey;
  readonly atMonoMs: number;
}

export class LiveHub {
  readonly #parts: LiveHubParts;
  readonly #subscribers = new Map<ProjectKey, Set<(message: LiveMessage) => void>>();
  readonly #joined = new Map<ProjectKey, Map<string, LiveNews> | 'resync'>();
  #kept: Kept[] = [];
  #sequence = 0;
  #timer: Timer | null = null;
  /** Until then notes are kept for subscribers that left; null: there never was one. */
  #wantedUntilMonoMs: number | null = null;

  constructor(parts: LiveHubParts) {
    this.#parts = parts;
  }

  /** Whether any subscriber wants a note: callers ask before they make one. */
  isWanted(): boolean {
    return this.#parts.announce !== null || this.#isHeardHere();
  }

  /** Something of a project changed here; told to this process's pages and to the others'. */
  note(project: ProjectKey, news: LiveNews): void {
    if (!this.isWanted()) return;
    this.#timer ??= this.#parts.clock.after(JOIN_MS, () => this.#flush());
    const joined: Map<string, LiveNews> | 'resync' = this.#joined.get(project) ?? new Map();
    if (joined === 'resync') return;
    const isTooMuch = news === 'resync' || joined.size >= JOINED_MAX;
    this.#joined.set(project, isTooMuch ? 'resync' : joined.set(keyOf(news), news));
  }

  /** What other processes noted; `all`: something may have been missed, of whatever project. */
  hear(notes: readonly LiveNote[] | 'all'): void {
    if (notes !== 'all') for (const { project, news } of notes) this.#tell(project, news);
    else for (const project of this.#subscribers.keys()) this.#tell(project, 'resync');
  }

  /** `since`: the sequence it saw last; null: it begins now. */
  subscribe(
    project: ProjectKey,
    since: number | null,
    listener: (message: LiveMessage) => void,
  ): LiveSubscription {
    const missed = this.#missed(project, since);
    const listeners = this.#subscribers.get(project) ?? new Set();
    this.#subscribers.set(project, listeners.add(listener));
    this.#wantedUntilMonoMs = null;
    return {
      sequence: this.#sequence,
      missed,
      end: () => {
        listeners.delete(listener);
        if (listeners.size > 0 || this.#subscribers.get(project) !== listeners) return;
        this.#subscribers.delete(project);
        this.#wantedUntilMonoMs = this.#parts.clock.monoMs() + KEPT_MS;
      },
    };
  }

  /** How many listen, for metrics and limits. */
  get size(): number {
    let size = 0;
    for (const listeners of this.#subscribers.values()) size += listeners.size;
    return size;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = null;
    this.#joined.clear();
  }

  #isHeardHere(): boolean {
    if (this.#subscribers.size > 0) return true;
    return (this.#wantedUntilMonoMs ?? -1) > this.#parts.clock.monoMs();
  }

  #flush(): void {
    this.#timer = null;
    const notes: LiveNote[] = [];
    for (const [project, joined] of this.#joined) {
      const all: readonly LiveNews[] = joined === 'resync' ? ['resync'] : [...joined.values()];
      for (const news of all) notes.push({ project, news });
    }
    this.#joined.clear();
    this.hear(notes);
    this.#parts.announce?.(notes);
  }

  #tell(project: ProjectKey, news: LiveNews): void {
    if (!this.#isHeardHere()) return;
    this.#sequence += 1;
    const message = { sequence: this.#sequence, news };
    this.#keep({ ...message, project, atMonoMs: this.#parts.clock.monoMs() });
    for (const listener of this.#subscribers.get(project) ?? []) listener(message);
  }

  #keep(message: Kept): void {
    this.#kept.push(message);
    if (this.#kept.length < 2 * KEPT_MAX) return;
    this.#kept = this.#kept.slice(-KEPT_MAX);
  }

  #missed(project: ProjectKey, since: number | null): readonly LiveMessage[] | 'resync' {
    if (since === null || since === this.#sequence) return [];
    const oldestMonoMs = this.#parts.clock.monoMs() - KEPT_MS;
    const first = this.#kept.findIndex(({ sequence }) => sequence > since);
    const next = this.#kept[first];
    // A sequence of another process or of an earlier life says nothing here.
    if (next === undefined || next.sequence !== since + 1 || next.atMonoMs < oldestMonoMs) {
      return 'resync';
    }
    return this.#kept
      .slice(first)
      .filter((kept) => kept.project === project)
      .map(({ sequence, news }) => ({ sequence, news }));
  }
}

/** The later of two about the same thing stands for both. */
function keyOf(news: LiveNews): string {
  return news === 'resync' ? news : `${news.t} ${news.id} ${news.callId} ${news.ep}`;
}
