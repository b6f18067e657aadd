/**
 * The caller of a request: an API key or a signed-in person, the project, and what the caller may
 * do there. Routes take the project from here and from nowhere else, so that no request reaches
 * another project's rows (S12.28).
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Scope } from '../../core/key/scope.ts';

export interface Actor {
  readonly projectKey: ProjectKey;
  readonly projectId: string;
  /** `key_...` or `usr_...`, as audit entries name it. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
}

/**
 * The answer of `ApiKeyService.authenticate`. Callers cannot tell revoked, expired and unknown keys
 * apart; `known` names a revoked or expired key for the audit trail.
 */
export type Authentication =
  | { readonly kind: 'ok'; readonly actor: Actor }
  | {
      readonly kind: 'unknown';
      readonly known?: { readonly id: string; readonly projectKey: ProjectKey };
    };
