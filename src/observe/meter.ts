/**
 * Every metric of the service, by name, type, help and labels, on one prom-client registry.
 * Labels are bounded: never an id of a call, a delivery or an endpoint.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { measureEventLoopLag } from './event-loop-lag.ts';

const PREFIX = 'ringpost_';
/** The longest interval that a timer takes. */
const TIMER_MS_MAX = 2 ** 31 - 1;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const RUN_SECONDS = [0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 600, 900, 3_600, 21_600];
const AGE_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600, 21_600];
/** A question may take minutes on a small machine. */
const MODEL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

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
}

export type Meter = ReturnType<typeof createMeter>;

export function createMeter(gauges: () => Gauges) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({
    register: registry,
    prefix: PREFIX,
    // prom-client samples the event loop always; `measureEventLoopLag` replaces its figures.
    eventLoopMonitoringPrecision: TIMER_MS_MAX,
  });
  measureEventLoopLag(registry, PREFIX);
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  gauge('attempts_in_flight', 'Attempts in flight now.', () => gauges().inFlight);
  gauge('resident_heads', 'Heads of lanes held in memory now.', () => gauges().residentHeads);
  gauge('endpoints_with_work', 'Endpoints with work now.', () => gauges().endpointsWithWork);
  gauge('owned_shards', 'Of 64 shards of endpoints, sent for here.', () => gauges().ownedShards);
  gauge('acw_runs_in_work', 'Built-in runs worked on here now.', () => gauges().runsInWork);
  gauge('acw_runs_waiting', 'Runs that wait for a call log.', () => gauges().runsWaiting);
  gauge('acw_runs_running', 'Runs that an agent works on.', () => gauges().runsRunning);
  gauge('store_queued', 'Changes that wait for the writer now.', () => gauges().queued);
  gauge('store_commits', 'Commits since the start.', () => gauges().commits);
  gauge('store_operations', 'Changes committed since the start.', () => gauges().operations);
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `${PREFIX}${name}_total`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[],
  ) => new Histogram({ name: `${PREFIX}${name}_seconds`, help, buckets, labelNames, registers });
  return {
    registry,
    reports: counter('reports', 'Reports accepted.', ['applied', 'reason']),
    deliveriesMade: counter('deliveries_made', 'Deliveries made by firings.', []),
    deliveriesClosed: counter('deliveries_closed', 'Deliveries closed.', ['state']),
    attempts: counter('attempts', 'Attempts ended.', ['outcome', 'status', 'error']),
    attemptTime: histogram('attempt', 'Time of one attempt.', SECONDS, ['outcome']),
    deliveryAge: histogram('delivery_age', 'From made to delivered.', AGE_SECONDS, []),
    endpointEvents: counter(
      'endpoint_events',
      'Holds, releases, disablings, calls for attention.',
      ['event'],
    ),
    leasesLapsed: counter(
      'leases_lapsed',
      'Times when shards were lost for want of an answer.',
      [],
    ),
    modelAsked: counter('model_questions', 'Questions to the language model.', ['outcome']),
    modelTokens: counter('model_tokens', 'Tokens of questions and answers.', []),
    modelTime: histogram('model', 'Time of one question, waits included.', MODEL_SECONDS, [
      'outcome',
    ]),
    storeFailures: counter(
      'store_failures',
      'Store operations that failed; request: answered 503.',
      ['operation'],
    ),
    sealRefusals: counter('seal_refusals', 'Sealed texts that did not open.', ['kind']),
    swept: counter('swept_rows', 'Rows changed by sweeps.', ['sweep']),
    runs: counter('acw_runs', 'Runs ended.', ['kind', 'state', 'reason']),
    runTime: histogram('acw_run', 'From launch to end.', RUN_SECONDS, ['kind']),
    runFaults: counter('acw_run_faults', 'Runs ended by a fault of the service.', []),
    unmapped: counter('ingest_unmapped', 'Provider values without a mapping.', ['adapter']),
  };
}
