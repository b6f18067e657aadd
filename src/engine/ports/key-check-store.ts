/**
 * Tells whether a master key is the one that sealed the secrets of a store, by a text that the
 * first process sealed. It does not help to guess the key, which has 256 random bits.
 */
export interface KeyCheckStore {
  /** Null before the first start. */
  keyCheck(): Promise<string | null>;
  /**
   * Stores the text if there is none yet, or in place of the present one. Returns the text that is
   * stored afterwards: of several processes that start at once, the first one's stays.
   */
  putKeyCheck(wanted: { readonly sealed: string; readonly replace: boolean }): Promise<string>;
}
