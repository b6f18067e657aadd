/**
 * The list of all routes. Each file registers inside its own scope, so that a body parser or a
 * hook that one brings holds for its routes only.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { App } from './app.ts';
import { registerApiKeyRoutes } from './routes/api-keys.ts';
import { registerAuditRoutes } from './routes/audit.ts';
import { registerCallRoutes } from './routes/calls.ts';
import { registerDeliveryRoutes } from './routes/deliveries.ts';
import { registerEndpointRoutes } from './routes/endpoints.ts';
import { registerHealthRoutes } from './routes/health.ts';
import { registerInboxRoutes } from './routes/inbox.ts';
import { registerIngestRoutes } from './routes/ingest.ts';
import { registerProjectRoutes } from './routes/project.ts';
import { registerReportRoutes } from './routes/reports.ts';
import { registerSigningKeyRoutes } from './routes/signing-keys.ts';
import { registerSourceRoutes } from './routes/sources.ts';
import { registerStatsRoutes } from './routes/stats.ts';
import type { Service } from './service.ts';

const REGISTRATIONS: readonly Registration[] = [
  registerReportRoutes,
  registerIngestRoutes,
  registerCallRoutes,
  registerDeliveryRoutes,
  registerEndpointRoutes,
  registerSourceRoutes,
  registerInboxRoutes,
  registerApiKeyRoutes,
  registerSigningKeyRoutes,
  registerProjectRoutes,
  registerAuditRoutes,
  registerStatsRoutes,
  registerHealthRoutes,
];

export function registerRoutes(app: App, service: Service): void {
  for (const register of REGISTRATIONS) inScope(app, service, register);
}

/** What a process that only sends serves. */
export function registerHealth(app: App, service: Service): void {
  inScope(app, service, registerHealthRoutes);
}

type Registration = (app: App, service: Service) => void;

function inScope(app: App, service: Service, register: Registration): void {
  app.register(async (scope) => register(scope.withTypeProvider<TypeBoxTypeProvider>(), service));
}
