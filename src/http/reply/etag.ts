/**
 * Versions as entity tags (RFC 9110): a version is shown as `"3"`, and a change may name the one
 * that it was made from. Must never guess what an unknown form means: a precondition that is not
 * understood refuses the request.
 */
import { ServiceError } from '../../core/error/service-error.ts';

/** A proxy that compresses answers weakens their tags; the version is the same. */
const TAG = /^(?:W\/)?"([1-9][0-9]{0,14})"$/;

export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The version that `If-Match` names; null: there is no such header. */
export function ifMatchOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const digits = TAG.exec(header)?.[1];
  if (digits !== undefined) return Number(digits);
  throw wrong('if-match', 'must be one ETag as it was answered, such as "3"');
}

/** Whether `If-None-Match: *` asks that there is nothing yet; it knows no other form. */
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
