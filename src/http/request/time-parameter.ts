/**
 * `from` and `to` of queries and filters: ISO 8601 with a zone, `to` exclusive and after `from`.
 * Throws for anything else; never guesses a zone or a format.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { parseIsoTime } from '../../core/time.ts';

export interface TimeRange {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** `place` prefixes the field names: `query.` or a JSON pointer such as `/filter/`. */
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
