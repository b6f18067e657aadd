/**
 * The boxes of all projects: the behaviour of each, and its state between two messages. A box
 * exists as soon as a request names it; the book stores only boxes that got a message or a
 * behaviour, and a bounded number of them.
 */
import { ServiceError } from '../core/error/service-error.ts';
import type { InboxBehaviour, InboxBoxName } from '../engine/ports/inbox.ts';
import type { Programme } from './answer.ts';
import { type Allowance, newAllowance } from './slack-answer.ts';

/**
 * For all projects; the longest unused boxes are forgotten first, but never one with a behaviour.
 */
export const BOXES_MAX = 1_000;
/** So that one project cannot use up the boxes of others. */
export const PROGRAMMED_MAX = 100;

export interface Box extends InboxBoxName {
  readonly projectId: string;
  programme: Programme | null;
  received: number;
  readonly allowance: Allowance;
}

export class BoxBook {
  readonly #boxes = new Map<string, Box>();
  readonly #monoMs: () => number;

  constructor(monoMs: () => number) {
    this.#monoMs = monoMs;
  }

  /** The box of an arrived message; it is stored from now on if there is room. */
  use(projectId: string, name: InboxBoxName): Box {
    const box = this.look(projectId, name);
    box.received += 1;
    this.#remember(box);
    return box;
  }

  /** The same without storing it. */
  look(projectId: string, { channel, name }: InboxBoxName): Box {
    const known = this.#boxes.get(keyOf(projectId, { channel, name }));
    if (known !== undefined) return known;
    const allowance = newAllowance(this.#monoMs());
    return { projectId, channel, name, programme: null, received: 0, allowance };
  }

  program(projectId: string, name: InboxBoxName, behaviour: InboxBehaviour | null): Box {
    const box = this.look(projectId, name);
    if (behaviour === null) {
      box.programme = null;
      return box;
    }
    const told = this.of(projectId).filter(({ programme }) => programme !== null);
    if (!told.includes(box) && told.length >= PROGRAMMED_MAX) {
      const detail = `At most ${PROGRAMMED_MAX} boxes have a behaviour; take one away.`;
      throw new ServiceError('LIMIT_REACHED', detail);
    }
    box.programme = { behaviour, applied: 0 };
    this.#remember(box);
    return box;
  }

  of(projectId: string): readonly Box[] {
    return [...this.#boxes.values()].filter((box) => box.projectId === projectId);
  }

  #remember(box: Box): void {
    const key = keyOf(box.projectId, box);
    // A Map keeps the order of insertion, so the first entry is the longest unused one.
    this.#boxes.delete(key);
    this.#boxes.set(key, box);
    if (this.#boxes.size <= BOXES_MAX) return;
    for (const [oldest, { programme }] of this.#boxes) {
      if (programme !== null) continue;
      this.#boxes.delete(oldest);
      return;
    }
  }
}

/** Neither a channel nor a project's id contains a slash. */
function keyOf(projectId: string, { channel, name }: InboxBoxName): string {
  return `${projectId}/${channel}/${name}`;
}
