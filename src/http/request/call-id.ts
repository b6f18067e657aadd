/**
 * A call id as a request names it: in the path it counts as input, in a query as a parameter
 * (S5.12). No call has an id that breaks the rules, and a database may not even take it: PostgreSQL
 * knows no NUL.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { ID_BOUNDS, lineFault } from '../../core/text.ts';

/** Answers the id; throws INVALID_INPUT when it is none. */
export function callIdOfPath({ callId }: { readonly callId: string }): string {
  const message = lineFault(callId, ID_BOUNDS);
  if (message === null) return callId;
  throw new ServiceError('INVALID_INPUT', 'The call id is not one; see errors.', {
    fields: [{ field: 'path.callId', message }],
  });
}

/** Answers the id, null without one; throws INVALID_PARAMETER when it is none. */
export function callIdOfQuery({ callId }: { readonly callId?: string }): string | null {
  const message = callId === undefined ? null : lineFault(callId, ID_BOUNDS);
  if (message === null) return callId ?? null;
  throw new ServiceError('INVALID_PARAMETER', 'The call id is not one; see errors.', {
    fields: [{ field: 'query.callId', message }],
  });
}
