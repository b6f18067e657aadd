/**
 * What tells whether a master key is the one that the secrets of a store are sealed with: a text
 * sealed once, by the first process. It helps nobody to guess the key: that is 256 random bits.
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
