/** Lists every route that the service registers, for tests that must leave none out. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import type { Right } from '../../src/core/person/role-rights.ts';
import { registerMetrics, registerRoutes } from '../../src/http/routes.ts';
import type { Service } from '../../src/http/service.ts';

export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
  /** Null for a public route. */
  readonly scope: Right | null;
  /** Whether an instance key may call the route too. */
  readonly ofInstance: boolean;
}

export async function registeredRoutes(service: Service): Promise<readonly RegisteredRoute[]> {
  const routes: RegisteredRoute[] = [];
  const app = fastify().withTypeProvider<TypeBoxTypeProvider>();
  // No request is sent, so nothing needs to be validated.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) {
      if (each === 'HEAD') continue;
      if (config?.scope === undefined) throw new Error(`${url} declares no scope`);
      const ofInstance = config.instance === true;
      routes.push({ method: each, url, scope: config.scope, ofInstance });
    }
  });
  registerRoutes(app, service);
  registerMetrics(app, service);
  await app.ready();
  await app.close();
  return routes;
}

/** A path of the route, with `x` in the place of each parameter. */
export function addressOf({ url }: RegisteredRoute): string {
  return url.replaceAll(/:\w+/g, 'x');
}
