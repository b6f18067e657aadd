/**
 * The fault of a field, or of what is inside it. Pure.
 * Pointers are those of the service, compared by whole keys.
 */
import type { FieldFault } from '../../api/failure.ts';

/** The first one; an empty field is the whole place. */
export function faultBelow(
  faults: readonly FieldFault[],
  place: string,
  field: string,
): string | undefined {
  const pointer = field === '' ? place : `${place}/${field}`;
  return faults.find((fault) => fault.field === pointer || fault.field.startsWith(`${pointer}/`))
    ?.message;
}
