/**
 * What operators and their tools change: endpoints, projects, keys, sources, and deliveries by
 * hand. Every change commits with its audit entry; changes of many rows come in batches. Other
 * processes may change the same records: a change names the state on which it was decided
 * (`revision`, `seen`) and is refused on any other.
 */
import type { StoredState } from '../../core/delivery/state.ts';
import type { DisabledReason, Endpoint, EndpointSettings } from '../../core/endpoint/endpoint.ts';
import type {
  ApiKeyKey,
  CallKey,
  DeliveryKey,
  EndpointKey,
  ProjectKey,
  SourceKey,
} from '../../core/id.ts';
import type { Scope } from '../../core/key/scope.ts';
import type { SigningKey } from '../../core/key/signing-key.ts';
import type { Project, ProjectSettings } from '../../core/project/project.ts';

/**
 * Actor, action and record of a change; `before` and `after` hold no secret. Written in the same
 * commit.
 */
export interface AuditEntry {
  readonly atMs: number;
  /** `key_...`, `usr_...`, or `system`. */
  readonly actor: string;
  /** For example `endpoint.updated`. */
  readonly action: string;
  /** The id of the changed record; null if the change creates it. */
  readonly target: string | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly requestId: string | null;
  /** The address of the request, if it is known. */
  readonly address?: string | null;
}

export interface AuditStore {
  /** For actions that change no row: a test sent, an export, the start of a long change. */
  noteAudit(wanted: { readonly projectKey: ProjectKey; readonly audit: AuditEntry }): Promise<void>;
}

/** `more`: another call has more to do. `changed`: rows. `endpoints`: those whose lanes changed. */
export interface Batch {
  readonly changed: number;
  readonly more: boolean;
  readonly endpoints: readonly EndpointKey[];
}

export interface EndpointStore {
  /**
   * Throws LIMIT_REACHED if the project has the most endpoints allowed (`core/project/limits.ts`).
   */
  createEndpoint(wanted: {
    readonly projectKey: ProjectKey;
    readonly settings: EndpointSettings;
    readonly enabled: boolean;
    readonly audit: AuditEntry;
  }): Promise<Endpoint>;
  /**
   * Replaces the settings. Returns null if the project has no such endpoint, or not at `revision`.
   */
  updateEndpoint(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: EndpointKey;
    readonly settings: EndpointSettings;
    readonly audit: AuditEntry;
    readonly revision?: number | undefined;
  }): Promise<Endpoint | null>;
  /** Enabling also resets the health. Returns null as above. */
  setEnabled(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: EndpointKey;
    readonly state:
      | { readonly enabled: true }
      | { readonly enabled: false; readonly reason: DisabledReason };
    readonly audit: AuditEntry;
    readonly revision?: number | undefined;
  }): Promise<Endpoint | null>;
  /**
   * Marks the endpoint deleted: it gets no further deliveries; open ones are cancelled in batches.
   */
  deleteEndpoint(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: EndpointKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  endpoint(asked: {
    readonly projectKey: ProjectKey;
    readonly key: EndpointKey;
  }): Promise<Endpoint | null>;
  endpoints(asked: {
    readonly projectKey: ProjectKey;
    readonly afterKey: EndpointKey | null;
    readonly limit: number;
  }): Promise<readonly Endpoint[]>;
}

/** A position among the deliveries of an endpoint in lane order. */
export interface LanePosition {
  readonly call: CallKey;
  readonly sequence: number;
}

/**
 * Which open deliveries of an endpoint to cancel: all; all but the newest of each call; or those
 * whose trigger the endpoint no longer ticks. `whileDisabled`: none once it is enabled.
 */
export type CancelScope =
  | { readonly kind: 'all' | 'all-but-newest'; readonly whileDisabled?: true }
  | { readonly kind: 'unticked' };

export type DeliveryChange =
  | { readonly kind: 'changed'; readonly endpoint: EndpointKey }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'wrong-state'; readonly state: StoredState };

export interface DeliveryStore {
  /**
   * Asks for one manual attempt: a closed delivery returns to its place in its lane for one attempt
   * that does not count; a `retrying` head is tried now and, if that fails, keeps its schedule.
   */
  retryDelivery(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: DeliveryKey;
    readonly nowMs: number;
    readonly audit: AuditEntry;
  }): Promise<DeliveryChange>;
  /**
   * Closes an open delivery; one that waits for a manual attempt returns to its closed state. The
   * store adds `before` and `after`, the two states, to the entry.
   */
  cancelDelivery(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: DeliveryKey;
    readonly nowMs: number;
    readonly audit: AuditEntry;
  }): Promise<DeliveryChange>;
  /** In lane order. `after`: the `last` of the previous batch. */
  cancelOpen(wanted: {
    readonly endpoint: EndpointKey;
    readonly scope: CancelScope;
    readonly nowMs: number;
    readonly after: LanePosition | null;
    readonly limit: number;
  }): Promise<Batch & { readonly last: LanePosition | null }>;
}

export interface ProjectStore {
  /** Creates the project with this name unless it exists. */
  ensureProject(wanted: {
    readonly name: string;
    readonly settings: ProjectSettings;
    readonly nowMs: number;
  }): Promise<Project>;
  project(key: ProjectKey): Promise<Project | null>;
  projects(): Promise<readonly Project[]>;
  /**
   * Returns null if there is no such project, or not as it was seen; throws STATE_CONFLICT if the
   * name is taken.
   */
  updateProject(wanted: {
    readonly key: ProjectKey;
    readonly name: string;
    readonly settings: ProjectSettings;
    readonly audit: AuditEntry;
    readonly seen?: Project | undefined;
  }): Promise<Project | null>;
}

/** `hash`: SHA-256 of the key, hex. `hint`: its last four characters. */
export interface ApiKey {
  readonly key: ApiKeyKey;
  readonly id: string;
  readonly projectKey: ProjectKey;
  readonly name: string;
  readonly hash: string;
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
  readonly madeBy: string | null; // As the actor of its audit entry; null: not known.
}

export type NewApiKey = Pick<ApiKey, 'name' | 'hash' | 'hint' | 'scopes' | 'expiresAtMs'>;

/**
 * The condition for creating a key: the asking key is not revoked, a person asks, or the project
 * never had a key.
 */
export type KeyCondition = { readonly asking: ApiKeyKey } | 'person' | 'first';

export interface ApiKeyStore {
  /**
   * Returns null if `condition` is not met or the key exists; throws LIMIT_REACHED if there are too
   * many.
   */
  createApiKey(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: NewApiKey;
    readonly audit: AuditEntry;
    readonly condition?: KeyCondition | undefined;
  }): Promise<ApiKey | null>;
  /** Finds invalid keys too; the caller checks revocation and expiry. */
  apiKeyByHash(hash: string): Promise<ApiKey | null>;
  apiKeys(projectKey: ProjectKey): Promise<readonly ApiKey[]>;
  /** Returns false if the key or the asking key is revoked already. */
  revokeApiKey(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: ApiKeyKey;
    readonly audit: AuditEntry;
    readonly asking?: ApiKeyKey | undefined;
  }): Promise<boolean>;
  touchApiKeys(uses: readonly { readonly key: ApiKeyKey; readonly atMs: number }[]): Promise<void>;
}

export interface SigningKeyStore {
  signingKeys(projectKey: ProjectKey): Promise<readonly SigningKey[]>;
  /**
   * Inserts and changes keys of one project in one commit; returns false unless all keys are as
   * seen.
   */
  putSigningKeys(wanted: {
    readonly keys: readonly SigningKey[];
    readonly audit: AuditEntry;
    readonly seen?: readonly SigningKey[] | undefined;
  }): Promise<boolean>;
  /** Retires retiring keys whose time has come, and deletes keys retired or revoked long ago. */
  ageSigningKeys(nowMs: number): Promise<number>;
  /**
   * The same private key, sealed anew. Returns false if its text is not `seen` any more. Another
   * change of a key keeps the text that is there.
   */
  resealSigningKey(wanted: {
    readonly projectKey: ProjectKey;
    readonly kid: string;
    readonly seen: string;
    readonly sealed: string;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
}

/** An ingest source: a platform that posts its own callbacks. `secret` is sealed. */
export interface Source {
  readonly key: SourceKey;
  readonly id: string;
  readonly projectKey: ProjectKey;
  readonly name: string;
  readonly adapter: string;
  readonly secret: string;
  readonly previous: PreviousSecret | null;
  readonly publicUrl: string | null;
  /** What the adapter needs to know besides, as JSON; null: nothing. */
  readonly settings: string | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A former secret, sealed; it counts beside the present one until then. */
export interface PreviousSecret {
  readonly secret: string;
  readonly endsAtMs: number;
}

export interface NewSource {
  readonly name: string;
  readonly adapter: string;
  readonly secret: string;
  readonly previous?: PreviousSecret | null;
  readonly publicUrl: string | null;
  readonly settings?: string | null;
}

/** A request that a source received, for its operator to look at. `body` is cut at 4 KiB. */
export interface SourceRequest {
  readonly atMs: number;
  readonly result: string;
  readonly body: string;
}

export interface NotedRequest extends SourceRequest {
  /** Whether its signature was right; null: it was not checked. */
  readonly proven: boolean | null;
  /** The calls that it names: if one was deleted by request meanwhile, nothing is kept. */
  readonly callIds?: readonly string[];
}

export interface SourceStore {
  /** Throws LIMIT_REACHED, as for endpoints. */
  createSource(wanted: {
    readonly projectKey: ProjectKey;
    readonly source: NewSource;
    readonly audit: AuditEntry;
  }): Promise<Source>;
  updateSource(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: SourceKey;
    readonly source: NewSource;
    readonly audit: AuditEntry;
    readonly seen?: Source | undefined;
  }): Promise<Source | null>;
  deleteSource(wanted: {
    readonly projectKey: ProjectKey;
    readonly key: SourceKey;
    readonly audit: AuditEntry;
  }): Promise<boolean>;
  source(key: SourceKey): Promise<Source | null>;
  sources(projectKey: ProjectKey): Promise<readonly Source[]>;
  /** Keeps the last `SOURCE_REQUESTS_MAX` of each source, and when the last proven one came. */
  noteSourceRequests(wanted: {
    readonly key: SourceKey;
    readonly requests: readonly NotedRequest[];
  }): Promise<void>;
  sourceRequests(key: SourceKey): Promise<readonly SourceRequest[]>;
}
