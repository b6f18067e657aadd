/**
 * The RSA keys that sign requests to receivers (specification section 5, decisions section 6):
 * `next` (published) → `active` → `retiring` (both sign) → `retired`; a revoked key stops at
 * once. A private key leaves this file only unsealed for the channel that signs.
 */
import type { ProjectKey } from '../../core/id.ts';
import type { SigningKey } from '../ports/manage-store.ts';
import type { Author } from './author.ts';

/** A signing key without its private half. */
export type PublicSigningKey = Omit<SigningKey, 'privateKey'>;

/** A key that signs now; `privateKey` is PKCS #8 PEM in the clear. */
export interface Signer {
  readonly kid: string;
  readonly privateKey: string;
}

export interface Jwks {
  readonly keys: readonly Readonly<Record<string, string>>[];
}

export interface SigningKeyService {
  /** Makes the active key of the project when it has none. */
  ensure(projectKey: ProjectKey): Promise<void>;
  list(projectKey: ProjectKey): Promise<readonly PublicSigningKey[]>;
  /** The keys that sign now: the active one first, then those that retire. */
  signers(projectKey: ProjectKey): Promise<readonly Signer[]>;
  /** The published keys of a project: next, active and retiring. */
  jwks(projectId: string): Promise<Jwks>;
  /** SPKI PEM of a published key. */
  pem(projectId: string, kid: string): Promise<string>;
  /** Publishes a key ahead of its use; STATE_CONFLICT when one is waiting already. */
  addNext(projectKey: ProjectKey, author: Author): Promise<PublicSigningKey>;
  /** `overlapDays` 0: the old key stops signing at once. Answers all keys afterwards. */
  rotate(
    projectKey: ProjectKey,
    overlapDays: number,
    author: Author,
  ): Promise<readonly PublicSigningKey[]>;
  /** Stops a key at once; makes a new active key when it was the active one. */
  revoke(projectKey: ProjectKey, kid: string, author: Author): Promise<readonly PublicSigningKey[]>;
}
