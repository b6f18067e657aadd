/**
 * Reads single firings as they were rendered once. Every query names its project and never waits
 * for the writer.
 */
import type { FiringKey, ProjectKey } from '../../core/id.ts';
import type { StoredFiring } from '../../core/payload/render.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';

export interface KnownFiring {
  readonly key: FiringKey;
  readonly firing: StoredFiring;
}

export interface FiringStore {
  /** The call's last firing of the trigger; null if there is no such call or it never fired. */
  newestFiring(asked: {
    readonly projectKey: ProjectKey;
    readonly callId: string;
    readonly trigger: Trigger;
  }): Promise<KnownFiring | null>;
}
