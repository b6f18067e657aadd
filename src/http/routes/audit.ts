/**
 * The audit trail: who changed what in the project, the newest first (S12.30). Only reading;
 * entries are written by the changes themselves, in their commits.
 */
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { keyOfCursor, pageFrom, pageLimit } from '../reply/cursor.ts';
import { exportable } from '../reply/export.ts';
import { timeRangeOf } from '../request/parameter.ts';
import { AuditPage, AuditQuery, AuditRecord, showAudit } from '../schema/audit.ts';
import { replies } from '../schema/shared.ts';
import type { Service } from '../service.ts';

type Query = Static<typeof AuditQuery>;

const NO_NAMES: ReadonlyMap<string, string> = new Map();

export function registerAuditRoutes(app: App, service: Service): void {
  const { store } = service;
  app.get(
    '/v1/audit',
    {
      config: { scope: 'project:admin', roles: ['operator'] },
      schema: {
        operationId: 'listAudit',
        summary: 'The audit trail, the newest entry first',
        tags: ['project'],
        querystring: AuditQuery,
        response: replies({ 200: AuditPage }),
      },
    },
    exportable(service, { noun: 'audit', item: AuditRecord }, async ({ actor }, query: Query) => {
      const { show, ask } = pageLimit(query.limit);
      const before = keyOfCursor<number>(query.cursor);
      const rows = await store.audit({
        projectKey: actor.projectKey,
        beforeKey: before,
        limit: ask,
        filter: {
          actions: query.action ?? [],
          notActions: query.notAction ?? [],
          actor: query.actor ?? null,
          target: query.target ?? null,
          ...timeRangeOf(query, 'query.'),
        },
      });
      const hasInstanceKey = rows.some(({ actor: by }) => by.startsWith('ik_'));
      const names = hasInstanceKey ? await service.instanceKeys.names() : NO_NAMES;
      return pageFrom(
        rows,
        show,
        (row) => row.key,
        (row) => showAudit(row, names),
      );
    }),
  );
}
