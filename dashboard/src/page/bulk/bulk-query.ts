/**
 * The queries of bulk jobs. Keys begin with the noun of the stream: `['bulk', …]`. While a job is
 * under way it is also asked for by time: a job of another process may tell late.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { BulkItem, BulkJob } from '../../../../src/http/schema/bulk.ts';
import type { Client } from '../../api/client.ts';
import type { Page } from '../../api/record.ts';

export type JobRecord = Readonly<Static<typeof BulkJob>>;
export type JobItem = Readonly<Static<typeof BulkItem>>;

const ASK_MS = 2_000;
const ITEMS_LIMIT = 50;

export function jobQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['bulk', client.project, 'one', id],
    queryFn: ({ signal }) => client.get<JobRecord>(pathOf(id), { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? ASK_MS : false),
  });
}

/** `step` changes with the progress: the results are asked for anew. */
export function itemsQuery(client: Client, id: string, cursor: string | undefined, step: number) {
  return queryOptions({
    queryKey: ['bulk', client.project, 'items', id, cursor, step],
    queryFn: ({ signal }) =>
      client.get<Page<JobItem>>(`${pathOf(id)}/items`, {
        query: { cursor, limit: ITEMS_LIMIT },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function abortJob(client: Client, id: string): Promise<JobRecord> {
  return client.remove(pathOf(id));
}

export function isUnderWay(job: Pick<JobRecord, 'state'> | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running';
}

/** The deliveries that were processed, whatever the result. */
export function seenOf({ done, skipped, failed }: JobRecord): number {
  return done + skipped + failed;
}

/** Whether the deliveries of such a job are sent only later, so that their arrival is not known. */
export function isSentLater(action: JobRecord['action']): boolean {
  return action !== 'cancel' && action !== 'delete-calls';
}

function pathOf(id: string) {
  return `v1/bulk/${encodeURIComponent(id)}` as const;
}
