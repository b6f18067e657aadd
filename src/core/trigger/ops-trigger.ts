/**
 * The 13 triggers of alerts (S17.1), a kind of their own: the service fires them about itself, an
 * operator ticks them on an endpoint under `opsTriggers`, and no call ever fires one. Only names
 * here: `core/alert/condition.ts` says when each alert opens.
 */
export const OPS_TRIGGERS = [
  'OPS_ENDPOINT_FAILING',
  'OPS_ENDPOINT_HELD',
  'OPS_ENDPOINT_DISABLED',
  'OPS_DELIVERIES_EXHAUSTED',
  'OPS_LANE_OLD',
  'OPS_BACKLOG_LARGE',
  'OPS_DISK_LOW',
  'OPS_RETENTION_BEHIND',
  'OPS_CERTIFICATE_ENDING',
  'OPS_SOURCE_SILENT',
  'OPS_SOURCE_REFUSED',
  'OPS_RUNS_FAILING',
  'OPS_SCORES_LOW',
] as const;

export type OpsTrigger = (typeof OPS_TRIGGERS)[number];

const NAMES: ReadonlySet<string> = new Set(OPS_TRIGGERS);

export function isOpsTrigger(name: string): name is OpsTrigger {
  return NAMES.has(name);
}
