/**
 * The list of calls, as the service types it. Keys of its queries begin with `['calls', …]`, so
 * that an event of the stream can make them stale.
 */
import type { CallListed } from '../../../src/http/schema/call-list.ts';
import type { Client, Query } from './client.ts';
import { PAGE_LIMIT } from './delivery.ts';
import type { Page } from './record.ts';

export type CallRecord = Readonly<CallListed>;

export function loadCalls(
  client: Client,
  query: Query,
  signal: AbortSignal,
): Promise<Page<CallRecord>> {
  return client.get('v1/calls', { query: { limit: PAGE_LIMIT, ...query }, signal });
}
