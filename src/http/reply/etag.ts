/**
 * Versions as entity tags (RFC 9110): a version is shown as `"3"`, and a change may name the
 * version on which it is based. Must never guess the meaning of an unknown form: a precondition
 * that cannot be read refuses the request.
 */
import { ServiceError } from '../../core/error/service-error.ts';

/** A proxy that compresses answers weakens their tags; the version is the same. */
const TAG = /^(?:W\/)?"([1-9][0-9]{0,14})"$/;

export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The version that `If-Match` names; null if there is no such header. */
export function ifMatchOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const digits = TAG.exec(header)?.[1];
  if (digits !== undefined) return Number(digits);
  throw wrong('if-match', 'must be one ETag as it was answered, such as "3"');
}

/** Whether `If-None-Match: *` demands that no version exists; it knows no other form. */
export function ifNoneMatchOf(header: string | undefined): boolean {
  if (header === undefined) return false;
  if (header === '*') return true;
  throw wrong('if-none-match', 'must be *: only when there is nothing yet');
}

function wrong(name: string, message: string): ServiceError {
  return new ServiceError('INVALID_PARAMETER', 'A precondition is not usable; see errors.', {
    fields: [{ field: `header.${name}`, message }],
  });
}
