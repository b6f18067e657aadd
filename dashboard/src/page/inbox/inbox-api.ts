/**
 * The queries of the local inbox. Keys begin with the noun of the live stream.
 * One item is asked for whole only when it is opened.
 */
import { queryOptions } from '@tanstack/react-query';
import type {
  behaviourOf,
  showInboxItem,
  showWholeInboxItem,
} from '../../../../src/http/schema/inbox.ts';
import type { Client, Query } from '../../api/client.ts';
import type { Page } from '../../api/record.ts';

export type InboxRecord = Readonly<ReturnType<typeof showInboxItem>>;
export type InboxDetail = Readonly<ReturnType<typeof showWholeInboxItem>>;
export type Channel = InboxRecord['channel'];
export type Behaviour = Readonly<ReturnType<typeof behaviourOf>>;
export type Verification = NonNullable<InboxRecord['verification']>;

export interface BoxName {
  readonly channel: Channel;
  readonly name: string;
}

export interface Box extends BoxName {
  readonly target: string;
  readonly received: number;
  readonly behaviour: Behaviour | null;
}

export const INBOX_LIMIT = 50;

export function loadInbox(
  client: Client,
  query: Query,
  signal: AbortSignal,
): Promise<Page<InboxRecord>> {
  return client.get('v1/inbox', { query: { limit: INBOX_LIMIT, ...query }, signal });
}

const PAGES_MAX = 10;

/** All that the filter leaves, page by page: at most what the inbox keeps. */
export async function loadWholeInbox(client: Client, filter: Query): Promise<InboxRecord[]> {
  const items: InboxRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query: Query = { ...filter, cursor };
    const answer = await loadInbox(client, query, new AbortController().signal);
    items.push(...answer.data);
    cursor = answer.nextCursor;
    if (cursor === null) break;
  }
  return items;
}

export function inboxItemQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['inbox', client.project, 'one', id],
    queryFn: ({ signal }) =>
      client.get<InboxDetail>(`v1/inbox/${encodeURIComponent(id)}`, { signal }),
  });
}

export function boxesQuery(client: Client) {
  return queryOptions({
    queryKey: ['inbox', client.project, 'boxes'],
    queryFn: ({ signal }) => client.get<Page<Box>>('v1/inbox/boxes', { signal }),
  });
}

export function boxQuery(client: Client, box: BoxName) {
  return queryOptions({
    queryKey: ['inbox', client.project, 'boxes', box.channel, box.name],
    queryFn: ({ signal }) => client.get<Box>(pathOf(box), { signal }),
  });
}

export function programBox(client: Client, box: BoxName, behaviour: unknown): Promise<Box> {
  return client.put(pathOf(box), behaviour);
}

export function resetBox(client: Client, box: BoxName): Promise<Box> {
  return client.remove(pathOf(box));
}

export function clearInbox(client: Client): Promise<{ readonly removed: number }> {
  return client.remove('v1/inbox');
}

function pathOf({ channel, name }: BoxName) {
  return `v1/inbox/boxes/${channel}/${encodeURIComponent(name)}` as const;
}
