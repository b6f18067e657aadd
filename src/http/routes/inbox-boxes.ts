/**
 * The boxes of the local inbox: the targets of endpoints, and what each box answers in place of the
 * real receiver. A box exists as soon as a request names it.
 */
import type { Static } from 'typebox';
import { ServiceError } from '../../core/error/service-error.ts';
import type { Inbox, InboxBox, InboxBoxName } from '../../engine/ports/inbox.ts';
import type { App } from '../app.ts';
import {
  behaviourOf,
  InboxBehaviourBody,
  InboxBoxPage,
  InboxBoxPath,
  InboxBoxRecord,
} from '../schema/inbox.ts';
import { replies } from '../schema/shared.ts';

export function registerInboxBoxRoutes(app: App, inboxOf: () => Inbox): void {
  app.get(
    '/v1/inbox/boxes',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'listInboxBoxes',
        summary: 'The boxes that were used, and one of each kind as a start',
        tags: ['inbox'],
        response: replies({ 200: InboxBoxPage }),
      },
    },
    async ({ actor }) => ({
      data: inboxOf().boxes(actor.projectId).map(showBox),
      nextCursor: null,
    }),
  );
  app.get(
    '/v1/inbox/boxes/:channel/:name',
    {
      config: { scope: 'deliveries:read' },
      schema: {
        operationId: 'getInboxBox',
        summary: 'One box, used or not',
        tags: ['inbox'],
        params: InboxBoxPath,
        response: replies({ 200: InboxBoxRecord }),
      },
    },
    async ({ actor, params }) => {
      const inbox = inboxOf();
      return showBox(inbox.box(actor.projectId, boxOf(params)));
    },
  );
  app.put(
    '/v1/inbox/boxes/:channel/:name',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'programInboxBox',
        summary: 'Tell a box how to answer instead; this replaces its former orders',
        tags: ['inbox'],
        params: InboxBoxPath,
        body: InboxBehaviourBody,
        response: replies({ 200: InboxBoxRecord }),
      },
    },
    async ({ actor, params, body }) => {
      const inbox = inboxOf();
      return showBox(inbox.program(actor.projectId, boxOf(params), behaviourOf(body)));
    },
  );
  app.delete(
    '/v1/inbox/boxes/:channel/:name',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'resetInboxBox',
        summary: 'Let a box answer like the real product again',
        tags: ['inbox'],
        params: InboxBoxPath,
        response: replies({ 200: InboxBoxRecord }),
      },
    },
    async ({ actor, params }) => {
      const inbox = inboxOf();
      return showBox(inbox.program(actor.projectId, boxOf(params), null));
    },
  );
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

function boxOf({ channel, name }: Static<typeof InboxBoxPath>): InboxBoxName {
  const isGood = channel === 'email' ? ADDRESS.test(name) : NAME.test(name);
  if (isGood) return { channel, name: channel === 'email' ? name.toLowerCase() : name };
  const message =
    channel === 'email' ? 'must be a mail address' : 'must be 1 to 64 letters, digits, . _ or -';
  throw new ServiceError('INVALID_PARAMETER', 'No box can have this name.', {
    fields: [{ field: 'path.name', message }],
  });
}

function showBox(box: InboxBox): Static<typeof InboxBoxRecord> {
  const { channel, name, target, received, behaviour } = box;
  return { channel, name, target, received, behaviour };
}
