/**
 * The hub of the live stream: it takes notes of changes, joins them for a moment, and sends them to
 * the subscribers of their project and to other processes. Without subscribers it keeps nothing and
 * costs one comparison. A subscriber that returns within `KEPT_MS` gets the notes that it missed.
 * Must never wait for a subscriber: one that throws is removed.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { LiveNews, LiveNote } from '../ports/live-event.ts';

/** `sequence` grows by one with each message, over all projects of this process. */
export interface LiveMessage {
  readonly sequence: number;
  readonly news: LiveNews;
}

export interface LiveSubscription {
  /** The present sequence, from which a reconnection continues. */
  readonly sequence: number;
  /** The messages after `since`; `resync` if they are no longer known. */
  readonly missed: readonly LiveMessage[] | 'resync';
  end(): void;
}

export interface LiveHubParts {
  readonly clock: Clock;
  /**
   * Tells the other processes; null if there are none. The notes are hints, so a loss is not
   * reported.
   */
  readonly announce: ((notes: readonly LiveNote[]) => void) | null;
}

/** A page repaints at most twice a second, so notes within this time are joined. */
export const JOIN_MS = 250;
/** The largest number of notes per project within that time; more become one `resync`. */
export const JOINED_MAX = 100;
/** How long a page may be disconnected and still receive what it missed. */
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
  /** Until when notes are kept for subscribers that left; null: there never was one. */
  #wantedUntilMonoMs: number | null = null;

  constructor(parts: LiveHubParts) {
    this.#parts = parts;
  }

  /** Whether any subscriber wants notes; callers ask before they make one. */
  isWanted(): boolean {
    return this.#parts.announce !== null || this.#isHeardHere();
  }

  /** Something of a project changed in this process; its own pages and other processes are told. */
  note(project: ProjectKey, news: LiveNews): void {
    if (!this.isWanted()) return;
    this.#timer ??= this.#parts.clock.after(JOIN_MS, () => this.#flush());
    const joined: Map<string, LiveNews> | 'resync' = this.#joined.get(project) ?? new Map();
    if (joined === 'resync') return;
    const isTooMuch = news === 'resync' || joined.size >= JOINED_MAX;
    this.#joined.set(project, isTooMuch ? 'resync' : joined.set(keyOf(news), news));
  }

  /** The notes of other processes; `all`: notes of any project may have been lost. */
  hear(notes: readonly LiveNote[] | 'all'): void {
    if (notes !== 'all') for (const { project, news } of notes) this.#tell(project, news);
    else for (const project of this.#subscribers.keys()) this.#tell(project, 'resync');
  }

  /** `since`: the last sequence that the subscriber saw; null: it starts now. */
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

  /** The number of subscribers, for metrics and limits. */
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
    const untilMonoMs = this.#wantedUntilMonoMs;
    return untilMonoMs !== null && untilMonoMs > this.#parts.clock.monoMs();
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
    // A sequence of another process, or from before a restart, means nothing here.
    if (next === undefined || next.sequence !== since + 1 || next.atMonoMs < oldestMonoMs) {
      return 'resync';
    }
    return this.#kept
      .slice(first)
      .filter((kept) => kept.project === project)
      .map(({ sequence, news }) => ({ sequence, news }));
  }
}

/** Of two notes about the same thing the later one replaces the earlier one. */
function keyOf(news: LiveNews): string {
  return news === 'resync' ? news : `${news.t} ${news.id} ${news.callId} ${news.ep}`;
}
