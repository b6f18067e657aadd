/**
 * Whether what an alert is about is still watched (S17.4): if its endpoint was disabled or deleted,
 * its source deleted, or its threshold set to null, its condition is not found any more, but
 * nothing has recovered. Pure.
 */
import type { OpsTrigger } from '../trigger/ops-trigger.ts';
import type { Alert } from './alert.ts';
import type { ThresholdName } from './alert-settings.ts';
import type { ProjectFacts } from './condition.ts';

/** Null: its alert cannot be switched off. */
const THRESHOLD_OF: Readonly<Record<OpsTrigger, ThresholdName | null>> = {
  OPS_ENDPOINT_FAILING: 'failures',
  OPS_ENDPOINT_HELD: null,
  OPS_ENDPOINT_DISABLED: null,
  OPS_DELIVERIES_EXHAUSTED: 'givenUp',
  OPS_LANE_OLD: 'laneAgeMs',
  OPS_BACKLOG_LARGE: 'backlog',
  OPS_DISK_LOW: 'diskFreeBytes',
  OPS_RETENTION_BEHIND: 'retentionBehindMs',
  OPS_CERTIFICATE_ENDING: 'certificateDays',
  OPS_SOURCE_SILENT: 'sourceSilentMs',
  OPS_SOURCE_REFUSED: 'sourceRefused',
  OPS_RUNS_FAILING: 'runsFailed',
  OPS_SCORES_LOW: 'scoreBelow',
};

/** An alert with the state of the endpoint that it is about. */
export interface LiveAlert extends Alert {
  /** False: its endpoint is disabled or deleted. True if it is about no endpoint. */
  readonly endpointWorks: boolean;
}

/** `project`: undefined if it is gone. */
export function isWatched(
  { trigger, subject, endpointWorks }: LiveAlert,
  project: Pick<ProjectFacts, 'settings' | 'sources'> | undefined,
): boolean {
  if (project === undefined || !endpointWorks) return false;
  const threshold = THRESHOLD_OF[trigger];
  if (threshold !== null && project.settings[threshold] === null) return false;
  return !subject.startsWith('src_') || project.sources.some(({ id }) => id === subject);
}
