/**
 * The simulator's random numbers: xoshiro128** seeded by splitmix32, one stream per purpose, so
 * that a change in one reshuffles no other; and `chanceOf`, a number that depends only on the names
 * it is given, so that a run with a step less sees the same network. Integers only: the same
 * numbers on every version of Node.
 */

/** A stream of numbers; `name` keeps the streams of one seed apart. */
export class Stream {
  readonly #state: Uint32Array;

  constructor(seed: number, name: string) {
    const mixer = splitmix(hashOf(seed, [name]));
    this.#state = Uint32Array.from([mixer(), mixer(), mixer(), mixer()]);
  }

  u32(): number {
    const state = this.#state;
    const [a = 0, b = 0, c = 0, d = 0] = state;
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    state[2] = c ^ a;
    state[3] = d ^ b;
    state[1] = b ^ (state[2] ?? 0);
    state[0] = a ^ (state[3] ?? 0);
    state[2] = (state[2] ?? 0) ^ (b << 9);
    state[3] = rotate(state[3] ?? 0, 11);
    return result;
  }

  /** Uniform in [0, 1). */
  fraction(): number {
    return this.u32() / 2 ** 32;
  }

  /** Uniform in `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + (this.u32() % (to - from + 1));
  }

  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return this.u32() % 100 < percent;
  }

  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number] {
    return items[this.u32() % items.length] ?? items[0];
  }
}

/** The same number, uniform in [0, 1), for the same seed and parts, whatever else happened. */
export function chanceOf(seed: number, ...parts: readonly (string | number)[]): number {
  return splitmix(hashOf(seed, parts))() / 2 ** 32;
}

/** FNV-1a over the parts as text, then the seed. */
function hashOf(seed: number, parts: readonly (string | number)[]): number {
  let hash = 2_166_136_261;
  for (const letter of `${seed}|${parts.join('|')}`) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  }
  return hash >>> 0;
}

function splitmix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

function rotate(value: number, by: number): number {
  return ((value << by) | (value >>> (32 - by))) >>> 0;
}
