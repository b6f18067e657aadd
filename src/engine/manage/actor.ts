/**
 * Who asks: an API key or a person who is signed in, the project and what they may do there. Routes
 * take the project from here and from nowhere else, so that no request reaches another project's
 * rows (S12.28).
 */
import type { ProjectKey } from '../../core/id.ts';
import type { Scope } from '../../core/key/scope.ts';

export interface Actor {
  readonly projectKey: ProjectKey;
  readonly projectId: string;
  /** `key_...` or `usr_...`; audit entries name it. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
}

/**
 * What `ApiKeyService.authenticate` answers. Revoked, expired and unknown keys look the
 * same to who asks; `known` is one of the former two, for the audit trail.
 */
export type Authentication =
  | { readonly kind: 'ok'; readonly actor: Actor }
  | {
      readonly kind: 'unknown';
      readonly known?: { readonly id: string; readonly projectKey: ProjectKey };
    };
