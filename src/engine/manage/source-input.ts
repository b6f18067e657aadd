/**
 * Checks the settings of an ingest source (S12.27). Every broken rule is reported at once, with its
 * field and what to do.
 */

import { NAME_BOUNDS } from '../../core/endpoint/endpoint-rules.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import { lineFault, utf8Bytes } from '../../core/text.ts';
import { DAY_MS } from '../../core/time.ts';
import type { IngestAdapter } from '../ports/ingest-adapter.ts';

export interface SourceInput {
  readonly name: string;
  readonly adapter: string;
  readonly secret: string;
  /** A former secret, which counts beside the present one until a time; both or none. */
  readonly previousSecret?: string | null;
  readonly previousSecretEndsAtMs?: number | null;
  /** What the adapter needs to know besides. */
  readonly settings?: object | null;
  /**
   * The address that the provider was given, if it is not the one at which the service answers;
   * providers sign it.
   */
  readonly publicUrl: string | null;
}

/** A JSON merge patch; the adapter of a source cannot change. */
export interface SourcePatch {
  readonly name?: string;
  /** A new one ends the former, unless `previousSecretEndsAtMs` says until when that counts. */
  readonly secret?: string;
  readonly previousSecret?: string | null;
  readonly previousSecretEndsAtMs?: number | null;
  readonly settings?: object | null;
  readonly publicUrl?: string | null;
}

/** A PEM public key (Telnyx, Vonage) is the longest kind of secret. */
export const SOURCE_SECRET_MAX = 4_096;
/** A shorter secret could be guessed, since the hint shows four characters. */
export const SOURCE_SECRET_MIN = 8;
export const PUBLIC_URL_MAX = 2_048;

/** The longest time in which a platform changes its secret. */
export const PREVIOUS_SECRET_DAYS_MAX = 30;
/** Of the settings as JSON. */
export const SOURCE_SETTINGS_BYTES_MAX = 32 * 1024;

/** What `refuseSourceErrors` compares with. */
export interface SourceRules {
  readonly adapters: readonly Pick<IngestAdapter, 'name' | 'settingsFaults' | 'secretFault'>[];
  readonly nowMs: number;
}

/** A null secret stands for the present one, which is kept. */
export function refuseSourceErrors(
  input: Omit<SourceInput, 'secret'> & { readonly secret: string | null },
  { adapters, nowMs }: SourceRules,
): void {
  const fields: FieldError[] = [];
  const note = (field: string, message: string | null) => {
    if (message !== null) fields.push({ field, message });
  };
  const { previousSecret = null, previousSecretEndsAtMs = null, settings = null } = input;
  note('/name', lineFault(input.name, NAME_BOUNDS));
  note('/adapter', adapterError(input.adapter, adapters));
  const adapter = adapters.find(({ name }) => name === input.adapter);
  const judged = (secret: string | null) =>
    secret === null
      ? null
      : (secretError(secret) ?? adapter?.secretFault(secret, settings) ?? null);
  note('/secret', judged(input.secret));
  note('/previousSecret', judged(previousSecret));
  note('/previousSecretEndsAt', endError(previousSecretEndsAtMs, nowMs));
  note('/publicUrl', input.publicUrl === null ? null : publicUrlError(input.publicUrl));
  if (adapter !== undefined) fields.push(...settingsErrors(settings, adapter));
  if (fields.length === 0) return;
  throw new ServiceError('INVALID_INPUT', 'The source breaks a rule.', { fields });
}

/** What a patch keeps, in the clear; null: it does not open. Absent: it is not kept. */
export interface KeptSecrets {
  readonly present?: string | null;
  readonly previous?: string | null;
}

/** Secrets that stay were judged by the former settings, and must fit the new ones too. */
export function refuseKeptSecrets(
  { present, previous }: KeptSecrets,
  adapter: Pick<IngestAdapter, 'secretFault'>,
  { settings, former }: { readonly settings: object | null; readonly former: object | null },
): void {
  const faultOf = (secret: string | null) =>
    secret === null
      ? 'The present secret does not open.'
      : adapter.secretFault(secret, settings, former);
  const fields: FieldError[] = [];
  const fault = present === undefined ? null : faultOf(present);
  if (fault !== null) {
    const message = `${fault} Send the secret for these settings in the same request.`;
    fields.push({ field: '/secret', message });
  }
  if (previous !== undefined && faultOf(previous) !== null) {
    const message = 'The previous secret does not fit these settings: send null, or one that does.';
    fields.push({ field: '/previousSecret', message });
  }
  if (fields.length === 0) return;
  throw new ServiceError('INVALID_INPUT', 'The source breaks a rule.', { fields });
}

function endError(atMs: number | null, nowMs: number): string | null {
  if (atMs === null || (atMs > nowMs && atMs <= nowMs + PREVIOUS_SECRET_DAYS_MAX * DAY_MS)) {
    return null;
  }
  return `Send a time within the next ${PREVIOUS_SECRET_DAYS_MAX} days.`;
}

function settingsErrors(
  settings: object | null,
  { settingsFaults }: Pick<IngestAdapter, 'settingsFaults'>,
): readonly FieldError[] {
  const at = '/settings';
  if (settingsFaults === undefined) {
    return settings === null ? [] : [{ field: at, message: 'This adapter takes no settings.' }];
  }
  const bytes = settings === null ? 0 : utf8Bytes(JSON.stringify(settings).toWellFormed());
  if (bytes > SOURCE_SETTINGS_BYTES_MAX) {
    return [{ field: at, message: `Send at most ${SOURCE_SETTINGS_BYTES_MAX} bytes.` }];
  }
  return settingsFaults(settings).map(({ field, message }) => ({ field: at + field, message }));
}

function adapterError(adapter: string, adapters: SourceRules['adapters']): string | null {
  const names = adapters.map(({ name }) => name);
  if (names.includes(adapter)) return null;
  return `Choose an adapter that this server has: ${names.join(', ')}.`;
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
