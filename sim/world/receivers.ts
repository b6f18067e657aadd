/**
 * How each receiver behaves at the moment: well, or in one of the modes of a script, and since
 * when. `fate.ts` says what a mode does to a request.
 */
import type { EndpointKey } from '../../src/core/id.ts';
import type { Recorder } from '../history.ts';
import type { ReceiverMode } from '../script/script.ts';
import type { Roster } from './roster.ts';
import type { Timeline } from './timeline.ts';

export interface PresentMode {
  readonly mode: ReceiverMode;
  readonly key: EndpointKey;
  readonly sinceMs: number;
}

export interface ReceiversParts {
  readonly timeline: Timeline;
  readonly recorder: Recorder;
  readonly roster: Roster;
}

export class Receivers {
  readonly #parts: ReceiversParts;
  readonly #modes = new Map<number, PresentMode>();

  constructor(parts: ReceiversParts) {
    this.#parts = parts;
  }

  modeOf(endpoint: number): PresentMode | null {
    return this.#modes.get(endpoint) ?? null;
  }

  /** Sets the mode of a known receiver; `endMode` ends it, unless another replaced it. */
  setMode(endpoint: number, mode: ReceiverMode): PresentMode | null {
    const { timeline, roster, recorder } = this.#parts;
    const known = roster.find(endpoint);
    if (known === null) return null;
    const present = { mode, sinceMs: timeline.monoMs(), key: known.key };
    this.#modes.set(endpoint, present);
    recorder.note({ what: 'receiver', endpoint: known.key, mode });
    return present;
  }

  endMode(endpoint: number, present: PresentMode | null): void {
    if (present === null || this.#modes.get(endpoint) !== present) return;
    this.#modes.delete(endpoint);
    this.#parts.recorder.note({ what: 'receiver', endpoint: present.key, mode: null });
  }

  heal(): void {
    for (const [endpoint, present] of [...this.#modes]) this.endMode(endpoint, present);
  }
}
