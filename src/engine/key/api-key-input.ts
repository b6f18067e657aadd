/**
 * Checks the settings of a new API key (S12.20): a name, scopes that the creating key may grant,
 * and an expiry in the future.
 */

import { NAME_BOUNDS } from '../../core/endpoint/endpoint-rules.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import type { Scope } from '../../core/key/scope.ts';
import { lineFault } from '../../core/text.ts';
import type { Actor } from '../manage/actor.ts';

export interface ApiKeyInput {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Null: the key never expires. */
  readonly expiresAtMs: number | null;
}

/** Throws INVALID_INPUT, or FORBIDDEN for scopes that the creating key lacks itself. */
export function checkApiKeyInput(input: ApiKeyInput, actor: Actor, nowMs: number): void {
  const fields: FieldError[] = [];
  const badName = lineFault(input.name, NAME_BOUNDS);
  if (badName !== null) fields.push({ field: '/name', message: badName });
  if (input.scopes.length === 0) {
    fields.push({ field: '/scopes', message: 'Name at least one scope.' });
  }
  if (new Set(input.scopes).size !== input.scopes.length) {
    fields.push({ field: '/scopes', message: 'Name each scope once.' });
  }
  if (input.expiresAtMs !== null && input.expiresAtMs <= nowMs) {
    fields.push({ field: '/expiresAt', message: 'Choose a time in the future.' });
  }
  if (fields.length > 0) {
    throw new ServiceError('INVALID_INPUT', 'The API key cannot be made like this.', { fields });
  }
  if (actor.scopes.has('project:admin')) return;
  const beyond = input.scopes.filter((scope) => !actor.scopes.has(scope));
  if (beyond.length === 0) return;
  throw new ServiceError(
    'FORBIDDEN',
    `A key cannot grant scopes that it lacks itself: ${beyond.join(', ')}.`,
  );
}
