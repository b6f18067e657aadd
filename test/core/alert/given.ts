/** Alerts and facts for the tests of core, complete; a test changes only what it is about. */
import type { Alert, Condition } from '../../../src/core/alert/alert.ts';
import { ALERT_DEFAULTS, type AlertSettings } from '../../../src/core/alert/alert-settings.ts';
import type { EndpointTrouble, ProjectFacts } from '../../../src/core/alert/condition.ts';
import { HEALTHY } from '../../../src/core/delivery/health.ts';
import { type AlertKey, asKey, type EndpointKey, type ProjectKey } from '../../../src/core/id.ts';

export const NOW_MS = Date.UTC(2026, 10, 20, 11, 19);
export const PROJECT = asKey<ProjectKey>(1);

export function conditionOf(changes: Partial<Condition> = {}): Condition {
  return {
    projectKey: PROJECT,
    trigger: 'OPS_ENDPOINT_FAILING',
    subject: 'ep_1',
    name: 'Orders',
    endpoint: asKey<EndpointKey>(1),
    sinceMs: NOW_MS - 60_000,
    value: 3,
    waiting: 7,
    ...changes,
  };
}

export function alertOf(changes: Partial<Alert> = {}): Alert {
  return {
    ...conditionOf(),
    key: asKey<AlertKey>(1),
    id: 'alr_1',
    openedAtMs: NOW_MS - 30_000,
    clearSinceMs: null,
    recoveredAtMs: null,
    told: 'no',
    acknowledged: null,
    mutedUntilMs: null,
    mutedBy: null,
    ...changes,
  };
}

export function endpointOf(changes: Partial<EndpointTrouble> = {}): EndpointTrouble {
  return {
    key: asKey<EndpointKey>(1),
    id: 'ep_1',
    name: 'Orders',
    enabled: true,
    disabledReason: null,
    disabledAtMs: null,
    health: HEALTHY,
    open: 0,
    oldestAtMs: null,
    givenUp: 0,
    givenUpSinceMs: null,
    certificateEndsAtMs: null,
    ...changes,
  };
}

export function projectOf(
  changes: Partial<ProjectFacts> = {},
  settings: Partial<AlertSettings> = {},
): ProjectFacts {
  return {
    key: PROJECT,
    id: 'prj_1',
    name: 'default',
    serviceName: 'Acme',
    settings: { ...ALERT_DEFAULTS, ...settings },
    endpoints: [],
    sources: [],
    runs: { failed: 0, firstAtMs: null },
    scores: { evaluations: 0, average: null },
    ...changes,
  };
}
