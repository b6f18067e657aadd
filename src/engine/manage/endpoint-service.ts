/**
 * What operators do with endpoints (decisions sections 5, 6 and 11): make, change, remove, enable,
 * disable, test, preview, recover. Every change commits with its audit entry and is followed by
 * `invalidate`, so the dispatcher's next attempt uses the new settings. Secrets go in sealed and
 * come out only as hints.
 */
import type { AttemptOutcome } from '../../core/delivery/outcome.ts';
import type { Endpoint } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { ShownRequest } from '../ports/channel.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type {
  AuditStore,
  DeliveryStore,
  EndpointStore,
  ProjectStore,
} from '../ports/manage-store.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Author } from './author.ts';
import { createEndpointChange } from './endpoint-change.ts';
import type { EndpointRules } from './endpoint-check.ts';
import type { EndpointInput, EndpointPatch } from './endpoint-input.ts';
import { createEndpointSwitch } from './endpoint-switch.ts';
import { createEndpointTrial } from './endpoint-trial.ts';
import type { PreviewInput } from './sample-request.ts';
import { createTurnQueue } from './turn-queue.ts';

/** What becomes of the deliveries that were held: all go, one per call goes, none goes. */
export const HELD_CHOICES = ['send', 'newest', 'drop'] as const;
export type HeldChoice = (typeof HELD_CHOICES)[number];

/** How a test ended. `status`: of the answer; `error` and `detail`: why there was none. */
export interface EndpointTest {
  readonly webhookId: string;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly error: string | null;
  readonly detail: string | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  readonly request: ShownRequest;
}

export interface EndpointService {
  create(projectKey: ProjectKey, input: EndpointInput, author: Author): Promise<Endpoint>;
  update(
    projectKey: ProjectKey,
    id: string,
    patch: EndpointPatch,
    author: Author,
  ): Promise<Endpoint>;
  /** Deletes it and cancels its open deliveries. */
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
  get(projectKey: ProjectKey, id: string): Promise<Endpoint>;
  /** From the oldest on, `limit` at most. */
  list(
    projectKey: ProjectKey,
    page: { readonly afterKey: EndpointKey | null; readonly limit: number },
  ): Promise<readonly Endpoint[]>;
  /** Also forgets a hold. STATE_CONFLICT for newest and drop when nothing can be held. */
  enable(
    projectKey: ProjectKey,
    id: string,
    held: HeldChoice,
    author: Author,
  ): Promise<{ readonly endpoint: Endpoint; readonly cancelled: number }>;
  disable(projectKey: ProjectKey, id: string, author: Author): Promise<Endpoint>;
  /** Sends one sample straight to the target; it is in no lane and is not stored. */
  test(projectKey: ProjectKey, id: string, trigger: Trigger, author: Author): Promise<EndpointTest>;
  /** What would be sent, without sending. */
  preview(projectKey: ProjectKey, input: PreviewInput): Promise<ShownRequest>;
  /** ENDPOINT_DISABLED while it is disabled: its deliveries wait for it to be enabled. */
  recover(
    projectKey: ProjectKey,
    id: string,
    sinceMs: number,
    author: Author,
  ): Promise<{ readonly reopened: number }>;
}

export interface EndpointParts extends EndpointRules {
  readonly store: EndpointStore &
    AuditStore &
    Pick<DeliveryStore, 'cancelOpen' | 'reopen'> &
    Pick<ProjectStore, 'project'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly dispatcher: { invalidate(endpoint: EndpointKey): void };
}

export function createEndpointService(parts: EndpointParts): EndpointService {
  const inTurn = createTurnQueue<string>();
  return {
    ...createEndpointChange(parts, inTurn),
    ...createEndpointSwitch(parts, inTurn),
    ...createEndpointTrial(parts),
  };
}
