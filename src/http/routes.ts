/**
 * The list of all routes. The files of one list share a scope of Fastify, which costs 0.2 ms of
 * each start. A file that adds a body parser has its own scope, so that the parser applies to its
 * routes only.
 */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { App } from './app.ts';
import { BodyBudget } from './request/body-budget.ts';
import { registerAcwResultRoutes } from './routes/acw/acw-results.ts';
import { registerAcwRunRoutes } from './routes/acw/acw-runs.ts';
import { registerCallLogRoutes } from './routes/acw/call-logs.ts';
import { registerScorecardRoutes } from './routes/acw/scorecards.ts';
import { registerAlertRoutes } from './routes/alerts.ts';
import { registerApiKeyRoutes } from './routes/api-keys.ts';
import { registerAuditRoutes } from './routes/audit.ts';
import { registerBulkRoutes } from './routes/bulk.ts';
import { registerCallRoutes } from './routes/calls.ts';
import { registerDeliveryRoutes } from './routes/deliveries.ts';
import { registerEndpointRoutes } from './routes/endpoints.ts';
import { registerErasureRoutes } from './routes/erasures.ts';
import { registerHealthRoutes, registerMetricsRoutes } from './routes/health.ts';
import { registerInboxRoutes } from './routes/inbox.ts';
import { registerIngestRoutes } from './routes/ingest.ts';
import { registerInstanceProjectRoutes } from './routes/instance-projects.ts';
import { registerIssueRoutes } from './routes/issues.ts';
import { registerMessageRoutes } from './routes/messages.ts';
import { registerAccountRoutes } from './routes/people/account.ts';
import { registerEmailChangeRoutes } from './routes/people/email-changes.ts';
import { registerInvitationRoutes } from './routes/people/invitations.ts';
import { registerMemberRoutes } from './routes/people/members.ts';
import { registerOidcRoutes } from './routes/people/oidc.ts';
import { registerPasskeySignInRoutes } from './routes/people/passkey-sign-in.ts';
import { registerPasskeyRoutes } from './routes/people/passkeys.ts';
import { registerPasswordResetRoutes } from './routes/people/password-resets.ts';
import { registerReauthenticationRoutes } from './routes/people/reauthentication.ts';
import { registerSecondFactorRoutes } from './routes/people/second-factor.ts';
import { registerSessionRoutes } from './routes/people/session.ts';
import { registerSetupRoutes } from './routes/people/setup.ts';
import { registerProjectRoutes } from './routes/project.ts';
import { registerProjectsRoutes } from './routes/projects.ts';
import { registerReplayRoutes } from './routes/replays.ts';
import { registerReportBatch } from './routes/report-batch.ts';
import { registerReport } from './routes/reports.ts';
import { registerSearchRoutes } from './routes/search.ts';
import { registerSigningKeyRoutes } from './routes/signing-keys.ts';
import { registerSourceAdapterRoute } from './routes/source-adapters.ts';
import { registerSourceTryRoute } from './routes/source-try.ts';
import { registerSourceRoutes } from './routes/sources.ts';
import { registerStatsRoutes } from './routes/stats.ts';
import { registerStreamRoutes } from './routes/stream.ts';
import { registerSystemRoutes } from './routes/system.ts';
import { registerTrendRoutes } from './routes/trends.ts';
import { registerTriggerRoutes } from './routes/triggers.ts';
import type { Service } from './service.ts';
import { registerStreamSeats } from './stream-seats.ts';

/** `bodies`: the memory that callbacks and samples of them share. */
type SharedRegistration = (app: App, service: Service, bodies: BodyBudget) => void;

const SCOPES: readonly (readonly SharedRegistration[])[] = [
  [registerReport, registerReportBatch],
  [registerIngestRoutes],
  [registerSourceTryRoute],
  [
    registerCallRoutes,
    registerDeliveryRoutes,
    registerReplayRoutes,
    registerBulkRoutes,
    registerErasureRoutes,
    registerIssueRoutes,
    registerAlertRoutes,
    registerEndpointRoutes,
    registerMessageRoutes,
    registerCallLogRoutes,
    registerAcwResultRoutes,
    registerAcwRunRoutes,
    registerScorecardRoutes,
    registerSourceAdapterRoute,
    registerSourceRoutes,
    registerInboxRoutes,
    registerApiKeyRoutes,
    registerSigningKeyRoutes,
    registerProjectRoutes,
    registerInstanceProjectRoutes,
    registerAuditRoutes,
    registerSetupRoutes,
    registerSessionRoutes,
    registerReauthenticationRoutes,
    registerSecondFactorRoutes,
    registerPasskeyRoutes,
    registerPasskeySignInRoutes,
    registerAccountRoutes,
    registerMemberRoutes,
    registerInvitationRoutes,
    registerPasswordResetRoutes,
    registerEmailChangeRoutes,
    registerProjectsRoutes,
    registerOidcRoutes,
    registerSearchRoutes,
    registerStatsRoutes,
    registerTrendRoutes,
    registerStreamRoutes,
    registerSystemRoutes,
    registerTriggerRoutes,
    registerHealthRoutes,
  ],
];

export function registerRoutes(app: App, service: Service): void {
  registerStreamSeats(app, service);
  const bodies = new BodyBudget(service.limits.ingestBytesMax);
  for (const registrations of SCOPES) {
    const shared = registrations.map(
      (register): Registration =>
        (scope) =>
          register(scope, service, bodies),
    );
    inScope(app, service, shared);
  }
}

/** The routes of a process that only sends deliveries. */
export function registerHealth(app: App, service: Service): void {
  inScope(app, service, [registerHealthRoutes]);
}

/** On the API's port, or on its own. */
export function registerMetrics(app: App, service: Service): void {
  inScope(app, service, [registerMetricsRoutes]);
}

type Registration = (app: App, service: Service) => void;

function inScope(app: App, service: Service, registrations: readonly Registration[]): void {
  app.register(async (instance) => {
    const scope = instance.withTypeProvider<TypeBoxTypeProvider>();
    for (const register of registrations) register(scope, service);
  });
}
