/**
 * `node test/journey/trace-picture.ts` plays a call through two processes and draws the trace that
 * arrived at the collector: docs/pictures/trace.svg. The axis is cut where nothing happens.
 */
import { writeFileSync } from 'node:fs';
import type { CollectedSpan } from '../support/collector.ts';
import { traceOneCall } from './traced-call.ts';

const PICTURE = new URL('../../docs/pictures/trace.svg', import.meta.url);
const WIDTH = 920;
const [LEFT, RIGHT, TOP, ROW, BAR] = [330, 40, 76, 34, 18];
/** The gap between two parts of the axis. */
const BREAK = 90;
/** Room for the figures behind the last bar of a part. */
const BEHIND = 92;
/** A pause longer than this, and than twice all before it, is cut out. */
const WAIT_MS = 500;
/** A narrower part shows only its start. */
const TWO_TIMES = 120;
const COLOURS = ['api', 'first', 'second'] as const;

const STYLE = `
  svg { font: 14px system-ui, sans-serif; }
  .ground { fill: #ffffff; } .text { fill: #1f2430; } .soft { fill: #5b6475; }
  .line { stroke: #d5dae3; } .api { fill: #2f6fde; } .first { fill: #0f8a7e; }
  .second { fill: #8a4fd0; } .failed { fill: #c62f3b; }
  .mono { font-family: ui-monospace, monospace; }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #151922; } .text { fill: #e8ebf2; } .soft { fill: #a2acbf; }
    .line { stroke: #384154; } .api { fill: #6ea2ff; } .first { fill: #35c2b3; }
    .second { fill: #b98cf2; } .failed { fill: #ff7a83; }
  }`;

interface Part {
  readonly fromMs: number;
  toMs: number;
  readonly spans: CollectedSpan[];
}

const steps: (() => Promise<unknown>)[] = [];
try {
  const { collector, callId } = await traceOneCall((step) => steps.push(step));
  const spans = collector.spans.toSorted((one, other) => one.startMs - other.startMs);
  writeFileSync(PICTURE, drawn(spans, callId));
} finally {
  for (const step of steps.reverse()) await step();
}

function partsOf(spans: readonly CollectedSpan[]): readonly Part[] {
  const parts: Part[] = [];
  for (const span of spans) {
    const last = parts.at(-1);
    const waitMs = span.startMs - (last?.toMs ?? Number.NEGATIVE_INFINITY);
    const longMs = Math.max(WAIT_MS, 2 * ((last?.toMs ?? 0) - (last?.fromMs ?? 0)));
    if (last === undefined || waitMs > longMs) {
      parts.push({ fromMs: span.startMs, toMs: span.endMs, spans: [span] });
    } else {
      last.spans.push(span);
      last.toMs = Math.max(last.toMs, span.endMs);
    }
  }
  return parts;
}

function drawn(spans: readonly CollectedSpan[], callId: string): string {
  const parts = partsOf(spans);
  const zeroMs = spans[0]?.startMs ?? 0;
  const room = WIDTH - LEFT - RIGHT - (parts.length - 1) * BREAK - parts.length * BEHIND;
  const height = TOP + spans.length * ROW + 44;
  const bottom = TOP + spans.length * ROW;
  const processes = [...new Set(spans.map(({ resource }) => resource['service.instance.id']))];
  const heading = `Call ${callId}: one report, three attempts, one trace`;
  const shapes: string[] = [];
  let x = LEFT;
  let row = 0;
  for (const [index, part] of parts.entries()) {
    const width = (room * part.spans.length) / spans.length;
    const scale = width / (part.toMs - part.fromMs);
    shapes.push(axis(x, width, bottom, part.fromMs - zeroMs, part.toMs - zeroMs));
    for (const span of part.spans) {
      const y = TOP + row * ROW;
      const colour = COLOURS[processes.indexOf(span.resource['service.instance.id'])] ?? 'api';
      shapes.push(label(span, y, colour));
      shapes.push(bar(span, x + (span.startMs - part.fromMs) * scale, y, scale, colour));
      row += 1;
    }
    x += width + BEHIND;
    const next = parts[index + 1];
    if (next === undefined) continue;
    const waited = `${((next.fromMs - part.toMs) / 1_000).toFixed(1)} s pass`;
    const middle = x + BREAK / 2;
    const cut = `M${n(middle)} ${TOP - 8}V${bottom}`;
    shapes.push(
      `<path class="line" fill="none" stroke-dasharray="3 4" d="${cut}"/>`,
      text('soft', middle, bottom + 22, waited, 'middle'),
    );
    x += BREAK;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img"
  aria-labelledby="title">
<title id="title">One report through an API and two workers, as a collector got it</title>
<style>${STYLE}
</style>
<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>
<text class="text" x="24" y="32" font-weight="600">${heading}</text>
<text class="soft mono" x="24" y="53" font-size="12">trace ${spans[0]?.traceId}</text>
${shapes.join('\n')}
</svg>
`;
}

function axis(x: number, width: number, y: number, fromMs: number, toMs: number): string {
  return [
    `<path class="line" d="M${n(x)} ${y}H${n(x + width)}" stroke-width="2"/>`,
    text('soft', x, y + 22, time(fromMs)),
    ...(width < TWO_TIMES ? [] : [text('soft', x + width, y + 22, time(toMs), 'end')]),
  ].join('\n');
}

function label(span: CollectedSpan, y: number, colour: string): string {
  const { attributes } = span;
  const of = String(attributes['ringpost.endpoint.id'] ?? '');
  const which =
    span.name === 'attempt' ? ` ${attributes['ringpost.attempt']} to ep_…${of.slice(-4)}` : '';
  const process = { api: 'API', first: 'worker 1', second: 'worker 2' }[colour] ?? '';
  const indent = span.name === 'report' ? 24 : 44;
  return [
    text('text', indent, y + 14, `${span.name}${which}`),
    text(colour, LEFT - 24, y + 14, process, 'end'),
  ].join('\n');
}

function bar(span: CollectedSpan, x: number, y: number, scale: number, colour: string): string {
  const width = Math.max(3, (span.endMs - span.startMs) * scale);
  const status = span.attributes['http.response.status_code'];
  const figures = `${time(span.endMs - span.startMs)}${status === undefined ? '' : ` · ${status}`}`;
  const failed = span.fault !== null;
  const place = `x="${n(x)}" y="${y}" width="${n(width)}" height="${BAR}"`;
  return [
    `<rect class="${failed ? 'failed' : colour}" ${place} rx="3"/>`,
    text(failed ? 'failed' : 'text', x + width + 8, y + 14, figures),
  ].join('\n');
}

function text(colour: string, x: number, y: number, said: string, anchor = 'start'): string {
  return `<text class="${colour}" x="${n(x)}" y="${y}" text-anchor="${anchor}">${said}</text>`;
}

function time(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(2)} s`;
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${ms.toFixed(0)} ms`;
}

function n(value: number): string {
  return value.toFixed(1);
}
