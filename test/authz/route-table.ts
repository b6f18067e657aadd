/**
 * Every route of the service with the scope it needs, written by hand from the guide of API keys
 * and decisions section 11: what the served document says is compared with this, never the other
 * way round. Beside it what a good request looks like, and how one is answered. In the order in
 * which one project can be asked for all of them: what removes stands last.
 */
import type { Scope } from '../../src/engine/ports/manage-store.ts';

/** One of each thing that an address or a body can name. */
export interface Ids {
  readonly callId: string;
  readonly endpoint: string;
  readonly delivery: string;
  readonly source: string;
  readonly apiKey: string;
  readonly kid: string;
  readonly project: string;
  readonly inboxItem: string;
}

export interface Route {
  readonly method: string;
  /** As in the document: `/v1/calls/{callId}`. */
  readonly path: string;
  /** Null: anyone. */
  readonly scope: Scope | null;
  readonly body?: (ids: Ids) => object;
  readonly query?: (ids: Ids) => string;
  /** What a good request is answered. */
  readonly good: number;
  /** What one with ids of another project is answered; as if they had never been given. */
  readonly foreign?: number;
}

const TRIGGERS = ['OUTBOUND_CALL_CALLING', 'OUTBOUND_CALL_COMPLETED', 'CALL_LOG_CREATED'] as const;
const SINCE = '2026-11-01T00:00:00Z';

export const NEW_ENDPOINT = {
  ...{ name: 'orders', kind: 'custom', target: 'https://hooks.example.com/a', triggers: TRIGGERS },
  auth: { method: 'bearer', token: 'abcdefghijkl' },
} as const;
const NEW_SOURCE = {
  ...{ name: 'Twilio', adapter: 'twilio', secret: 'synthetic-auth-token-0123456789ab' },
  publicUrl: 'https://calls.example.com/twilio',
} as const;
const REPORT = { status: 'CALLING', direction: 'OUTBOUND' } as const;

function get(path: string, scope: Scope | null, more: Partial<Route> = {}): Route {
  return { method: 'GET', path, scope, good: 200, ...more };
}

function post(path: string, scope: Scope, good: number, more: Partial<Route> = {}): Route {
  return { method: 'POST', path, scope, good, ...more };
}

function patch(path: string, scope: Scope, foreign?: number): Route {
  const body = () => ({ name: 'renamed' });
  const more = foreign === undefined ? {} : { foreign };
  return { method: 'PATCH', path, scope, body, good: 200, ...more };
}

function remove(path: string, scope: Scope): Route {
  return { method: 'DELETE', path, scope, good: 204, foreign: 404 };
}

const OPEN: readonly Route[] = [
  get('/healthz', null),
  get('/readyz', null),
  get('/metrics', null),
  get('/openapi.json', null),
  get('/v1/projects/{projectId}/.well-known/jwks.json', null),
  // Public, but only under the project whose key it is.
  get('/v1/projects/{projectId}/signing-keys/{kid}.pem', null),
  // The platform's signature stands for a key; without its form there is nothing to check.
  { ...post('/v1/ingest/{adapter}/{sourceId}', 'project:admin', 415), scope: null },
];

const READING: readonly Route[] = [
  get('/v1/calls', 'calls:read'),
  get('/v1/calls/{callId}', 'calls:read', { foreign: 404 }),
  get('/v1/calls/{callId}/explain', 'calls:read', {
    query: (ids) => `?endpointId=${ids.endpoint}`,
    foreign: 404,
  }),
  get('/v1/deliveries', 'deliveries:read', {
    query: (ids) => `?endpointId=${ids.endpoint}&callId=${ids.callId}`,
    foreign: 200,
  }),
  get('/v1/deliveries/{id}', 'deliveries:read', { foreign: 404 }),
  get('/v1/stats', 'deliveries:read', {
    query: (ids) => `?endpointId=${ids.endpoint}`,
    foreign: 200,
  }),
  get('/v1/endpoints', 'endpoints:read'),
  get('/v1/endpoints/{id}', 'endpoints:read', { foreign: 404 }),
  get('/v1/signing-keys', 'endpoints:read'),
  get('/v1/project', 'endpoints:read'),
  get('/v1/inbox', 'deliveries:read'),
  get('/v1/inbox/{id}', 'deliveries:read', { foreign: 404 }),
  get('/v1/inbox/boxes', 'deliveries:read'),
  get('/v1/inbox/boxes/{channel}/{name}', 'deliveries:read'),
  get('/v1/sources', 'project:admin'),
  get('/v1/sources/{id}', 'project:admin', { foreign: 404 }),
  get('/v1/sources/{id}/requests', 'project:admin', { foreign: 404 }),
  get('/v1/api-keys', 'project:admin'),
  get('/v1/api-keys/{id}', 'project:admin', { foreign: 404 }),
  get('/v1/audit', 'project:admin'),
];

const CHANGING: readonly Route[] = [
  post('/v1/endpoints/preview', 'endpoints:read', 200, {
    body: () => ({ kind: 'custom', trigger: TRIGGERS[0] }),
  }),
  post('/v1/deliveries/{id}/cancel', 'deliveries:write', 200, { foreign: 404 }),
  post('/v1/deliveries/{id}/retry', 'deliveries:write', 200, { foreign: 404 }),
  post('/v1/deliveries/retry', 'deliveries:write', 200, {
    body: (ids) => ({ filter: { endpointId: ids.endpoint, callId: ids.callId } }),
    foreign: 404,
  }),
  post('/v1/endpoints', 'endpoints:write', 201, { body: () => NEW_ENDPOINT }),
  patch('/v1/endpoints/{id}', 'endpoints:write', 404),
  post('/v1/endpoints/{id}/test', 'endpoints:write', 200, { foreign: 404 }),
  post('/v1/endpoints/{id}/recover', 'deliveries:write', 200, {
    body: () => ({ since: SINCE }),
    foreign: 404,
  }),
  post('/v1/endpoints/{id}/disable', 'endpoints:write', 200, { foreign: 404 }),
  post('/v1/endpoints/{id}/enable', 'endpoints:write', 200, {
    body: () => ({ held: 'send' }),
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
  post('/v1/api-keys', 'project:admin', 201, {
    body: () => ({ name: 'reporter', scopes: ['reports:write'] }),
  }),
  post('/v1/signing-keys', 'project:admin', 201),
  post('/v1/signing-keys/rotate', 'project:admin', 200),
  patch('/v1/project', 'project:admin'),
];

const REMOVING: readonly Route[] = [
  { ...get('/v1/inbox/boxes/{channel}/{name}', 'deliveries:write'), method: 'DELETE' },
  { ...get('/v1/inbox', 'deliveries:write'), method: 'DELETE' },
  remove('/v1/endpoints/{id}', 'endpoints:write'),
  remove('/v1/sources/{id}', 'project:admin'),
  remove('/v1/api-keys/{id}', 'project:admin'),
  post('/v1/signing-keys/{kid}/revoke', 'project:admin', 200, { foreign: 404 }),
];

/** Last for another project: a report makes a call of its own under whatever id it names. */
const REPORTING: readonly Route[] = [
  post('/v1/calls/{callId}/reports', 'reports:write', 202, { body: () => REPORT, foreign: 202 }),
  post('/v1/reports', 'reports:write', 202, {
    body: (ids) => ({ reports: [{ ...REPORT, callId: ids.callId, reportId: 'one' }] }),
    foreign: 202,
  }),
];

export const ROUTES: readonly Route[] = [
  ...OPEN,
  ...READING,
  ...CHANGING,
  ...REMOVING,
  ...REPORTING,
];

export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

/** A good request of the route that names these ids. */
export function requestOf(
  route: Route,
  ids: Ids,
): { readonly path: string; readonly body?: object } {
  const values: Readonly<Record<string, string>> = {
    '{callId}': encodeURIComponent(ids.callId),
    '{projectId}': ids.project,
    '{kid}': ids.kid,
    '{adapter}': 'twilio',
    '{sourceId}': ids.source,
    ...{ '{channel}': 'http', '{name}': 'default' },
    '{id}': thingOf(route.path, ids),
  };
  const path = route.path.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name);
  const body = route.body?.(ids);
  return { path: path + (route.query?.(ids) ?? ''), ...(body === undefined ? {} : { body }) };
}

/** What `{id}` stands for is said by the collection before it. */
function thingOf(path: string, ids: Ids): string {
  if (path.startsWith('/v1/deliveries/')) return ids.delivery;
  if (path.startsWith('/v1/inbox/')) return ids.inboxItem;
  if (path.startsWith('/v1/sources/')) return ids.source;
  return path.startsWith('/v1/api-keys/') ? ids.apiKey : ids.endpoint;
}
