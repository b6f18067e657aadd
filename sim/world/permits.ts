/**
 * The permits under which each life has sent, by shard. Checks whether two lives may send for the
 * same shard at this moment: asks the permits themselves, as a channel would, and notes a clash.
 * Changes nothing.
 */
import type { Permit } from '../../src/engine/ports/channel.ts';
import type { Recorder } from '../history.ts';
import type { Life } from './timeline.ts';

interface Held {
  readonly life: Life;
  readonly permit: Permit;
}

export class Permits {
  /** By shard, then by the number of the life: the permit it used last. */
  readonly #held = new Map<number, Map<number, Held>>();
  readonly #recorder: Recorder;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  note(shard: number, { life, permit }: Held): void {
    const held = this.#held.get(shard) ?? new Map<number, Held>();
    this.#held.set(shard, held);
    held.set(life.number, { life, permit });
    if (held.size > 1) this.look(shard);
  }

  /**
   * The life gave the shard back: it must not use its permit again; if it does, the permit is noted
   * anew.
   */
  forget(shard: number, life: Life): void {
    this.#held.get(shard)?.delete(life.number);
  }

  look(shard: number): void {
    const held = this.#held.get(shard);
    if (held === undefined) return;
    for (const [number, { life }] of held) if (life.dead) held.delete(number);
    const lives = [...held.values()].filter(({ permit }) => permit.holds());
    if (lives.length < 2) return;
    const numbers = lives.map(({ life }) => life.number);
    this.#recorder.note({ what: 'clash', shard, lives: numbers });
  }
}
