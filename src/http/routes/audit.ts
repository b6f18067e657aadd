/**
 * The audit trail: who changed what in the project, the newest first (decisions section 11). Only
 * reading; entries are written by the changes themselves, in their commits.
 */
import type { App } from '../app.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../cursor.ts';
import { AuditPage, showAudit } from '../schema/audit.ts';
import { pageQuery, replies, strictObject } from '../schema/shared.ts';
import type { Service } from '../service.ts';

export function registerAuditRoutes(app: App, { store }: Service): void {
  app.get(
    '/v1/audit',
    {
      config: { scope: 'project:admin' },
      schema: {
        operationId: 'listAudit',
        summary: 'Who changed what, the newest first',
        tags: ['project'],
        querystring: strictObject(pageQuery),
        response: replies({ 200: AuditPage }),
      },
    },
    async ({ actor, query }) => {
      const { show, ask } = pageLimit(query.limit);
      const rows = await store.audit(actor.projectKey, keyOfCursor<number>(query.cursor), ask);
      return pageFrom(rows, show, (row) => row.key, showAudit);
    },
  );
}
