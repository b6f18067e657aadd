/**
 * Why somebody does something, as they put it: one text for the audit trail. Must never let through
 * what a database or a page cannot take.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { codePointCount, freeTextFault } from '../../core/text.ts';

const REASON_POINTS_MAX = 1_000;

/** `field`: where it stands in the body. */
export function reasonOf<Text extends string | null | undefined>(
  reason: Text,
  field: string,
): Text {
  if (reason === null || reason === undefined) return reason;
  const isTooLong = codePointCount(reason) > REASON_POINTS_MAX;
  const message =
    freeTextFault(reason) ??
    (isTooLong ? `Send at most ${REASON_POINTS_MAX} characters.` : null) ??
    (reason.trim() === '' ? 'Say why, or leave it out.' : null);
  if (message === null) return reason;
  throw new ServiceError('INVALID_INPUT', 'The text cannot be kept; see errors.', {
    fields: [{ field, message }],
  });
}
