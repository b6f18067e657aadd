/**
 * The ingest adapters of this server, each with what people need to connect its platform (S12.27).
 * Reads only.
 */
import type { App } from '../app.ts';
import { replies } from '../schema/shared.ts';
import { SourceAdapterPage, showSourceAdapter } from '../schema/source-adapter.ts';
import type { Service } from '../service.ts';

export function registerSourceAdapterRoute(app: App, { adapters }: Service): void {
  app.get(
    '/v1/source-adapters',
    {
      config: { scope: 'project:admin', roles: ['operator'] },
      schema: {
        operationId: 'listSourceAdapters',
        summary: 'The platforms that a source can be of, and how each is connected',
        tags: ['sources'],
        response: replies({ 200: SourceAdapterPage }),
      },
    },
    async () => ({ data: adapters.map(showSourceAdapter), nextCursor: null }),
  );
}
