/**
 * The event catalogue: the 19 triggers, what each carries, how often it fired in the last week and
 * which endpoints tick it. Reads only. Source: S3.15.
 */
import { mayCarryErrors, sampleFiring } from '../../core/payload/sample.ts';
import { DAY_MS, isoTime } from '../../core/time.ts';
import { MEANINGS } from '../../core/trigger/meaning.ts';
import { TRIGGERS, type Trigger } from '../../core/trigger/trigger.ts';
import type { App } from '../app.ts';
import { replies } from '../schema/shared.ts';
import { TriggerList, type TriggerRecord } from '../schema/trigger.ts';
import type { Service } from '../service.ts';

const COUNTED_MS = 7 * DAY_MS;
/** Endpoints read for the lists of subscribers; those of a project beyond them are left out. */
const ENDPOINTS_MAX = 500;

export function registerTriggerRoutes(app: App, { store }: Service): void {
  app.get(
    '/v1/triggers',
    {
      config: { scope: 'endpoints:read' },
      schema: {
        operationId: 'listTriggers',
        summary: 'The triggers: keys, how often each fired, subscribed endpoints',
        tags: ['endpoints'],
        response: replies({ 200: TriggerList }),
      },
    },
    async ({ actor, receivedAtMs }) => {
      const { projectKey } = actor;
      const [endpoints, { counts, sinceMs, unknownStatuses }] = await Promise.all([
        store.endpoints({ projectKey, afterKey: null, limit: ENDPOINTS_MAX }),
        store.triggerCounts({ projectKey, sinceMs: receivedAtMs - COUNTED_MS }),
      ]);
      const data = TRIGGERS.map((name): TriggerRecord => {
        const subscribers = endpoints.filter(({ triggers }) => triggers.includes(name));
        return {
          name,
          group: groupOf(name),
          fires: MEANINGS[name],
          dataKeys: Object.keys(JSON.parse(sampleFiring(name, '', 0).data)),
          errors: errorsOf(name),
          fired: counts.get(name) ?? 0,
          subscribers: subscribers.map(({ id, name, kind, enabled }) => ({
            id,
            name,
            kind,
            enabled,
          })),
        };
      });
      return {
        data,
        countedSince: isoTime(sinceMs),
        unknownStatuses: unknownStatuses.map(({ status, calls, lastAtMs }) => ({
          status,
          calls,
          lastReportAt: isoTime(lastAtMs),
        })),
      };
    },
  );
}

function groupOf(trigger: Trigger): TriggerRecord['group'] {
  if (trigger === 'CALL_LOG_CREATED') return 'call-log';
  if (trigger === 'ACW_COMPLETED') return 'after-call-work';
  return trigger.startsWith('OUTBOUND_') ? 'outbound' : 'inbound';
}

/** The table of S3.2. */
function errorsOf(trigger: Trigger): TriggerRecord['errors'] {
  if (trigger.endsWith('_CALL_ERROR')) return 'always';
  return mayCarryErrors(trigger) ? 'if-reported' : 'never';
}
