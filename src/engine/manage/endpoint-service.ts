/**
 * What operators do with endpoints (decisions sections 5, 6 and 11): make, change, remove, enable,
 * disable, test, preview, recover. Every change commits with its audit entry and is followed by
 * `invalidate`, so the dispatcher's next attempt uses the new settings. Secrets go in sealed and
 * come out only as hints.
 */
import type { AttemptOutcome } from '../../core/delivery/outcome.ts';
import type { Endpoint, EndpointKind, SignatureFormat } from '../../core/endpoint/endpoint.ts';
import type { EndpointKey, ProjectKey } from '../../core/id.ts';
import type { Trigger } from '../../core/trigger/trigger.ts';
import type { ShownRequest } from '../ports/channel.ts';
import type { Author } from './author.ts';

export type AuthInput =
  | { readonly method: 'bearer'; readonly token?: string }
  | { readonly method: 'rsa-sha256' };

export interface PacingInput {
  readonly ratePerS?: number | null;
  readonly burst?: number;
  readonly concurrency?: number;
}

/** What an operator sends to make an endpoint; the API documents each field. */
export interface EndpointInput {
  readonly name: string;
  readonly kind: EndpointKind;
  readonly target?: string | null;
  readonly triggers: readonly Trigger[];
  readonly enabled?: boolean;
  readonly auth?: AuthInput;
  readonly contentKey?: string;
  readonly signatureFormat?: SignatureFormat;
  /** Header name to its value in the clear. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly retryScheduleMs?: readonly number[];
  readonly retryOther4xx?: boolean;
  readonly pacing?: PacingInput;
}

/** A JSON merge patch (RFC 7396): absent stays, null goes back to the default or removes. */
export interface EndpointPatch {
  readonly name?: string;
  readonly target?: string | null;
  readonly triggers?: readonly Trigger[];
  readonly auth?: AuthInput;
  readonly contentKey?: string | null;
  readonly signatureFormat?: SignatureFormat | null;
  readonly headers?: Readonly<Record<string, string | null>> | null;
  readonly timeoutMs?: number | null;
  readonly retryScheduleMs?: readonly number[] | null;
  readonly retryOther4xx?: boolean | null;
  readonly pacing?: {
    readonly ratePerS?: number | null;
    readonly burst?: number | null;
    readonly concurrency?: number | null;
  } | null;
}

/** What becomes of the deliveries that were held: all go, one per call goes, none goes. */
export const HELD_CHOICES = ['send', 'newest', 'drop'] as const;
export type HeldChoice = (typeof HELD_CHOICES)[number];

/** How a test ended. `status`: of the answer; `error`: why there was none. */
export interface EndpointTest {
  readonly webhookId: string;
  readonly outcome: AttemptOutcome;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly excerpt: string | null;
  readonly request: ShownRequest;
}

export interface PreviewInput {
  readonly kind: EndpointKind;
  readonly trigger: Trigger;
  readonly contentKey?: string;
  readonly signatureFormat?: SignatureFormat;
}

export interface EndpointService {
  create(projectKey: ProjectKey, input: EndpointInput, author: Author): Promise<Endpoint>;
  update(
    projectKey: ProjectKey,
    id: string,
    patch: EndpointPatch,
    author: Author,
  ): Promise<Endpoint>;
  get(projectKey: ProjectKey, id: string): Promise<Endpoint>;
  /** From the oldest on, `limit` at most. */
  list(
    projectKey: ProjectKey,
    page: { readonly afterKey: EndpointKey | null; readonly limit: number },
  ): Promise<readonly Endpoint[]>;
  remove(projectKey: ProjectKey, id: string, author: Author): Promise<void>;
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
