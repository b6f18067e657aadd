/**
 * How late the event loop is between two readings of `/metrics`, under the usual names. It replaces
 * the gauges of prom-client, whose sampling wakes the process 100 times a second (0.45 % of a core
 * at rest) and whose values contain the interval of the samples. Must not keep the process alive.
 */
import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Between two samples. A shorter lag is seen in as many of 100 as it has milliseconds. */
export const SAMPLE_EVERY_MS = 100;
const NS_PER_S = 1e9;
const INTERVAL_NS = SAMPLE_EVERY_MS * 1e6;

/** Each sample is the time since the one before, so the interval is taken off. */
const FIGURES: Readonly<Record<string, (seen: ELDHistogram) => number>> = {
  min: ({ min }) => min - INTERVAL_NS,
  max: ({ max }) => max - INTERVAL_NS,
  mean: ({ mean }) => mean - INTERVAL_NS,
  stddev: ({ stddev }) => stddev,
  p50: (seen) => seen.percentile(50) - INTERVAL_NS,
  p90: (seen) => seen.percentile(90) - INTERVAL_NS,
  p99: (seen) => seen.percentile(99) - INTERVAL_NS,
};

/** The registry has the gauges of prom-client. */
export function measureEventLoopLag(registry: Registry): void {
  const seen = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  seen.enable();
  const values = new Map<string, number>();
  const look = (): void => {
    if (seen.count === 0) return;
    for (const [figure, of] of Object.entries(FIGURES)) {
      values.set(figure, Math.max(0, of(seen)) / NS_PER_S);
    }
    seen.reset();
  };
  for (const figure of Object.keys(FIGURES)) {
    const name = `nodejs_eventloop_lag_${figure}_seconds`;
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help: `Lag of the event loop since the last reading: ${figure}.`,
      registers: [registry],
      collect() {
        look();
        this.set(values.get(figure) ?? 0);
      },
    });
  }
}
