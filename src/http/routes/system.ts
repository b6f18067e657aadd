/**
 * The state of the service, and which first steps are done. Reads only; it shows no secret and no
 * path.
 */
import { isoTime } from '../../core/time.ts';
import type { App } from '../app.ts';
import { onboarding } from '../onboarding.ts';
import { nullableTimestampOf, replies } from '../schema/shared.ts';
import { OnboardingReply, SystemRecord } from '../schema/system.ts';
import type { Service } from '../service.ts';

export function registerSystemRoutes(app: App, service: Service): void {
  app.get(
    '/v1/system',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'getSystem',
        summary: 'The state of this process and its store',
        tags: ['service'],
        response: replies({ 200: SystemRecord }),
      },
    },
    async ({ receivedAtMs }) => {
      const { store, dispatcher, inbox, live, publicUrl, version } = service;
      const { engine, writable, schemaVersion, bytes } = await store.condition();
      const { inFlight, endpointsWithWork, residentHeads, ownedShards } = dispatcher.gauges();
      const alive = dispatcher.alive();
      const { refused, last } = service.seals();
      return {
        version,
        node: process.version,
        now: isoTime(receivedAtMs),
        upS: Math.floor(process.uptime()),
        memoryBytes: process.memoryUsage.rss(),
        store: { engine, writable, schemaVersion, bytes },
        dispatcher: { alive, inFlight, endpointsWithWork, residentHeads, ownedShards },
        pages: live.size,
        publicUrl,
        seals: {
          refused,
          lastAt: nullableTimestampOf(last?.atMs ?? null),
          lastKind: last?.kind ?? null,
          lastRecord: last?.record ?? null,
        },
        inbox: { on: inbox.kind === 'on', reason: inbox.kind === 'on' ? null : inbox.reason },
      };
    },
  );
  app.get(
    '/v1/onboarding',
    {
      config: { scope: 'calls:read' },
      schema: {
        operationId: 'getOnboarding',
        summary: 'Which of the first steps in a project are done',
        tags: ['service'],
        response: replies({ 200: OnboardingReply }),
      },
    },
    async ({ actor }) => onboarding(service, { key: actor.projectKey, id: actor.projectId }),
  );
}
