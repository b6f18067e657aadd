/**
 * `/openapi.json` (3.1), made from the schemas that validate requests, with a `webhooks` section
 * for the requests that the service sends; and `/docs`, which shows it. Nothing here is written
 * twice: every route is in the document. Source: S12.34.
 */
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../app.ts';
import { isScope } from '../person/auth.ts';
import { createSessionCookie } from '../person/session-cookie.ts';
import { PAGE_DIRECTIVES } from '../reply/page-directives.ts';
import { replies, Type } from '../schema/shared.ts';
import type { Service } from '../service.ts';
import { annotate } from './annotate.ts';
import { withComponents } from './component.ts';
import { webhooks } from './webhook.ts';

const DESCRIPTION = [
  'Reports of phone calls in, ordered and durable deliveries out.',
  'Unknown keys and wrong types are refused, never coerced. Errors are problem details (RFC 9457)',
  'with a stable `code`. Lists are pages: pass `nextCursor` as `cursor` until it is null.',
  'Calls, deliveries, endpoints, issues, bulk jobs and their items, runs, scorecards and the audit',
  'trail are files too: the same query with `Accept: text/csv` or `application/x-ndjson` answers',
  'all pages, at most 100,000 rows.',
].join(' ');

const SESSION = [
  'A person who is signed in. The header ringpost-project names the project; a change comes from a',
  'page of this service (Sec-Fetch-Site or Origin).',
].join(' ');

const INSTANCE = [
  'An instance key: rpi_..., made on the host, for a platform that gives each customer a project.',
  'On routes of one project the header ringpost-project names it.',
].join(' ');

/** In the order in which a new user meets them. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['reports', 'What platforms tell about calls'],
  ['endpoints', 'Where webhooks go, and which'],
  ['deliveries', 'One trigger on its way to one endpoint'],
  ['messages', 'What consumers of pull endpoints fetch and settle'],
  ['calls', 'Calls and everything that happened to them'],
  ['issues', 'Failures, grouped by endpoint and class'],
  ['alerts', 'What the service found wrong with itself, and who was told'],
  ['bulk', 'One action on many deliveries'],
  ['call logs', 'Who said what in a call, and when'],
  ['after-call work', 'Runs of agents after calls, and what they recorded'],
  ['scorecards', 'The criteria of the built-in evaluator'],
  ['sources', "Platforms that post their own callbacks, such as Twilio's"],
  ['ingest', 'Where those callbacks arrive'],
  ['inbox', 'The local inbox: what came to it, and what its boxes are told to do'],
  ['signing keys', 'The keys that webhooks are signed with'],
  ['stats', 'Figures over time'],
  ['project', 'Settings, API keys, the audit trail'],
  ['instance', 'Projects of customers, made by an instance key'],
  ['people', 'Setup, signing in, accounts, members, invitations, projects'],
  ['webhooks', 'What endpoints receive'],
  ['service', 'Health, metrics, this document'],
];

const PROVEN = 'in the last 10 minutes (403 REAUTHENTICATION_REQUIRED)';

export function registerOpenapi(app: App, service: Pick<Service, 'version' | 'publicUrl'>): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Ringpost',
        version: service.version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      tags: TAGS.map(([name, description]) => ({ name, description })),
      servers: [{ url: service.publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: rp_...' },
          instanceKey: { type: 'http', scheme: 'bearer', description: INSTANCE },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: createSessionCookie(service.publicUrl).name,
            description: SESSION,
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { scope, proven, also, instance } = route.config ?? {};
      if (scope === null || scope === undefined) return { schema, url };
      const key = isScope(scope) ? [{ apiKey: [scope] }] : [];
      const own = scope === 'instance' || instance === true ? [{ instanceKey: [] }] : [];
      const session = scope === 'instance' ? [] : [{ session: [scope] }];
      const security = [...key, ...session, ...own];
      const besides = also && `With ${also.field} ${also.value} it also needs ${also.scope}.`;
      const asked = provenText(also?.proven ? [`${also.field} ${also.value}`] : proven);
      if (besides === undefined && asked === undefined) {
        return { schema: { ...schema, security }, url };
      }
      const description = [schema.description, besides, asked].filter(Boolean).join(' ');
      return { schema: { ...schema, description, security }, url };
    },
  });
  let made: object | null = null;
  const document = (): object => {
    made ??= withComponents({ ...annotated(app.swagger()), webhooks: webhooks() });
    return made;
  };
  registerDocument(app, document);
  registerDocs(app, document);
}

function registerDocument(app: App, document: () => object): void {
  app.register(async (scope) => {
    let text: string | null = null;
    scope.get(
      '/openapi.json',
      {
        config: { scope: null },
        schema: {
          operationId: 'getOpenapi',
          summary: 'This document',
          tags: ['service'],
          response: replies({ 200: Type.Any({ description: 'OpenAPI 3.1' }) }),
        },
      },
      async (_request, reply) => {
        text ??= JSON.stringify(document());
        return reply.type('application/json; charset=utf-8').send(text);
      },
    );
  });
}

function provenText(proven: true | readonly string[] | undefined): string | undefined {
  if (proven === undefined) return undefined;
  const fields = proven === true ? '' : ` for ${proven.join(', ')}`;
  return `With a session${fields}: who you are must have been shown ${PROVEN}.`;
}

/** Works on a copy, since the generator may keep its result. */
function annotated(document: object): object {
  return annotate(JSON.parse(JSON.stringify(document)));
}

/** The icon in the browser's tab. */
const ICON = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="3"/>' +
    '<circle cx="8" cy="8" r="6.5" fill="none" stroke="#000"/></svg>',
);

/** The pages run scripts and styles of our own origin, hence their own policy. */
function registerDocs(app: App, document: () => object): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: null, page: true };
    });
    await scope.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: PAGE_DIRECTIVES },
      // Only the operator knows whether a proxy in front speaks TLS.
      strictTransportSecurity: false,
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      // Without the bar at the top, which shows the logo of another project.
      uiConfig: { validatorUrl: null, layout: 'BaseLayout' },
      logo: { type: 'image/svg+xml', content: ICON },
      theme: {
        title: 'Ringpost API',
        favicon: [
          {
            filename: 'icon.svg',
            rel: 'icon',
            type: 'image/svg+xml',
            sizes: 'any',
            content: ICON,
          },
        ],
      },
      transformSpecification: document,
      transformSpecificationClone: false,
    });
  });
}
