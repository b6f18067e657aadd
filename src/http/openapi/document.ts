/**
 * `/openapi.json` (3.1) from the very schemas that requests are validated by, with a `webhooks`
 * section of what we send, and `/docs`, which shows it. Nothing here is written twice: a route
 * that exists is in the document. Source: decisions section 11.
 */
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Type } from '@fastify/type-provider-typebox';
import type { App } from '../app.ts';
import { replies } from '../schema/shared.ts';
import { PAGE_DIRECTIVES } from '../security-headers.ts';
import type { Service } from '../service.ts';
import { withComponents } from './component.ts';
import { webhooks } from './webhook.ts';

/** What the generator writes when a reply has none. */
const DEFAULT_DESCRIPTION = 'Default Response';

const DESCRIPTION = [
  'Reports of phone calls in, ordered and durable deliveries out.',
  'Unknown keys and wrong types are refused, never coerced. Errors are problem details (RFC 9457)',
  'with a stable `code`. Lists are pages: pass `nextCursor` as `cursor` until it is null.',
].join(' ');

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
      servers: [{ url: service.publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: rp_...' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const { scope } = route.config ?? {};
      if (scope === null || scope === undefined) return { schema, url };
      return { schema: { ...schema, security: [{ apiKey: [scope] }] }, url };
    },
  });
  let made: object | null = null;
  const document = (): object => {
    made ??= described(withComponents({ ...app.swagger(), webhooks: webhooks() }));
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

/** A success without a description of its own is described by its component. */
function described(document: object): object {
  return JSON.parse(JSON.stringify(document), (_key, value) => {
    if (value?.description !== DEFAULT_DESCRIPTION) return value;
    const $ref: string | undefined = value.content?.['application/json']?.schema?.$ref;
    return { ...value, description: $ref?.split('/').at(-1) ?? 'Done' };
  });
}

/** The pages run scripts and styles of our own origin, hence their own policy. */
function registerDocs(app: App, document: () => object): void {
  app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, scope: null, page: true };
    });
    await scope.register(helmet, {
      contentSecurityPolicy: { useDefaults: false, directives: PAGE_DIRECTIVES },
      // Whether there is TLS in front of us is for whoever runs it to say.
      strictTransportSecurity: false,
    });
    await scope.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { validatorUrl: null },
      transformSpecification: document,
      transformSpecificationClone: false,
    });
  });
}
