/**
 * One field for everything that has an id or a name. The route checks the text; `http/search.ts`
 * does the search. Reads only.
 */
import { ServiceError } from '../../core/error/service-error.ts';
import { codePointCount } from '../../core/text.ts';
import type { App } from '../app.ts';
import { SEARCH_POINTS_MAX, SearchQuery, SearchReply } from '../schema/search.ts';
import { replies } from '../schema/shared.ts';
import { SEARCHED, search } from '../search.ts';
import type { Service } from '../service.ts';

const FOUND_DEFAULT = 20;

export function registerSearchRoutes(app: App, service: Service): void {
  app.get(
    '/v1/search',
    {
      config: { scope: 'calls:read' },
      schema: {
        operationId: 'search',
        summary: 'Finds calls, deliveries and endpoints by any of their ids',
        tags: ['calls'],
        querystring: SearchQuery,
        response: replies({ 200: SearchReply }),
      },
    },
    async ({ actor, masked, query }) => {
      if (codePointCount(query.q) > SEARCH_POINTS_MAX) {
        throw new ServiceError('INVALID_PARAMETER', 'No id is as long as that.', {
          fields: [
            { field: 'query.q', message: `must be at most ${SEARCH_POINTS_MAX} characters` },
          ],
        });
      }
      const limit = query.limit ?? FOUND_DEFAULT;
      const data = await search(service, actor.projectKey, query.q, limit, masked);
      return { data: [...data], searched: [...SEARCHED] };
    },
  );
}
