/**
 * Cryptography for the engine. `src/system/` implements it with node:crypto; the engine itself
 * never sees a master key. What a secret is sealed for: the context names its kind; the place names
 * its project and its record by values that never change, so that a sealed text does not open after
 * it was moved to another record. A record gets its key only when it is written, but the time of
 * its creation is known before and is a part of its id (docs/decisions/0035).
 */
import type { Sealed } from '../../core/endpoint/endpoint.ts';
import type { ProjectKey } from '../../core/id.ts';

export interface Secrets {
  /**
   * AES-256-GCM under the master key. `context` (such as `endpoint-token`) is authenticated, and so
   * is `place`: the project and the record for which the text is sealed (`recordPlace`); without
   * a place it belongs to no record.
   */
  seal(plain: string, context: string, place?: string): Sealed;
  /**
   * Throws if the text was not sealed by this master key in this context for this place. A text
   * that an older version sealed without a place opens only without one (`reseal.ts`).
   */
  open(sealed: Sealed, context: string, place?: string): string;
  /** URL-safe random text from `bytes` random bytes. */
  token(bytes: number): string;
  sha256Hex(text: string): string;
}

/** Also false for a text that another master key sealed, since it must be sealed again anyway. */
export function isSealedText(
  secrets: Pick<Secrets, 'open'>,
  sealed: Sealed,
  context: string,
  plain: string,
  place = '',
): boolean {
  return opened(secrets, sealed, context, place) === plain;
}

/**
 * Returns null if the text was sealed by another master key, in another context or for another
 * place.
 */
export function opened(
  secrets: Pick<Secrets, 'open'>,
  sealed: Sealed,
  context: string,
  place = '',
): string | null {
  try {
    return secrets.open(sealed, context, place);
  } catch {
    return null;
  }
}

/** The secrets of an endpoint. */
export const TOKEN_CONTEXT = 'endpoint-token';
export const SECRET_CONTEXT = 'endpoint-secret';
export const HEADER_CONTEXT = 'endpoint-header';
export const TARGET_CONTEXT = 'endpoint-target';
/** The secret that authenticates the callbacks of an ingest source. */
export const SOURCE_CONTEXT = 'source-secret';
/** The secret of an authenticator app; the id of its person follows. */
export const AUTHENTICATOR_CONTEXT = 'authenticator';
/** The private half of a signing key. */
export const SIGNING_KEY_CONTEXT = 'signing-key';

/** An answer that is kept for a request with an `Idempotency-Key`. */
export const ANSWER_CONTEXT = 'keyed-answer';

/** Every kind of secret that the store keeps. */
export const SEALED_KINDS = [
  TOKEN_CONTEXT,
  SECRET_CONTEXT,
  HEADER_CONTEXT,
  TARGET_CONTEXT,
  SOURCE_CONTEXT,
  AUTHENTICATOR_CONTEXT,
  SIGNING_KEY_CONTEXT,
  ANSWER_CONTEXT,
] as const;

export interface SealedRecord {
  readonly projectKey: ProjectKey;
  readonly createdAtMs: number;
}

export function recordPlace({ projectKey, createdAtMs }: SealedRecord): string {
  return `${projectKey}.${createdAtMs}`;
}

/** For a static header: the value of one header does not open for another. */
export function headerPlace(record: string, name: string): string {
  return `${record}.${name}`;
}

/** For a private key: it opens only together with its public key. */
export function keyPlace(projectKey: ProjectKey, kid: string): string {
  return `${projectKey}.${kid}`;
}
