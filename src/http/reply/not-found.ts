/**
 * Addresses that no route answers: 404, or 405 with `Allow` if another method would do, or 204 with
 * `Allow` to OPTIONS. There are no cross-origin headers: the API is not for browsers of other
 * origins.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import type { App } from '../app.ts';

interface Pattern {
  readonly path: RegExp;
  readonly methods: Set<string>;
}

/** `detail`: the sentence for an address without a route. */
export function registerNotFound(app: App, detail: string): void {
  const patterns = new Map<string, Pattern>();
  app.addHook('onRoute', (route) => {
    const pattern = patterns.get(route.url) ?? { path: matcher(route.url), methods: new Set() };
    for (const method of [route.method].flat()) pattern.methods.add(method);
    patterns.set(route.url, pattern);
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = new Set<string>();
    for (const pattern of patterns.values()) {
      if (!pattern.path.test(path)) continue;
      for (const method of pattern.methods) allowed.add(method);
    }
    // A route of files allows the method, but has no file of this name.
    if (allowed.size === 0 || allowed.has(request.method)) {
      throw new ServiceError('NOT_FOUND', detail);
    }
    const allow = [...allowed, 'OPTIONS'].sort().join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new ServiceError('METHOD_NOT_ALLOWED', `This address knows ${allow}.`);
  });
}

/** `/v1/calls/:callId` as an expression over a path that is still percent-encoded. */
function matcher(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
