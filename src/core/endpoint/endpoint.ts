/**
 * An endpoint: its kind and its settings (S12.8). Secrets appear here only sealed.
 * `endpoint-defaults.ts` has the defaults and bounds.
 */
import type { EndpointKey, ProjectKey } from '../id.ts';
import type { OpsTrigger } from '../trigger/ops-trigger.ts';
import type { Trigger } from '../trigger/trigger.ts';
import type { EndpointFilter } from './filter.ts';

export const ENDPOINT_KINDS = [
  'slack',
  'teams',
  'email',
  'custom',
  'builtin-analyzer',
  'builtin-evaluator',
  'self-provided-agent',
  'pull',
] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

export function isEndpointKind(value: unknown): value is EndpointKind {
  return ENDPOINT_KINDS.some((kind) => kind === value);
}

/** The kinds whose target is a URL, so that the address can be checked before it is saved. */
export const PROBED_KINDS = ['slack', 'teams', 'custom', 'self-provided-agent'] as const;

export const SIGNATURE_FORMATS = ['webhook-signature', 'rfc9421', 'both'] as const;
export type SignatureFormat = (typeof SIGNATURE_FORMATS)[number];

/** Version 2 has the facts of the call (S4.12). */
export const PAYLOAD_VERSIONS = [1, 2] as const;
export type PayloadVersion = (typeof PAYLOAD_VERSIONS)[number];
export const PAYLOAD_VERSION_DEFAULT: PayloadVersion = 1;

/** A secret under the master key, as text; see `system/secret-box.ts`. */
export type Sealed = string;

export const AUTH_METHODS = ['bearer', 'rsa-sha256', 'hmac-sha256'] as const;
export type AuthMethod = (typeof AUTH_METHODS)[number];

/** The beginning of an `hmac-sha256` secret; base64 of its bytes follows. */
export const SECRET_PREFIX = 'whsec_';

export type EndpointAuth =
  | { readonly method: 'bearer'; readonly token: Sealed; readonly tokenHint: string }
  | { readonly method: 'rsa-sha256' }
  | {
      readonly method: 'hmac-sha256';
      readonly secret: Sealed;
      readonly secretHint: string;
      /** Replaced secrets that still sign for a while, the newest first. */
      readonly retiring: readonly RetiringSecret[];
    };

export interface RetiringSecret {
  readonly secret: Sealed;
  readonly secretHint: string;
  readonly untilMs: number;
}

/** A static header that an operator added; the value is sealed, the hint may be shown. */
export interface EndpointHeader {
  readonly name: string;
  readonly value: Sealed;
  readonly hint: string;
}

/**
 * `ratePerS` null: no limit. `burst`: a number of deliveries. `concurrency`: attempts in flight at
 * once.
 */
export interface Pacing {
  readonly ratePerS: number | null;
  readonly burst: number;
  readonly concurrency: number;
}

/**
 * Whether the kind receives the JSON payload itself, and so has settings for its form and
 * authentication.
 */
export function takesPayload(kind: EndpointKind): boolean {
  return kind === 'custom' || kind === 'self-provided-agent' || kind === 'pull';
}

/** Whether nothing is sent to it: consumers fetch its messages, each under a lease (S6.34). */
export function isPulled(kind: EndpointKind): boolean {
  return kind === 'pull';
}

/** Whether its URL is all that is needed to post: the URL is then sealed, and shown masked. */
export function hasSecretTarget(kind: EndpointKind): boolean {
  return kind === 'slack' || kind === 'teams';
}

/** Whether an endpoint of the kind may get alerts: all that tell a person or a program. */
export function takesAlerts(kind: EndpointKind): boolean {
  return !isAgent(kind) && kind !== 'pull';
}

/** Whether the kind launches an after-call-work agent. */
export function isAgent(kind: EndpointKind): boolean {
  return (
    kind === 'builtin-analyzer' || kind === 'builtin-evaluator' || kind === 'self-provided-agent'
  );
}

/**
 * The settings of an endpoint that launches an agent (S9.23, S10.11, S9.12); null for other kinds.
 * `engine` METRICS: never asks a model. LLM: fails without one. AUTO: asks one if there is one.
 */
export type AgentSettings =
  | {
      readonly engine: AgentEngine;
      /** How long a run waits for a call log; shorter after calls that were never answered. */
      readonly callLogWaitMs: number;
      /** For an evaluator: `sc_...`; null: the project's default. For an analyzer: null. */
      readonly scorecardId: string | null;
    }
  | {
      /** For a self-provided agent: how long after its launch it may post a result. */
      readonly deadlineMs: number;
    };
export const AGENT_ENGINES = ['AUTO', 'METRICS', 'LLM'] as const;
export type AgentEngine = (typeof AGENT_ENGINES)[number];

export const AGENT_DEADLINE_MS = { default: 900_000, min: 60_000, max: 86_400_000 } as const;

export interface EndpointSettings {
  readonly name: string;
  readonly kind: EndpointKind;
  /** The target as it may be shown; masked if the kind's target is a secret. */
  readonly target: string | null;
  /** The address to send to; null for kinds without one. */
  readonly secretTarget: Sealed | null;
  readonly triggers: readonly Trigger[];
  /** Which calls it wants; null: all. */
  readonly filter: EndpointFilter | null;
  /** The alerts that it gets (S17.9). */
  readonly opsTriggers: readonly OpsTrigger[];
  readonly auth: EndpointAuth | null;
  readonly contentKey: string;
  readonly payloadVersion: PayloadVersion;
  readonly signatureFormat: SignatureFormat;
  readonly headers: readonly EndpointHeader[];
  readonly timeoutMs: number;
  readonly retryScheduleMs: readonly number[];
  readonly retryOther4xx: boolean;
  readonly pacing: Pacing;
  readonly agent: AgentSettings | null;
}

export const DISABLED_REASONS = ['operator', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** `revision` grows with every edit. Deleted endpoints stay readable in their history. */
export interface Endpoint extends EndpointSettings {
  readonly key: EndpointKey;
  readonly id: string;
  readonly projectKey: ProjectKey;
  readonly projectId: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAtMs: number | null;
  readonly deletedAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly revision: number;
}

/** Endpoints are divided into this many shards; each shard has one worker. */
export const SHARDS = 64;
