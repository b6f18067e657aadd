/**
 * The permits under which each life has sent, shard by shard, and the one question that matters:
 * may two lives send for the same shard at this moment? Asks the permits themselves, as a channel
 * would, and notes a clash; takes no part in anything.
 */
import type { Permit } from '../../src/engine/ports/channel.ts';
import type { Recorder } from '../history.ts';
import type { Life } from './timeline.ts';

interface Held {
  readonly life: Life;
  readonly permit: Permit;
}

export class Permits {
  /** By shard, then by the number of the life: the last one it used. */
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

  /** It gave the shard back: it will not use what it holds, or else it is noted again. */
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
