/**
 * The issue that a failed delivery belongs to: its endpoint and the class of its last failure, as
 * the service forms it. A test compares it with the service's own. Pure.
 */
import type { DeliveryRecord } from '../../api/record.ts';

type Failed = Pick<DeliveryRecord, 'endpointId' | 'lastStatus' | 'lastError'>;

/** Null: no attempt has failed in a way that has a name. */
export function fingerprintOf({ endpointId, lastStatus, lastError }: Failed): string | null {
  if (lastError !== null) return `${endpointId}-${lastError}`;
  if (lastStatus === null) return null;
  const isRedirect = lastStatus >= 300 && lastStatus <= 399;
  return `${endpointId}-${isRedirect ? '3xx' : lastStatus}`;
}
