/**
 * Checks the settings of an ingest source (S12.27). Every broken rule is reported at once, with its
 * field and what to do.
 */

import { NAME_BOUNDS } from '../../core/endpoint/endpoint-rules.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import { lineFault } from '../../core/text.ts';

export interface SourceInput {
  readonly name: string;
  readonly adapter: string;
  readonly secret: string;
  /**
   * The address that the provider was given, if it is not the one at which the service answers;
   * providers sign it.
   */
  readonly publicUrl: string | null;
}

/** A JSON merge patch; the adapter of a source cannot change. */
export interface SourcePatch {
  readonly name?: string;
  readonly secret?: string;
  readonly publicUrl?: string | null;
}

/** A PEM public key (Telnyx, Vonage) is the longest kind of secret. */
export const SOURCE_SECRET_MAX = 4_096;
/** A shorter secret could be guessed, since the hint shows four characters. */
export const SOURCE_SECRET_MIN = 8;
export const PUBLIC_URL_MAX = 2_048;

/** A null secret stands for the present one, which is kept. */
export function refuseSourceErrors(
  input: Omit<SourceInput, 'secret'> & { readonly secret: string | null },
  adapters: readonly string[],
): void {
  const fields: FieldError[] = [];
  const note = (field: string, message: string | null) => {
    if (message !== null) fields.push({ field, message });
  };
  note('/name', lineFault(input.name, NAME_BOUNDS));
  note('/adapter', adapterError(input.adapter, adapters));
  note('/secret', input.secret === null ? null : secretError(input.secret));
  note('/publicUrl', input.publicUrl === null ? null : publicUrlError(input.publicUrl));
  if (fields.length === 0) return;
  throw new ServiceError('INVALID_INPUT', 'The source breaks a rule.', { fields });
}

function adapterError(adapter: string, adapters: readonly string[]): string | null {
  if (adapters.includes(adapter)) return null;
  return `Choose an adapter that this server has: ${adapters.join(', ')}.`;
}

function secretError(secret: string): string | null {
  if (secret.length < SOURCE_SECRET_MIN || secret.length > SOURCE_SECRET_MAX) {
    return `Send ${SOURCE_SECRET_MIN} to ${SOURCE_SECRET_MAX} characters.`;
  }
  if (secret.trim() !== secret) return 'Remove the space at the beginning or the end.';
  return null;
}

function publicUrlError(publicUrl: string): string | null {
  if (publicUrl.length > PUBLIC_URL_MAX) return `Send at most ${PUBLIC_URL_MAX} characters.`;
  // A URL parser would drop line breaks and tabs, but the platform signs the address as written.
  if (!/^[\x21-\x7e]+$/.test(publicUrl)) return 'Percent-encode all but visible ASCII characters.';
  if (!URL.canParse(publicUrl)) return 'Send an absolute URL.';
  const url = new URL(publicUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Send an https URL.';
  if (url.username !== '' || url.password !== '') return 'Remove the user and password.';
  if (publicUrl.includes('#')) return 'Remove the fragment.';
  return null;
}
