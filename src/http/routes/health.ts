/**
 * For the operator: `/healthz` (the process answers), `/readyz` (it can do its work: the store
 * takes writes and the dispatcher is alive), `/metrics`. Public; they name no call.
 */
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import type { App } from '../app.ts';
import { replies, strictObject, Type } from '../schema/shared.ts';
import type { Service } from '../service.ts';

const Ok = strictObject({ status: Type.Literal('ok'), version: Type.String() }, { title: 'Ok' });

export function registerHealthRoutes(app: App, service: Service): void {
  app.get(
    '/healthz',
    {
      config: { scope: null },
      schema: {
        operationId: 'getHealth',
        summary: 'The process answers',
        tags: ['service'],
        response: replies({ 200: Ok }),
      },
    },
    async () => ({ status: 'ok' as const, version: service.version }),
  );
  app.get(
    '/readyz',
    {
      config: { scope: null },
      schema: {
        operationId: 'getReadiness',
        summary: 'The store takes writes and the dispatcher is alive',
        tags: ['service'],
        response: replies({ 200: Ok }),
      },
    },
    async () => {
      const faults = [...(await storeFaults(service)), ...dispatcherFaults(service)];
      if (faults.length > 0) {
        const names = faults.map((fault) => fault.field).join(' and ');
        throw new ServiceError('NOT_READY', `Not ready: ${names}.`, { fields: faults });
      }
      return { status: 'ok' as const, version: service.version };
    },
  );
}

export function registerMetricsRoutes(app: App, service: Service): void {
  app.get(
    '/metrics',
    {
      config: { scope: null },
      schema: {
        operationId: 'getMetrics',
        summary: 'Metrics in the Prometheus text format',
        tags: ['service'],
        response: replies({
          200: { description: 'Figures', content: { 'text/plain': { schema: Type.String() } } },
        }),
      },
    },
    async (_request, reply) => {
      reply.type('text/plain; version=0.0.4; charset=utf-8');
      return service.metrics();
    },
  );
}

async function storeFaults(service: Service): Promise<FieldError[]> {
  try {
    const { writable } = await service.store.condition();
    return writable ? [] : [{ field: 'store', message: 'cannot be written' }];
  } catch {
    return [{ field: 'store', message: 'does not answer' }];
  }
}

function dispatcherFaults(service: Service): FieldError[] {
  return service.dispatcher.alive() ? [] : [{ field: 'dispatcher', message: 'has stopped' }];
}
