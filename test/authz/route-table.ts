/**
 * Every route of the service with the scope it needs, a good request and its status, written by
 * hand from the guide of API keys and S12.20, S12.21. Tests compare the served document with this
 * table, never the other way round. Routes that remove something come last.
 */
import { DOOR_ROUTES } from './door-routes.ts';
import { get, type Ids, patch, post, type Route, remove } from './route.ts';

export type { Ids, Route } from './route.ts';

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
const SINCE = '2026-11-01T00:00:00Z';
/** Later than the clock of these tests, by at most 90 days. */
const SOON = '2026-12-01T00:00:00Z';

export const NEW_ENDPOINT = {
  name: 'orders',
  kind: 'custom',
  target: 'https://hooks.example.com/a',
  triggers: TRIGGERS,
  auth: { method: 'bearer', token: 'abcdefghijkl' },
} as const;
const NEW_SOURCE = {
  name: 'Twilio',
  adapter: 'twilio',
  secret: 'synthetic-auth-token-0123456789ab',
  publicUrl: 'https://calls.example.com/twilio',
} as const;
const MUTED = { status: 'muted' } as const;
const REPORT = { status: 'CALLING', direction: 'OUTBOUND' } as const;

export const NEW_SCORECARD = {
  name: 'Service calls',
  passMark: 80,
  criteria: [{ id: 'greeting', question: 'Did the agent greet?', points: 10 }],
} as const;
export const CALL_LOG = {
  direction: 'OUTBOUND',
  startedAt: '2026-11-20T00:00:00Z',
  turns: [{ speaker: 'AGENT', text: 'Hello', startMs: 0, endMs: 900 }],
} as const;
const NO_LOGIN = { email: 'nobody@example.com', password: 'not the right one' } as const;
const NO_PERSON = { token: 'no', name: 'No person', ...NO_LOGIN } as const;

const OPEN: readonly Route[] = [
  get('/healthz', null),
  get('/readyz', null),
  get('/metrics', null),
  get('/openapi.json', null),
  get('/v1/projects/{projectId}/.well-known/jwks.json', null),
  // Public, but only under the project of the key.
  get('/v1/projects/{projectId}/signing-keys/{kid}.pem', null),
  // The platform's signature replaces the key; these requests are refused before it is checked.
  { ...post('/v1/ingest/{adapter}/{sourceId}', 'project:admin', 415), scope: null },
  get('/v1/ingest/{adapter}/{sourceId}', null, { good: 405 }),
  // A token or a password in the body replaces the key.
  get('/v1/setup', null),
  { ...post('/v1/setup', 'project:admin', 422, { body: () => NO_PERSON }), scope: null },
  { ...post('/v1/session', 'project:admin', 401, { body: () => NO_LOGIN }), scope: null },
  { ...post('/v1/session/second-factor', 'project:admin', 422, { body: () => ({}) }), scope: null },
  ...DOOR_ROUTES,
  // No mail server is set.
  {
    ...post('/v1/password-resets', 'project:admin', 409, {
      body: () => ({ email: 'a@b.example' }),
    }),
    scope: null,
  },
  {
    ...post('/v1/password-resets/preview', 'project:admin', 404, { body: () => ({ token: 'no' }) }),
    scope: null,
  },
  {
    ...post('/v1/password-resets/complete', 'project:admin', 404, {
      body: () => ({ token: 'no', password: NO_LOGIN.password }),
    }),
    scope: null,
  },
  // No identity provider is set.
  get('/v1/oidc/start', null, { good: 404 }),
  get('/v1/oidc/callback', null, { good: 404 }),
];

const READING: readonly Route[] = [
  get('/v1/calls', 'calls:read'),
  get('/v1/calls/{callId}', 'calls:read', { foreign: 404 }),
  get('/v1/calls/{callId}/explain', 'calls:read', {
    query: (ids) => `?endpointId=${ids.endpoint}`,
    foreign: 404,
  }),
  get('/v1/stream', 'calls:read'),
  get('/v1/search', 'calls:read', { query: (ids) => `?q=${ids.delivery}`, foreign: 200 }),
  get('/v1/onboarding', 'calls:read'),
  get('/v1/triggers', 'endpoints:read'),
  get('/v1/system', 'project:admin'),
  get('/v1/deliveries', 'deliveries:read', {
    query: (ids) => `?endpointId=${ids.endpoint}&callId=${ids.callId}`,
    foreign: 200,
  }),
  get('/v1/deliveries/{id}', 'deliveries:read', { foreign: 404 }),
  get('/v1/issues', 'deliveries:read', {
    query: (ids) => `?endpointId=${ids.endpoint}`,
    foreign: 200,
  }),
  get('/v1/issues/{fingerprint}', 'deliveries:read', { foreign: 404 }),
  get('/v1/alerts', 'deliveries:read', {
    query: (ids) => `?endpointId=${ids.endpoint}`,
    foreign: 200,
  }),
  get('/v1/alerts/{id}', 'deliveries:read', { foreign: 404 }),
  get('/v1/maintenance-windows', 'deliveries:read'),
  get('/v1/bulk', 'deliveries:read'),
  get('/v1/bulk/{id}', 'deliveries:read', { foreign: 404 }),
  get('/v1/bulk/{id}/items', 'deliveries:read', { foreign: 404 }),
  get('/v1/stats/endpoints', 'deliveries:read'),
  get('/v1/stats/calls', 'calls:read'),
  get('/v1/stats/backlog', 'deliveries:read'),
  get('/v1/stats/acw-runs', 'acw-results:read', {
    query: (ids) => `?acwAgentId=${ids.agent}`,
    foreign: 200,
  }),
  get('/v1/stats/evaluations', 'acw-results:read', {
    query: (ids) => `?acwAgentId=${ids.agent}`,
    foreign: 200,
  }),
  get('/v1/stats', 'deliveries:read', {
    query: (ids) => `?endpointId=${ids.endpoint}`,
    foreign: 200,
  }),
  get('/v1/endpoints', 'endpoints:read', { instance: true }),
  get('/v1/endpoints/{id}', 'endpoints:read', { foreign: 404, instance: true }),
  get('/v1/endpoints/{id}/messages', 'deliveries:pull', { foreign: 404 }),
  get('/v1/signing-keys', 'endpoints:read'),
  get('/v1/project', 'endpoints:read'),
  get('/v1/inbox', 'deliveries:read'),
  get('/v1/inbox/{id}', 'deliveries:read', { foreign: 404 }),
  get('/v1/inbox/boxes', 'deliveries:read'),
  get('/v1/inbox/boxes/{channel}/{name}', 'deliveries:read'),
  get('/v1/call-logs/{callId}', 'call-logs:read', { foreign: 404 }),
  get('/v1/acw-results', 'acw-results:read', {
    query: (ids) => `?acwResultId=${ids.result}`,
    foreign: 404,
  }),
  get('/v1/calls/{callId}/acw-results', 'acw-results:read', { foreign: 404 }),
  get('/v1/acw-runs', 'acw-results:read', {
    query: (ids) => `?acwAgentId=${ids.agent}&callId=${ids.callId}`,
    foreign: 200,
  }),
  get('/v1/acw-runs/{runId}', 'acw-results:read', { foreign: 404 }),
  get('/v1/scorecards', 'endpoints:read'),
  get('/v1/scorecards/{id}', 'endpoints:read', { foreign: 404 }),
  get('/v1/source-adapters', 'project:admin'),
  get('/v1/sources', 'project:admin'),
  get('/v1/sources/{id}', 'project:admin', { foreign: 404 }),
  get('/v1/sources/{id}/requests', 'project:admin', { foreign: 404 }),
  get('/v1/api-keys', 'project:admin', { instance: true }),
  get('/v1/api-keys/{id}', 'project:admin', { foreign: 404, instance: true }),
  get('/v1/audit', 'project:admin'),
];

const CHANGE = () => ({ timeoutMs: 5_000 });
const RECOVER = () => ({ since: SINCE });
const LEASES = () => ({ leases: ['a-lease-that-is-over'] });
const PROBED = { kind: 'custom', target: 'https://127.0.0.1:1/' };
const PREVIEW = () => ({ kind: 'custom', trigger: TRIGGERS[0] });
const CHANGING: readonly Route[] = [
  post('/v1/endpoints/preview', 'endpoints:read', 200, { body: PREVIEW }),
  post('/v1/calls/{callId}/preview', 'deliveries:read', 200, { body: PREVIEW, foreign: 404 }),
  post('/v1/deliveries/{id}/send-to-inbox', 'deliveries:write', 200, { foreign: 404 }),
  post('/v1/endpoints/probe', 'endpoints:write', 200, { body: () => PROBED }),
  // The answer quotes the call log.
  post('/v1/scorecards/try', 'call-logs:read', 200, {
    body: (ids) => ({ scorecard: NEW_SCORECARD, callId: ids.callId }),
    foreign: 404,
  }),
  post('/v1/scorecards', 'endpoints:write', 201, { body: () => NEW_SCORECARD }),
  {
    ...post('/v1/scorecards/{id}', 'endpoints:write', 200, {
      body: () => ({ ...NEW_SCORECARD, revision: 1 }),
      foreign: 404,
    }),
    method: 'PUT',
  },
  post('/v1/scorecards/{id}/default', 'endpoints:write', 200, { foreign: 404 }),
  post('/v1/acw-runs/{runId}/rerun', 'deliveries:write', 202, { foreign: 404 }),
  post('/v1/calls/{callId}/acw-runs', 'deliveries:write', 202, {
    body: (ids) => ({ acwAgentId: ids.agent }),
    foreign: 404,
  }),
  post('/v1/acw-results', 'acw-results:write', 201, {
    body: (ids) => ({ callId: ids.callId, acwAgentId: ids.agent }),
    foreign: 404,
  }),
  post('/v1/bulk/preview', 'deliveries:read', 200, {
    body: (ids) => ({ action: 'retry', filter: { endpointId: [ids.endpoint] } }),
    foreign: 404,
  }),
  post('/v1/bulk', 'deliveries:write', 202, {
    body: (ids) => ({ action: 'cancel', filter: { endpointId: [ids.endpoint] } }),
    foreign: 404,
  }),
  { ...patch('/v1/issues/{fingerprint}', 'deliveries:write', 404), body: () => MUTED },
  { ...patch('/v1/alerts/{id}', 'deliveries:write', 404), body: () => ({ acknowledged: true }) },
  post('/v1/maintenance-windows', 'project:admin', 201, {
    body: () => ({ until: SOON }),
  }),
  post('/v1/calls/{callId}/replay', 'deliveries:write', 201, {
    body: (ids) => ({ endpointIds: [ids.endpoint] }),
    foreign: 404,
  }),
  post('/v1/deliveries/{id}/cancel', 'deliveries:write', 200, { foreign: 404 }),
  post('/v1/deliveries/{id}/replay', 'deliveries:write', 201, { foreign: 404 }),
  post('/v1/deliveries/{id}/retry', 'deliveries:write', 200, { foreign: 404 }),
  post('/v1/endpoints/{id}/lanes/{callId}/skip-head', 'deliveries:write', 200, {
    body: () => ({ reason: 'It hangs.' }),
    foreign: 404,
  }),
  post('/v1/deliveries/retry', 'deliveries:write', 200, {
    body: (ids) => ({ filter: { endpointId: ids.endpoint, callId: ids.callId } }),
    foreign: 404,
  }),
  post('/v1/endpoints', 'endpoints:write', 201, { body: () => NEW_ENDPOINT, instance: true }),
  patch('/v1/endpoints/{id}', 'endpoints:write', 404),
  post('/v1/endpoints/check', 'endpoints:write', 200, { body: () => NEW_ENDPOINT }),
  post('/v1/endpoints/{id}/check', 'endpoints:write', 200, { body: CHANGE, foreign: 404 }),
  post('/v1/endpoints/{id}/test', 'endpoints:write', 200, { foreign: 404 }),
  post('/v1/endpoints/{id}/rotate-secret', 'endpoints:write', 409, { foreign: 404 }),
  post('/v1/endpoints/{id}/recover', 'deliveries:write', 200, { body: RECOVER, foreign: 404 }),
  post('/v1/endpoints/{id}/disable', 'endpoints:write', 200, { foreign: 404 }),
  post('/v1/endpoints/{id}/enable', 'endpoints:write', 200, {
    body: () => ({ held: 'send' }),
    foreign: 404,
  }),
  post('/v1/endpoints/{id}/messages/ack', 'deliveries:pull', 200, { body: LEASES, foreign: 404 }),
  post('/v1/endpoints/{id}/messages/fail', 'deliveries:pull', 200, { body: LEASES, foreign: 404 }),
  post('/v1/endpoints/{id}/messages/release', 'deliveries:pull', 200, {
    body: LEASES,
    foreign: 404,
  }),
  {
    ...get('/v1/inbox/boxes/{channel}/{name}', 'deliveries:write', {
      body: () => ({ status: 503 }),
    }),
    method: 'PUT',
  },
  post('/v1/sources', 'project:admin', 201, { body: () => NEW_SOURCE }),
  patch('/v1/sources/{id}', 'project:admin', 404),
  post('/v1/sources/{id}/try', 'project:admin', 200, { body: () => ({ body: '' }), foreign: 404 }),
  post('/v1/api-keys', 'project:admin', 201, {
    body: () => ({ name: 'reporter', scopes: ['reports:write'] }),
    instance: true,
  }),
  post('/v1/signing-keys', 'project:admin', 201),
  post('/v1/signing-keys/rotate', 'project:admin', 200),
  patch('/v1/project', 'project:admin'),
];

const REMOVING: readonly Route[] = [
  { ...get('/v1/inbox/boxes/{channel}/{name}', 'deliveries:write'), method: 'DELETE' },
  { ...get('/v1/inbox', 'deliveries:write'), method: 'DELETE' },
  remove('/v1/call-logs/{callId}', 'call-logs:write'),
  remove('/v1/scorecards/{id}', 'endpoints:write'),
  { ...remove('/v1/bulk/{id}', 'deliveries:write'), good: 200 },
  remove('/v1/endpoints/{id}', 'endpoints:write'),
  remove('/v1/maintenance-windows/{id}', 'project:admin'),
  remove('/v1/sources/{id}', 'project:admin'),
  { ...remove('/v1/api-keys/{id}', 'project:admin'), instance: true },
  post('/v1/signing-keys/{kid}/revoke', 'project:admin', 200, { foreign: 404 }),
];

/**
 * These come last with ids of another project, because a report makes a call in its own project
 * under any id, and a log is stored under any id.
 */
export const REPORTING: readonly Route[] = [
  post('/v1/calls/{callId}/reports', 'reports:write', 202, { body: () => REPORT, foreign: 202 }),
  post('/v1/reports', 'reports:write', 202, {
    body: (ids) => ({ reports: [{ ...REPORT, callId: ids.callId, reportId: 'one' }] }),
    foreign: 202,
  }),
  post('/v1/call-logs/{callId}', 'call-logs:write', 201, { body: () => CALL_LOG, foreign: 201 }),
];

export const ROUTES: readonly Route[] = [
  ...OPEN,
  ...READING,
  ...CHANGING,
  ...REMOVING,
  ...REPORTING,
  get('/v1/erasures/{id}', 'calls:delete', { foreign: 404 }),
  post('/v1/erasures', 'calls:delete', 202, {
    body: () => ({ callId: 'call-never-reported' }),
    ownersOnly: true,
  }),
  { ...remove('/v1/calls/{callId}', 'calls:delete'), foreign: 204 }, // its own, just reported
];

export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

export function requestOf(
  route: Route,
  ids: Ids,
): { readonly path: string; readonly body?: object } {
  const values: Readonly<Record<string, string>> = {
    '{callId}': encodeURIComponent(ids.callId),
    '{projectId}': ids.project,
    '{kid}': ids.kid,
    '{fingerprint}': ids.fingerprint,
    '{adapter}': 'twilio',
    '{sourceId}': ids.source,
    '{runId}': ids.run,
    '{channel}': 'http',
    '{name}': 'default',
    '{id}': thingOf(route.path, ids),
  };
  const path = route.path.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name);
  const body = route.body?.(ids);
  return { path: path + (route.query?.(ids) ?? ''), ...(body === undefined ? {} : { body }) };
}

/** The collection before `{id}` says what it stands for. */
function thingOf(path: string, ids: Ids): string {
  if (path.startsWith('/v1/deliveries/')) return ids.delivery;
  if (path.startsWith('/v1/inbox/')) return ids.inboxItem;
  if (path.startsWith('/v1/bulk/')) return ids.bulkJob;
  if (path.startsWith('/v1/erasures/')) return ids.erasure;
  if (path.startsWith('/v1/sources/')) return ids.source;
  if (path.startsWith('/v1/alerts/')) return ids.alert;
  if (path.startsWith('/v1/maintenance-windows/')) return ids.maintenanceWindow;
  if (path.endsWith('/default')) return ids.nextDefault;
  if (path.startsWith('/v1/scorecards/')) return ids.scorecard;
  if (path.includes('/{id}/messages')) return ids.pulled;
  return path.startsWith('/v1/api-keys/') ? ids.apiKey : ids.endpoint;
}
