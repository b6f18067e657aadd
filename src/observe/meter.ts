/**
 * Every metric of the service, by name, type, help and labels, on one prom-client registry.
 * Labels are bounded: never an id of a call, a delivery or an endpoint. Figures of the process have
 * the names that prom-client gives them.
 */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { measureEventLoopLag } from './event-loop-lag.ts';
import { type GaugeParts, registerGauges } from './gauges.ts';
import { type Labels, seriesOf } from './series.ts';

const PREFIX = 'ringpost_';
/** The longest interval that a timer takes. */
const TIMER_MS_MAX = 2 ** 31 - 1;

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const RUN_SECONDS = [0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 600, 900, 3_600, 21_600];
const AGE_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600, 21_600];
const HTTP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A question may take minutes on a small machine. */
const MODEL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300];

export interface MeterParts extends GaugeParts {
  /** Of the ingest adapters. */
  readonly adapters: readonly string[];
}

export type Meter = ReturnType<typeof createMeter>;

export function createMeter(parts: MeterParts) {
  const registry = new Registry();
  collectDefaultMetrics({
    register: registry,
    // prom-client samples the event loop always; `measureEventLoopLag` replaces its figures.
    eventLoopMonitoringPrecision: TIMER_MS_MAX,
  });
  measureEventLoopLag(registry);
  registerGauges(registry, parts);
  const { counter, histogram } = makersOn(registry, seriesOf(parts.adapters));
  return {
    registry,
    httpTime: histogram('http_request', 'Time of one request to the API.', HTTP_SECONDS, [
      'method',
      'route',
      'status',
    ]),
    reports: counter('reports', 'Reports accepted.', ['applied', 'reason']),
    projectLimited: counter(
      'project_limited',
      'Reports and endpoints that a limit of their project refused.',
      ['limit'],
    ),
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
    spansExported: counter('spans_exported', 'Spans that the collector took.', []),
    spansDropped: counter('spans_dropped', 'Spans that did not reach the collector.', ['reason']),
    noticesClosed: counter('notices_closed', 'Notices of alerts that were closed.', [
      'state',
      'to',
    ]),
    unmapped: counter('ingest_unmapped', 'Provider values without a mapping.', ['adapter']),
    ingestOverloaded: counter(
      'ingest_overloaded',
      'Callbacks refused because the bodies of others left no room.',
      [],
    ),
    ingestLost: counter(
      'ingest_lost',
      "Providers' reports of calls whose direction was not said in time.",
      [],
    ),
  };
}

/** Takes the time of an answer; a page or file of the dashboard is in no route of the API. */
export function timeOf({ httpTime }: Meter) {
  return ({
    method,
    route,
    status,
    ms,
  }: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void => {
    httpTime.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, ms / 1_000);
  };
}

/** A counter stands at 0 for each of its `series`. */
function makersOn(registry: Registry, series: Readonly<Record<string, readonly Labels[]>>) {
  const registers = [registry];
  return {
    counter<Label extends string>(name: string, help: string, labelNames: Label[]) {
      const made = new Counter({ name: `${PREFIX}${name}_total`, help, labelNames, registers });
      for (const labels of series[name] ?? []) made.inc(labels as Record<Label, string>, 0);
      return made;
    },
    histogram<Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: Label[],
    ) {
      return new Histogram({
        name: `${PREFIX}${name}_seconds`,
        help,
        buckets,
        labelNames,
        registers,
      });
    },
  };
}
