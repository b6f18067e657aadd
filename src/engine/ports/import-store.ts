/**
 * What a start asks about `ringpost import`: whether one was broken off, since a service must never
 * work on half of an export.
 */
export interface ImportStore {
  /** The file of an import that has not ended; null if there is none. */
  importUnderWay(): Promise<string | null>;
}
