/**
 * Step 1, which call a callback is about (S2.19): `callId` of the callback address, else the
 * platform's own id; `clientId` may stand in the address too. All are checked as those of a report.
 */
import { ID_BOUNDS, lineFault, OPTIONAL_ID_BOUNDS } from '../core/text.ts';
import type { IngestRequest, Refused } from '../engine/ports/ingest-adapter.ts';
import { refused } from './result.ts';

export interface CallNames {
  readonly kind: 'named';
  readonly callId: string;
  /** The platform's own id. */
  readonly callSid: string;
  readonly clientId: string | null;
}

/** `field`: the name of `platformId` in the callback, for the refusal. */
export function nameCall(
  query: IngestRequest['query'],
  platformId: string | null,
  field: string,
): CallNames | Refused {
  if (platformId === null) return refused('INVALID_INPUT', `${field} must be a text.`);
  const callId = query.callId || platformId;
  const clientId = query.clientId || null;
  const fault =
    faultIn(field, lineFault(platformId, ID_BOUNDS)) ??
    faultIn('callId of the callback address', lineFault(callId, ID_BOUNDS)) ??
    faultIn('clientId of the callback address', lineFault(clientId ?? '', OPTIONAL_ID_BOUNDS));
  if (fault !== null) return refused('INVALID_INPUT', fault);
  return { kind: 'named', callId, callSid: platformId, clientId };
}

function faultIn(name: string, fault: string | null): string | null {
  return fault === null ? null : `${name}: ${fault}`;
}
