/**
 * Which conditions hold now (S17.2): the facts that a store counted, compared with the thresholds
 * of their project. Pure. A fact that is unknown is no condition.
 */
import { type EndpointHealth, holdLasts } from '../delivery/health.ts';
import type { DisabledReason } from '../endpoint/endpoint.ts';
import type { EndpointKey, ProjectKey } from '../id.ts';
import { DAY_MS } from '../time.ts';
import type { Condition } from './alert.ts';
import type { AlertSettings } from './alert-settings.ts';

/** What a round knows of some projects. */
export interface AlertFacts {
  /** In the order of their keys. */
  readonly projects: readonly ProjectFacts[];
  /** The first of all, which also gets the alerts about the service; null: it is not among them. */
  readonly first: ProjectKey | null;
  /** When a round of retention last came to its end; null: unknown. */
  readonly retentionAtMs: number | null;
}

export interface ProjectFacts {
  readonly key: ProjectKey;
  readonly id: string;
  readonly name: string;
  readonly serviceName: string;
  readonly settings: AlertSettings;
  /** Those that have failures, a hold, open deliveries, or that the service disabled. */
  readonly endpoints: readonly EndpointTrouble[];
  readonly sources: readonly SourceFacts[];
  /** Failed runs within the window, and the end of the first one. */
  readonly runs: { readonly failed: number; readonly firstAtMs: number | null };
  /** Of the last day. `average` null: there is no evaluation with a score. */
  readonly scores: { readonly evaluations: number; readonly average: number | null };
}

export interface EndpointTrouble {
  readonly key: EndpointKey;
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAtMs: number | null;
  readonly health: EndpointHealth;
  readonly open: number;
  /** The creation of the oldest open delivery; null: none is open, or the endpoint is disabled. */
  readonly oldestAtMs: number | null;
  /** Deliveries given up within the window, and when the first of them was. */
  readonly givenUp: number;
  readonly givenUpSinceMs: number | null;
  /** The end of the certificate of its target; null: unknown. */
  readonly certificateEndsAtMs: number | null;
}

export interface SourceFacts {
  readonly id: string;
  readonly name: string;
  /** The newest requests first; `proven`: its signature was right. */
  readonly requests: readonly { readonly atMs: number; readonly proven: boolean }[];
}

/** What the process that asks knows beside the store. */
export interface ProcessFacts {
  readonly nowMs: number;
  /** Free bytes of the data directory; null: there is none. */
  readonly freeBytes: number | null;
  /** Since when this process watches: before that, retention may have rested with the service. */
  readonly watchingSinceMs: number;
}

/** Fewer evaluations say nothing about an agent. */
export const EVALUATIONS_MIN = 5;

export function conditionsOf(facts: AlertFacts, now: ProcessFacts): readonly Condition[] {
  const first = facts.projects.find(({ key }) => key === facts.first);
  const ofService = first === undefined ? [] : serviceConditions(first, facts, now);
  return [...ofService, ...facts.projects.flatMap((each) => projectConditions(each, now.nowMs))];
}

type Found = Omit<Condition, 'projectKey'>;

const OF_PROJECT = { subject: '', endpoint: null, waiting: 0 } as const;

/** A store whose disk fills up, and housekeeping that does not come round, concern the operator. */
function serviceConditions(
  { key: projectKey, settings }: ProjectFacts,
  { retentionAtMs }: AlertFacts,
  { nowMs, freeBytes, watchingSinceMs }: ProcessFacts,
): readonly Condition[] {
  const found: Found[] = [];
  const name = 'Ringpost';
  const { diskFreeBytes, retentionBehindMs } = settings;
  if (freeBytes !== null && diskFreeBytes !== null && freeBytes < diskFreeBytes) {
    found.push({
      ...OF_PROJECT,
      trigger: 'OPS_DISK_LOW',
      name,
      sinceMs: nowMs,
      value: freeBytes,
    });
  }
  if (retentionAtMs !== null && retentionBehindMs !== null) {
    const behindMs = nowMs - Math.max(retentionAtMs, watchingSinceMs);
    if (behindMs >= retentionBehindMs) {
      const of = { ...OF_PROJECT, trigger: 'OPS_RETENTION_BEHIND', name } as const;
      found.push({ ...of, sinceMs: retentionAtMs, value: nowMs - retentionAtMs });
    }
  }
  return found.map((each) => ({ ...each, projectKey }));
}

function projectConditions(project: ProjectFacts, nowMs: number): readonly Condition[] {
  const { key: projectKey, settings } = project;
  const found: readonly Found[] = [
    ...project.endpoints.flatMap((endpoint) => endpointConditions(endpoint, settings, nowMs)),
    ...project.sources.flatMap((source) => sourceConditions(source, settings, nowMs)),
    ...sums(project, nowMs),
  ];
  return found.map((each) => ({ ...each, projectKey }));
}

function endpointConditions(
  endpoint: EndpointTrouble,
  settings: AlertSettings,
  nowMs: number,
): readonly Found[] {
  const { enabled, open } = endpoint;
  const of = { subject: endpoint.id, name: endpoint.name, endpoint: endpoint.key, waiting: open };
  const found: Found[] = [];
  if (!enabled) {
    // An operator who disables an endpoint knows it.
    if (endpoint.disabledReason !== 'operator') {
      const sinceMs = endpoint.disabledAtMs ?? nowMs;
      found.push({ ...of, trigger: 'OPS_ENDPOINT_DISABLED', sinceMs, value: 0 });
    }
  } else {
    found.push(...failingConditions(endpoint, settings, nowMs).map((each) => ({ ...of, ...each })));
  }
  const { givenUp, givenUpSinceMs, certificateEndsAtMs } = endpoint;
  if (settings.givenUp !== null && givenUp >= settings.givenUp) {
    const sinceMs = givenUpSinceMs ?? nowMs;
    found.push({ ...of, trigger: 'OPS_DELIVERIES_EXHAUSTED', sinceMs, value: givenUp });
  }
  const days = settings.certificateDays;
  if (enabled && days !== null && certificateEndsAtMs !== null) {
    const leftMs = certificateEndsAtMs - nowMs;
    if (leftMs < days * DAY_MS) {
      const sinceMs = certificateEndsAtMs - days * DAY_MS;
      const left = { trigger: 'OPS_CERTIFICATE_ENDING', sinceMs, value: leftMs } as const;
      found.push({ ...of, ...left });
    }
  }
  return found;
}

/** An endpoint on hold is not told to be failing too, unless that was told before. */
function failingConditions(
  { health, oldestAtMs }: EndpointTrouble,
  settings: AlertSettings,
  nowMs: number,
): readonly Pick<Found, 'trigger' | 'sinceMs' | 'value'>[] {
  const failures = health.consecutiveFailures;
  const sinceMs = health.failingSinceMs ?? nowMs;
  const found: Pick<Found, 'trigger' | 'sinceMs' | 'value'>[] = [];
  if (settings.failures !== null && failures >= settings.failures) {
    found.push({ trigger: 'OPS_ENDPOINT_FAILING', sinceMs, value: failures });
  }
  // A hold whose time is over lasts until the probe after it is answered.
  if (health.holdUntilMs !== null && (failures > 0 || holdLasts(health.holdUntilMs, nowMs))) {
    found.push({ trigger: 'OPS_ENDPOINT_HELD', sinceMs, value: failures });
  }
  const ageMs = oldestAtMs === null ? 0 : nowMs - oldestAtMs;
  if (oldestAtMs !== null && settings.laneAgeMs !== null && ageMs >= settings.laneAgeMs) {
    found.push({ trigger: 'OPS_LANE_OLD', sinceMs: oldestAtMs, value: ageMs });
  }
  return found;
}

function sourceConditions(
  { id, name, requests }: SourceFacts,
  { sourceSilentMs, sourceRefused }: AlertSettings,
  nowMs: number,
): readonly Found[] {
  const of = { subject: id, name, endpoint: null, waiting: 0 };
  const firstProven = requests.findIndex(({ proven }) => proven);
  const refused = firstProven === -1 ? requests : requests.slice(0, firstProven);
  const found: Found[] = [];
  const firstRefused = refused.at(-1);
  if (sourceRefused !== null && firstRefused !== undefined && refused.length >= sourceRefused) {
    const sinceMs = firstRefused.atMs;
    found.push({ ...of, trigger: 'OPS_SOURCE_REFUSED', sinceMs, value: refused.length });
  }
  const last = requests[firstProven];
  if (sourceSilentMs !== null && last !== undefined && nowMs - last.atMs >= sourceSilentMs) {
    const value = nowMs - last.atMs;
    found.push({ ...of, trigger: 'OPS_SOURCE_SILENT', sinceMs: last.atMs, value });
  }
  return found;
}

/** What concerns the project as a whole. */
function sums({ name, settings, endpoints, runs, scores }: ProjectFacts, nowMs: number) {
  const of = { ...OF_PROJECT, name };
  const found: Found[] = [];
  const enabled = endpoints.filter((each) => each.enabled);
  const open = enabled.reduce((sum, each) => sum + each.open, 0);
  if (settings.backlog !== null && open >= settings.backlog) {
    const oldest = enabled.map(({ oldestAtMs }) => oldestAtMs ?? nowMs);
    const sinceMs = Math.min(nowMs, ...oldest);
    found.push({ ...of, trigger: 'OPS_BACKLOG_LARGE', sinceMs, value: open, waiting: open });
  }
  if (settings.runsFailed !== null && runs.failed >= settings.runsFailed) {
    const sinceMs = runs.firstAtMs ?? nowMs;
    found.push({ ...of, trigger: 'OPS_RUNS_FAILING', sinceMs, value: runs.failed });
  }
  const { average, evaluations } = scores;
  const isEnough = average !== null && evaluations >= EVALUATIONS_MIN;
  if (isEnough && settings.scoreBelow !== null && average < settings.scoreBelow) {
    const value = Math.round(average);
    found.push({ ...of, trigger: 'OPS_SCORES_LOW', sinceMs: nowMs - DAY_MS, value });
  }
  return found;
}
