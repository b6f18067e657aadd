/**
 * Spans as OTLP writes them in JSON (opentelemetry-proto, ExportTraceServiceRequest): ids as hex,
 * times as decimal texts of nanoseconds, enumerations as numbers. The text is put together by hand:
 * that costs a third of `JSON.stringify` over the same objects. Attributes hold ids and words of
 * fixed vocabularies, never a body, a header, an address or a person.
 */
import type { EndedSpan } from '../engine/ports/tracer.ts';
import { readCaller, spanIdOf, traceIdOf } from './tracer.ts';

/** What all spans of a process have in common. */
export type Resource = Readonly<Record<string, string>>;

const KINDS = { internal: 1, server: 2, client: 3 } as const;
const STATUS_ERROR = 2;

type Value = string | number | boolean | null;

/** One attribute: `json` is its text with a comma before, '' if it has no value. */
interface Attribute<Span> {
  readonly name: string;
  readonly about: string;
  json(span: Span): string;
}

interface SpanForm<Name extends EndedSpan['name']> {
  readonly kind: keyof typeof KINDS;
  readonly about: string;
  readonly attributes: readonly Attribute<EndedSpan & { readonly name: Name }>[];
}

type Of<Name extends EndedSpan['name'], Held extends Value> = (
  span: EndedSpan & { readonly name: Name },
) => Held;

/** Of any text. */
function text<Name extends EndedSpan['name']>(
  name: string,
  about: string,
  of: Of<Name, string | null>,
): Attribute<EndedSpan & { readonly name: Name }> {
  const begin = `,{"key":"${name}","value":{"stringValue":`;
  return {
    name,
    about,
    json: (span) => {
      const value = of(span);
      return value === null ? '' : `${begin}${JSON.stringify(value)}}}`;
    },
  };
}

/** Of an id or a word of a fixed vocabulary, which needs no escaping. */
function word<Name extends EndedSpan['name']>(
  name: string,
  about: string,
  of: Of<Name, string | null>,
): Attribute<EndedSpan & { readonly name: Name }> {
  const begin = `,{"key":"${name}","value":{"stringValue":"`;
  return {
    name,
    about,
    json: (span) => {
      const value = of(span);
      return value === null ? '' : `${begin}${value}"}}`;
    },
  };
}

function plain<Name extends EndedSpan['name']>(
  name: string,
  about: string,
  of: Of<Name, number | boolean | null>,
): Attribute<EndedSpan & { readonly name: Name }> {
  const begin = `,{"key":"${name}","value":{`;
  return {
    name,
    about,
    json: (span) => {
      const value = of(span);
      if (value === null) return '';
      return typeof value === 'number'
        ? `${begin}"intValue":"${value}"}}`
        : `${begin}"boolValue":${value}}}`;
    },
  };
}

const CALL = text('ringpost.call.id', 'the call', (span) => span.callId);
const FAULT = word('error.type', 'why it failed', (span) => span.fault);

/** Every span, and every attribute of each. */
export const SPANS: { readonly [Name in EndedSpan['name']]: SpanForm<Name> } = {
  report: {
    kind: 'server',
    about: 'A report, from when the store was asked until it was durable or refused.',
    attributes: [
      CALL,
      word('ringpost.report.source', '`api`, `stale` or `ingest:<source>`', (s) => s.source),
      text('ringpost.report.status', 'the status that it reported', (s) => s.status),
      plain('ringpost.report.applied', 'whether it moved the call', (s) => s.applied),
      word('ringpost.report.reason', 'why it did not', (s) => s.reason),
      plain('ringpost.deliveries.made', 'how many deliveries it made', (s) => s.made),
      FAULT,
    ],
  },
  plan: {
    kind: 'internal',
    about: 'The call was read, its move decided, its triggers fired and their texts rendered.',
    attributes: [CALL],
  },
  commit: {
    kind: 'internal',
    about: 'From the plan until it was durable, with everything that shared the commit.',
    attributes: [CALL],
  },
  attempt: {
    kind: 'client',
    about: 'One attempt of a delivery, from signing to the answer, or while a consumer has it.',
    attributes: [
      CALL,
      word('ringpost.endpoint.id', 'the endpoint', (s) => s.endpointId),
      word('ringpost.endpoint.kind', 'its kind', (s) => s.kind),
      word('ringpost.delivery.id', 'the delivery', (s) => s.deliveryId),
      word('ringpost.trigger', 'what fired', (s) => s.trigger),
      plain('ringpost.attempt', 'which attempt of the delivery, from 1', (s) => s.attempt),
      word('ringpost.outcome', 'how it was judged', (s) => s.outcome),
      plain('http.response.status_code', 'the status of the answer', (s) => s.status),
      FAULT,
    ],
  },
};

/** `epochMs`: what to add to the times of spans to get epoch milliseconds. */
export function spansJson(
  spans: readonly EndedSpan[],
  resource: Resource,
  epochMs: number,
): string {
  const about = Object.entries(resource).map(([name, value]) =>
    text(name, '', () => value)
      .json(undefined as never)
      .slice(1),
  );
  // One growing text: joining a list of them costs half as much again.
  let each = '';
  for (const span of spans) each += `${each === '' ? '' : ','}${spanJson(span, epochMs)}`;
  return (
    `{"resourceSpans":[{"resource":{"attributes":[${about}]},` +
    `"scopeSpans":[{"scope":{"name":"ringpost"},"spans":[${each}]}]}]}`
  );
}

function spanJson(span: EndedSpan, epochMs: number): string {
  // The table has the form of the span's own name.
  const form = SPANS[span.name] as SpanForm<EndedSpan['name']>;
  const parent = parentOf(span);
  let attributes = '';
  for (const attribute of form.attributes) attributes += attribute.json(span as never);
  const ids = `{"traceId":"${traceIdOf(span.span)}","spanId":"${spanIdOf(span.span)}",`;
  const start = nanoseconds(span.startMs + epochMs);
  const end = nanoseconds(span.endMs + epochMs);
  return (
    `${ids}${parent === null ? '' : `"parentSpanId":"${parent}",`}` +
    `"flags":1,"name":"${span.name}","kind":${KINDS[form.kind]},` +
    `"startTimeUnixNano":"${start}","endTimeUnixNano":"${end}",` +
    `"attributes":[${attributes.slice(1)}]` +
    (span.fault === null ? '}' : `,"status":{"code":${STATUS_ERROR},"message":"${span.fault}"}}`)
  );
}

function parentOf(span: EndedSpan): string | null {
  if (span.name !== 'report') return spanIdOf(span.parent);
  return span.caller === undefined ? null : (readCaller(span.caller)?.spanId ?? null);
}

const NS_PER_S = 1_000_000_000;
const NS_PER_MS = 1_000_000;
const MS_PER_S = 1_000;
let second = Number.NaN;
let secondText = '';

/**
 * Epoch nanoseconds are beyond the integers of a double, so seconds and rest stand apart. The text
 * of the second is kept, since writing a large number costs more than the rest of a span.
 */
function nanoseconds(epochMs: number): string {
  const now = Math.floor(epochMs / MS_PER_S);
  if (now !== second) {
    second = now;
    secondText = String(now);
  }
  // Ten digits of which the first is cut off: the rest with its zeros.
  const rest = NS_PER_S + Math.floor((epochMs - now * MS_PER_S) * NS_PER_MS);
  return secondText + String(rest).slice(1);
}
