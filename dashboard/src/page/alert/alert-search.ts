/**
 * The parameters in the address of the alerts: which are listed, and which page of them. Unknown
 * ones are dropped.
 */
import { OPS_TRIGGERS, type OpsTrigger } from '../../../../src/core/trigger/ops-trigger.ts';
import type { RawSearch } from '../../search/query-text.ts';
import { compact, isId, oneIn, textIn } from '../../search/read-search.ts';

export const ALERT_STATES = ['open', 'recovered'] as const;

export interface AlertsSearch {
  readonly state?: (typeof ALERT_STATES)[number] | undefined;
  readonly trigger?: OpsTrigger | undefined;
  readonly endpoint?: string | undefined;
  readonly cursor?: string | undefined;
}

export function readAlerts(search: RawSearch): AlertsSearch {
  return compact({
    state: oneIn(search, 'state', ALERT_STATES),
    trigger: oneIn(search, 'trigger', OPS_TRIGGERS),
    endpoint: textIn(search, 'endpoint', isId('ep')),
    cursor: textIn(search, 'cursor'),
  });
}
