/**
 * The metrics that are read at each request of `/metrics`: what is so now, and counts that another
 * part of the process keeps since its start.
 */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { OpsTrigger } from '../core/trigger/ops-trigger.ts';
import type { ProjectFigures } from '../engine/ports/instance-store.ts';
import type { BacklogGauges } from '../engine/ports/trend-store.ts';

/** Values that are read at each request of `/metrics`. */
export interface Gauges {
  readonly inFlight: number;
  readonly residentHeads: number;
  readonly endpointsWithWork: number;
  readonly ownedShards: number;
  /** Runs of built-in agents worked on in this process, and open ones of the whole store. */
  readonly runsInWork: number;
  readonly runsWaiting: number;
  readonly runsRunning: number;
  /** Changes that wait for the store's writer, and its work since the start. */
  readonly queued: number;
  readonly commits: number;
  readonly operations: number;
  /** Null in a process that does not look at the backlog. */
  readonly backlog: BacklogGauges | null;
  /** As `backlog`. */
  readonly projects: ProjectFigures | null;
  /** Open alerts by trigger. Null in a process that does not look for them. */
  readonly openAlerts: Readonly<Record<OpsTrigger, number>> | null;
}

export interface GaugeParts {
  readonly gauges: () => Gauges;
  readonly version: string;
  /** Bytes free on the disk of the data directory; null if the store is PostgreSQL. */
  readonly freeBytes: (() => Promise<number>) | null;
}

type Figures = number | null | Readonly<Record<string, number>>;
/** Null: this process has no such figure, so the metric has no sample. */
type Reading = Figures | Promise<Figures>;

const PREFIX = 'ringpost_';

export function registerGauges(
  registry: Registry,
  { gauges, version, freeBytes }: GaugeParts,
): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => Reading, label?: string): void => {
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers,
      labelNames: label === undefined ? [] : [label],
      async collect() {
        const figures = await read();
        this.reset();
        if (figures === null && label === undefined) this.remove();
        else if (figures === null) return;
        else if (typeof figures === 'number') this.set(figures);
        else
          for (const [of, value] of Object.entries(figures)) this.set({ [label ?? '']: of }, value);
      },
    });
  };
  gauge('build_info', 'Always 1.', () => ({ [version]: 1 }), 'version');
  gauge('attempts_in_flight', 'Attempts in flight now.', () => gauges().inFlight);
  gauge('resident_heads', 'Heads of lanes held in memory now.', () => gauges().residentHeads);
  gauge('endpoints_with_work', 'Endpoints with work now.', () => gauges().endpointsWithWork);
  gauge('owned_shards', 'Of 64 shards of endpoints, sent for here.', () => gauges().ownedShards);
  gauge('acw_runs_in_work', 'Built-in runs worked on here now.', () => gauges().runsInWork);
  gauge('acw_runs_waiting', 'Runs that wait for a call log.', () => gauges().runsWaiting);
  gauge('acw_runs_running', 'Runs that an agent works on.', () => gauges().runsRunning);
  gauge('store_queued', 'Changes that wait for the writer now.', () => gauges().queued);
  const ofBacklog = (read: (backlog: BacklogGauges) => Figures) => () => {
    const { backlog } = gauges();
    return backlog === null ? null : read(backlog);
  };
  gauge(
    'open_deliveries',
    'Open deliveries.',
    ofBacklog(({ byState }) => byState),
    'state',
  );
  gauge(
    'endpoints',
    'Endpoints.',
    ofBacklog(({ endpoints }) => endpoints),
    'condition',
  );
  gauge(
    'blocked_lanes',
    'Lanes whose first open delivery failed.',
    ofBacklog(({ blockedLanes }) => blockedLanes),
  );
  gauge(
    'oldest_open_delivery_seconds',
    'Age of the oldest open delivery; 0 if none is open.',
    ofBacklog(({ oldestAgeMs }) => (oldestAgeMs ?? 0) / 1_000),
  );
  gauge('alerts_open', 'Open alerts.', () => gauges().openAlerts, 'trigger');
  const ofProjects = () => (gauges().projects === null ? null : { ...gauges().projects });
  gauge('projects', 'Projects: all, suspended, full.', ofProjects, 'state');
  gauge(
    'disk_free_bytes',
    'Free for the data directory.',
    async () => (await freeBytes?.()) ?? null,
  );
  const sinceStart = (name: string, help: string, read: () => number): void => {
    new Counter({
      name: `${PREFIX}${name}_total`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  sinceStart('store_commits', 'Commits since the start.', () => gauges().commits);
  sinceStart('store_operations', 'Changes committed since the start.', () => gauges().operations);
}
