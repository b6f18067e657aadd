/**
 * Sending again: as new deliveries at the end of their lanes, or as a copy to the local inbox; and
 * skipping the head of a lane. The work is done by `engine/delivery/replay-service.ts` and
 * `delivery-copy.ts`.
 */
import { formatId } from '../../core/id.ts';
import type { DeliveryDetail } from '../../engine/ports/query-store.ts';
import type { App } from '../app.ts';
import { authorOf } from '../person/person.ts';
import { deliveryDetails } from '../reply/delivery-details.ts';
import { shownStateOf } from '../reply/shown-state.ts';
import { callIdOfPath, reasonOf } from '../request/parameter.ts';
import {
  DeliveryDetails,
  DeliveryPath,
  LanePath,
  ReplayCallBody,
  ReplayCallReply,
  SkipBody,
  SkipReply,
  showDelivery,
} from '../schema/delivery.ts';
import { CopyReply } from '../schema/delivery-copy.ts';
import { CallIdPath } from '../schema/report.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerReplayRoutes(app: App, service: Service): void {
  app.post(
    '/v1/deliveries/:id/replay',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'replayDelivery',
        summary: 'The same firing again, as a new delivery',
        description:
          'At the end of its lane, with its whole retry schedule. It keeps the webhook-id: a ' +
          'receiver that de-duplicates by it drops the repeat. The first delivery stays.',
        tags: ['deliveries'],
        params: DeliveryPath,
        response: replies({ 201: DeliveryDetails }),
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      const made = await service.replays.delivery(actor.projectKey, params.id, authorOf(request));
      const shown = await deliveryDetails(service, actor, made);
      reply.code(201).header('location', `/v1/deliveries/${shown.id}`);
      return shown;
    },
  );
  app.post(
    '/v1/calls/:callId/replay',
    {
      config: { scope: 'deliveries:write', bodyOptional: true },
      schema: {
        operationId: 'replayCall',
        summary: 'Send the firings of a call again, to some or all endpoints',
        description:
          'In the order in which it fired. At most 1,000 deliveries; agents get none. Those of a ' +
          'disabled endpoint are held. A named endpoint gets all firings, subscribed or not.',
        tags: ['calls'],
        params: CallIdPath,
        body: ReplayCallBody,
        response: replies({ 201: ReplayCallReply }),
      },
    },
    async (request, reply) => {
      const { actor, params, body } = request;
      const { triggers = [], endpointIds = [] } = body ?? {};
      const which = { triggers, endpointIds: [...new Set(endpointIds)] };
      const author = authorOf(request);
      const callId = callIdOfPath(params);
      const made = await service.replays.call(actor.projectKey, callId, which, author);
      reply.code(201);
      return {
        made: made.map(({ key, createdAtMs, endpointId, trigger, sequence }) => ({
          id: formatId('dlv', createdAtMs, key),
          endpointId,
          trigger,
          sequence,
        })),
      };
    },
  );
  registerSkip(app, service);
  registerCopy(app, service);
}

function registerCopy(app: App, { copies }: Service): void {
  app.post(
    '/v1/deliveries/:id/send-to-inbox',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'sendDeliveryToInbox',
        summary: 'A copy of the delivery to the local inbox',
        description:
          'Sends its body as the receiver got or will get it, through the same channel, to the ' +
          'box copies. It is flagged as a test, is no attempt and counts in no figure. It ' +
          'carries no token and no static headers of the endpoint. 404 while the inbox is off.',
        tags: ['deliveries'],
        params: DeliveryPath,
        response: replies({ 200: CopyReply }),
      },
    },
    async ({ actor, params }) => copies.sendToInbox(actor.projectKey, params.id),
  );
}

function registerSkip(app: App, service: Service): void {
  const show = (row: DeliveryDetail) => showDelivery(row, shownStateOf(service, row));
  app.post(
    '/v1/endpoints/:id/lanes/:callId/skip-head',
    {
      config: { scope: 'deliveries:write' },
      schema: {
        operationId: 'skipLaneHead',
        summary: 'Give up the delivery that blocks a lane, so that the next one goes',
        tags: ['deliveries'],
        params: LanePath,
        body: SkipBody,
        response: replies({ 200: SkipReply }),
      },
    },
    async (request) => {
      const { actor, params, body } = request;
      const reason = reasonOf(body.reason, '/reason');
      const { skipped, head } = await service.replays.skipHead(
        actor.projectKey,
        params.id,
        callIdOfPath(params),
        reason,
        authorOf(request),
      );
      return { skipped: show(skipped), head: head === null ? null : show(head) };
    },
  );
}
