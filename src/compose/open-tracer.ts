/**
 * Opens tracing if a collector is set: a tracer whose spans go to an exporter. Without one there is
 * no tracer, and no part pays for it.
 */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { VERSION } from '../cli/version.ts';
import type { Settings } from '../config/settings.ts';
import type { Clock, Random } from '../engine/ports/clock.ts';
import type { Emit } from '../engine/ports/emit.ts';
import type { Tracer } from '../engine/ports/tracer.ts';
import { createSpanExporter } from '../observe/span-exporter.ts';
import { createTracer } from '../observe/tracer.ts';

export interface TracerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly emit: Emit;
  /** `Ringpost/<version>`. */
  readonly userAgent: string;
}

export interface OpenedTracer {
  readonly tracer: Tracer | null;
  /** Sends what waits, for some seconds at most. */
  close(): Promise<void>;
}

export function openTracer(
  { otlpUrl: url, otlpHeaders, otlpRatio: ratio, otlpPerSecond: perSecond, roles }: Settings,
  parts: TracerParts,
): OpenedTracer {
  if (url === null) return { tracer: null, close: async () => {} };
  const resource = {
    'service.name': 'ringpost',
    'service.version': VERSION,
    'service.instance.id': `${hostname()}-${randomBytes(4).toString('hex')}`,
    'ringpost.roles': roles.join(','),
  };
  const exporter = createSpanExporter({ ...parts, url, headers: otlpHeaders ?? {}, resource });
  const { random } = parts;
  const take = exporter.take.bind(exporter);
  const tracer = createTracer({ ratio, perSecond, fraction: () => random.fraction(), take });
  return { tracer, close: () => exporter.close() };
}
