/**
 * Step 1, the request of a generic source as one JSON document, in which pointers find values: the
 * body as JSON, the fields of a form, the query of a GET, or a CloudEvent 1.0 in either mode
 * (github.com/cloudevents/spec, HTTP binding 1.0.2).
 */
import type { IngestRequest, Refused } from '../../engine/ports/ingest-adapter.ts';
import { parseForm } from '../form.ts';
import { isObject, type JsonObject, parseObject } from '../json.ts';
import { refused } from '../result.ts';

export const FORM = 'application/x-www-form-urlencoded';
export const CLOUD_EVENT = 'application/cloudevents+json';

export type ReadDocument = { readonly kind: 'document'; readonly document: JsonObject } | Refused;

export function documentOf(request: IngestRequest, cloudEvents: boolean): ReadDocument {
  if (!cloudEvents) return plainOf(request);
  const event =
    request.contentType === CLOUD_EVENT ? plainOf(request) : inHeaders(request, plainOf(request));
  if (event.kind === 'refused') return event;
  const { specversion } = event.document;
  if (specversion !== '1.0') {
    return refused('INVALID_INPUT', 'The request is no CloudEvent of specversion 1.0.');
  }
  for (const name of ['id', 'source', 'type']) {
    const value = event.document[name];
    if (typeof value === 'string' && value !== '') continue;
    return refused('INVALID_INPUT', `The CloudEvent has no ${name}.`);
  }
  return event;
}

/** Whether attributes of the event are in headers, which no signature of the body covers. */
export function isBinaryEvent({ contentType, headers }: IngestRequest): boolean {
  return contentType !== CLOUD_EVENT && headers['ce-specversion'] !== undefined;
}

/** A field of a form that is given twice is the list of its values, so no text. */
function plainOf({ method, contentType, body, query }: IngestRequest): ReadDocument {
  if (method === 'GET') return { kind: 'document', document: query };
  if (contentType === FORM) {
    const form = parseForm(body);
    if (form.kind === 'malformed') return refused('MALFORMED_FORM', form.detail);
    const fields = [...form.fields].map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]);
    return { kind: 'document', document: Object.fromEntries(fields) };
  }
  const document = parseObject(body);
  if (document === null) return refused('MALFORMED_JSON', 'The body is no JSON object.');
  return { kind: 'document', document };
}

function inHeaders({ headers }: IngestRequest, data: ReadDocument): ReadDocument {
  if (data.kind === 'refused') return data;
  const attributes = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('ce-') && value !== undefined ? [[name.slice(3), unescaped(value)]] : [],
  );
  return { kind: 'document', document: { ...Object.fromEntries(attributes), data: data.document } };
}

/** The binding percent-encodes what a header may not hold. */
function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** RFC 6901. A text, or a number or flag as its text; null if there is none or it is empty. */
export function textAtPointer(document: JsonObject, pointer: string): string | null {
  let value: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value))
      value = /^(?:0|[1-9]\d{0,5})$/.test(name) ? value[Number(name)] : null;
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return null;
  }
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return String(value);
  }
  return null;
}
