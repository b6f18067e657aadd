/**
 * Parameters that several routes share: a range of time, the id of a call or an endpoint, and the
 * reason for a change. What is wrong is a `ServiceError` that names the field; none guesses.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { asKey, type EndpointKey, parseId } from '../../core/id.ts';
import { codePointCount, freeTextFault, ID_BOUNDS, lineFault } from '../../core/text.ts';
import { parseIsoTime } from '../../core/time.ts';

export interface TimeRange {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/**
 * `from` and `to` of queries and filters: ISO 8601 with a zone, `to` exclusive and after `from`.
 */
export function timeRangeOf(
  range: { readonly from?: string; readonly to?: string },
  place: string,
): TimeRange {
  const fromMs = timeOf(range.from, `${place}from`);
  const toMs = timeOf(range.to, `${place}to`);
  if (fromMs !== null && toMs !== null && toMs <= fromMs) {
    throw wrong(`${place}to`, 'must be later than from');
  }
  return { fromMs, toMs };
}

function timeOf(text: string | undefined, field: string): number | null {
  if (text === undefined) return null;
  const atMs = parseIsoTime(text);
  if (atMs === null) throw wrong(field, 'must be ISO 8601 with a zone: 2026-11-20T11:19:00.000Z');
  return atMs;
}

function wrong(field: string, message: string): ServiceError {
  const code = field.startsWith('/') ? 'INVALID_INPUT' : 'INVALID_PARAMETER';
  return new ServiceError(code, 'The time range is wrong; see errors.', {
    fields: [{ field, message }],
  });
}

/**
 * A call id in a path counts as input, in a query as a parameter (S5.12). It is refused if it
 * breaks the rules: no call has such an id, and a database may reject it, as PostgreSQL rejects
 * NUL.
 */
export function callIdOfPath({ callId }: { readonly callId: string }): string {
  const message = lineFault(callId, ID_BOUNDS);
  if (message === null) return callId;
  throw new ServiceError('INVALID_INPUT', 'The call id is not one; see errors.', {
    fields: [{ field: 'path.callId', message }],
  });
}

/** Returns the id, null without one; throws INVALID_PARAMETER if it is no id. */
export function callIdOfQuery({ callId }: { readonly callId?: string }): string | null {
  const message = callId === undefined ? null : lineFault(callId, ID_BOUNDS);
  if (message === null) return callId ?? null;
  throw new ServiceError('INVALID_PARAMETER', 'The call id is not one; see errors.', {
    fields: [{ field: 'query.callId', message }],
  });
}

const REASON_POINTS_MAX = 1_000;

/**
 * An operator's reason for a change: a text for the audit trail, without characters that a database
 * or a page cannot take.
 */
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

/** An id that was never issued has key 0, which matches no row. */
export function endpointKeyOf(id: string): EndpointKey {
  return asKey<EndpointKey>(parseId('ep', id)?.key ?? 0);
}
