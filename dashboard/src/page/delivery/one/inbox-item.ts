/**
 * What the local inbox has of a delivery: one item for each attempt that went there. Where it is
 * off, or the delivery went elsewhere, there is none, which is no failure of the page.
 */
import { queryOptions } from '@tanstack/react-query';
import type { showInboxItem } from '../../../../../src/http/schema/inbox.ts';
import type { Client } from '../../../api/client.ts';
import type { Page } from '../../../api/record.ts';

type InboxItem = Readonly<ReturnType<typeof showInboxItem>>;

export function inboxItemQuery(client: Client, deliveryId: string) {
  return queryOptions({
    queryKey: ['inbox', client.project, 'of-delivery', deliveryId],
    queryFn: ({ signal }) =>
      client.get<Page<InboxItem>>('v1/inbox', { query: { q: deliveryId, limit: 20 }, signal }),
    staleTime: 10_000,
  });
}
