/**
 * What operators do in a script: endpoints disabled and enabled, edited, deleted and made;
 * deliveries retried, cancelled and recovered by hand, one or many.
 */
import { drawEndpoint, drawPacing, drawTriggers, shortSchedule } from './endpoint-plan.ts';
import type { Stream } from './random.ts';
import type { EndpointEdit, Step } from './script.ts';
import { moments, scaled, weighted } from './streams.ts';

/** `endpoints`: how many exist at the start; steps are about later ones too. */
export function drawOperations(
  stream: Stream,
  count: number,
  endpoints: number,
  toMs: number,
): Step[] {
  let known = endpoints;
  return moments(stream, count, 0, toMs)
    .sort((a, b) => a - b)
    .flatMap((atMs): Step[] => {
      const steps = drawOperation(stream, atMs, stream.between(0, known - 1), toMs);
      if (steps.some((step) => step.do === 'create')) known += 1;
      return steps;
    });
}

function drawOperation(stream: Stream, atMs: number, endpoint: number, toMs: number): Step[] {
  const pick = stream.between(0, 100_000);
  const kind = weighted(stream, [
    [6, 'switch'],
    [2, 'disable'],
    [2, 'enable'],
    [4, 'edit'],
    [1, 'delete'],
    [1, 'create'],
    [6, 'retry'],
    [4, 'cancel'],
    [3, 'retry-many'],
    [3, 'recover'],
  ]);
  switch (kind) {
    case 'switch':
      return [
        { atMs, do: 'disable', endpoint },
        {
          ...drawEnable(stream, endpoint),
          atMs: Math.min(toMs, atMs + scaled(stream, 1, 300_000)),
        },
      ];
    case 'enable':
      return [{ ...drawEnable(stream, endpoint), atMs }];
    case 'edit':
      return [{ atMs, do: 'edit', endpoint, change: drawEdit(stream) }];
    case 'create':
      return [{ atMs, do: 'create', plan: drawEndpoint(stream, false) }];
    case 'retry':
    case 'cancel':
      return [{ atMs, do: kind, pick }];
    case 'disable':
    case 'delete':
    case 'retry-many':
    case 'recover':
      return [{ atMs, do: kind, endpoint }];
  }
}

function drawEnable(stream: Stream, endpoint: number) {
  const held = stream.pick(['send', 'newest', 'drop']);
  return { do: 'enable', endpoint, held } as const;
}

/** Two edits of three change the triggers: that cancels what is open. */
function drawEdit(stream: Stream): EndpointEdit {
  const kind = stream.pick(['triggers', 'triggers', 'triggers', 'triggers', 'pacing', 'retries']);
  switch (kind) {
    case 'triggers':
      return { triggers: drawTriggers(stream) };
    case 'pacing':
      return { pacing: drawPacing(stream), timeoutMs: scaled(stream, 1_000, 30_000) };
    case 'retries':
      return { retryScheduleMs: shortSchedule(stream), retryOther4xx: stream.chance(50) };
  }
}
