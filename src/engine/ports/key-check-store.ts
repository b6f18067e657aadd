/**
 * Tells whether a master key is the one that sealed the secrets of a store: a text that the first
 * process sealed once. It does not help to guess the key, which is 256 random bits.
 */
export interface KeyCheckStore {
  /** Null before the first start. */
  keyCheck(): Promise<string | null>;
  /**
   * Keeps it when there is none yet, or in place of the present one. Answers the one that is there
   * afterwards: of several processes that start at once, the first decides.
   */
  putKeyCheck(wanted: { readonly sealed: string; readonly replace: boolean }): Promise<string>;
}
