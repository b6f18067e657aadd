/**
 * The local inbox: its items, newest first, one item whole, and clearing it. `inbox-boxes.ts` has
 * the behaviour of its boxes. If the inbox is off, the answer is 404 with a sentence.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { Inbox } from '../../engine/ports/inbox.ts';
import type { App } from '../app.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import { timeRangeOf } from '../request/parameter.ts';
import {
  InboxCleared,
  InboxItemPage,
  InboxItemPath,
  InboxItemWhole,
  InboxQuery,
  showInboxItem,
  showWholeInboxItem,
} from '../schema/inbox.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import { registerInboxBoxRoutes } from './inbox-boxes.ts';

export function registerInboxRoutes(app: App, service: Service): void {
  app.get(
    '/v1/inbox',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listInbox',
        summary: 'The items of the local inbox, the newest first',
        tags: ['inbox'],
        querystring: InboxQuery,
        response: replies({ 200: InboxItemPage }),
      },
    },
    async ({ actor, query }) => {
      const inbox = inboxOf(service);
      const { channel = null, box: name = null, callId = null, q: text = null } = query;
      const filter = { channel, name, callId, text, ...timeRangeOf(query, 'query.') };
      const { show, ask } = pageLimit(query.limit);
      const before = keyOfCursor<number>(query.cursor);
      const rows = await inbox.list(actor.projectId, filter, before, ask);
      return pageFrom(rows, show, ({ key }) => key, showInboxItem);
    },
  );
  app.get(
    '/v1/inbox/:id',
    {
      config: { scope: 'deliveries:read', personal: 'read' },
      schema: {
        operationId: 'getInboxItem',
        summary: 'One item of the local inbox, whole',
        tags: ['inbox'],
        params: InboxItemPath,
        response: replies({ 200: InboxItemWhole }),
      },
    },
    async ({ actor, params }) =>
      showWholeInboxItem(await inboxOf(service).get(actor.projectId, params.id)),
  );
  app.delete(
    '/v1/inbox',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'clearInbox',
        summary: 'Empty the inbox; the orders of the boxes stay',
        tags: ['inbox'],
        response: replies({ 200: InboxCleared }),
      },
    },
    async ({ actor }) => ({ removed: inboxOf(service).clear(actor.projectId) }),
  );
  registerInboxBoxRoutes(app, () => inboxOf(service));
}

function inboxOf({ inbox }: Service): Inbox {
  if (inbox.kind === 'off') throw new ServiceError('NOT_FOUND', inbox.reason);
  return inbox.inbox;
}
