/**
 * What a store does by itself with what is past its retention, in steps that the engine paces:
 * never in the way of a report or a delivery (decisions section 5).
 */

import type { ProjectKey } from '../../core/id.ts';

export interface RetentionStore {
  /**
   * Goes on with a round through all that is kept, in every project: looks at about `limit` rows
   * and removes what is past its retention. `more`: the round has not ended, call again, now or
   * later; false: it has, and the next call begins another.
   */
  removeExpired(nowMs: number, limit: number): Promise<{ removed: number; more: boolean }>;
  /**
   * When it removed a call; null: it did not, or it was forgotten. Ask for the call first: one
   * that was reported anew is there again.
   */
  removedCallAt(projectKey: ProjectKey, callId: string): Promise<number | null>;
}
