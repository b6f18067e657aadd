/**
 * What receivers do wrong in a script, and for how long: every mode of `script.ts`, from a share
 * of 503 to a hang of minutes.
 */
import type { Stream } from './random.ts';
import type { EndpointPlan, ReceiverMode, Step } from './script.ts';
import { scaled, weighted } from './streams.ts';

const RETRIED = [500, 502, 503, 504, 408, 425, 429] as const;
const REFUSED = [400, 401, 404, 422, 301, 302, 410] as const;
const BROKEN = ['refused', 'reset', 'dns', 'tls', 'protocol'] as const;

export function drawTrouble(
  stream: Stream,
  plans: readonly EndpointPlan[],
  atMs: number,
  forMsMax: number,
): Step {
  const endpoint = stream.between(0, plans.length - 1);
  const timeoutMs = plans[endpoint]?.timeoutMs ?? 10_000;
  const forMs = scaled(stream, 500, Math.max(1_000, forMsMax));
  return { atMs, do: 'receiver', endpoint, mode: drawMode(stream, timeoutMs), forMs };
}

export function drawMode(stream: Stream, timeoutMs: number): ReceiverMode {
  const kind = weighted(stream, [
    [5, 'retried'],
    [2, 'refusing'],
    [2, 'retry-after'],
    [3, 'slow'],
    [2, 'hang'],
    [3, 'drop'],
    [5, 'broken'],
    [1, 'blocked'],
    [2, 'flapping'],
  ]);
  const share = stream.chance(40) ? 100 : stream.between(5, 95);
  switch (kind) {
    case 'retried':
      return { kind: 'status', status: stream.pick(RETRIED), share };
    case 'refusing':
      return { kind: 'status', status: stream.pick(REFUSED), share };
    case 'retry-after':
      return {
        kind: 'retry-after',
        status: stream.pick([429, 503]),
        seconds: stream.chance(10) ? stream.between(3_600, 90_000) : scaled(stream, 1, 600),
      };
    case 'slow':
      return { kind: 'slow', latencyMs: stream.between(Math.floor(timeoutMs / 10), timeoutMs * 2) };
    case 'hang':
      return { kind: 'hang' };
    case 'drop':
      return { kind: 'drop', share };
    case 'broken':
      return { kind: stream.pick(BROKEN), share };
    case 'blocked':
      return { kind: 'blocked' };
    case 'flapping':
      return { kind: 'flapping', everyMs: scaled(stream, 500, 120_000) };
  }
}

/** A receiver that takes nothing at all, failing in one of the ways that are retried. */
export function drawDeath(stream: Stream): ReceiverMode {
  return weighted<ReceiverMode>(stream, [
    [3, { kind: 'refused', share: 100 }],
    [3, { kind: 'status', status: 503, share: 100 }],
    [2, { kind: 'hang' }],
    [1, { kind: 'dns', share: 100 }],
    [1, { kind: 'reset', share: 100 }],
    [1, { kind: 'retry-after', status: 503, seconds: 60 }],
  ]);
}
