/**
 * One bound for the bodies of all callbacks that the process holds at one time, counted as their
 * bytes come: what a request announces and does not send takes no room from others. A part is left
 * to small bodies, so that large ones, genuine or not, keep no status callback away.
 */

export interface BodyShare {
  /** False: there is no room for so many bytes more. */
  take(bytes: number): boolean;
  /** Gives all of it back; nothing may be taken afterwards. */
  close(): void;
}

/** Of a status callback; what is longer is a transcript. */
const SMALL_BYTES_MAX = 64 * 1024;
/** Of all bytes, what large bodies may hold. */
const LARGE_SHARE = 0.75;

export class BodyBudget {
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  open(): BodyShare {
    let own = 0;
    return {
      take: (bytes) => {
        const isSmall = own + bytes <= SMALL_BYTES_MAX;
        const room = isSmall ? this.#bytesMax : Math.floor(this.#bytesMax * LARGE_SHARE);
        if (this.#bytes + bytes > room) return false;
        own += bytes;
        this.#bytes += bytes;
        return true;
      },
      close: () => {
        this.#bytes -= own;
        own = 0;
      },
    };
  }
}
