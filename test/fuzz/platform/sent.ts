/**
 * Makes the bytes that leave from an event of a platform and its spoils. The platform's description
 * signs the request; spoils before the signature change its event, or the text that its own
 * serializer makes.
 */
import type { Sent } from '../../../examples/demo/platforms/script.ts';
import type { Pair, Wire } from '../draft.ts';
import { replaced, spots } from '../spot.ts';
import type { Description } from './listening.ts';
import { divided } from './number.ts';
import { type Spoil, spoiledHeader, spoiledText } from './spoil.ts';

/** A source of the service and what its platform sends. */
export interface Platform {
  readonly given: Description;
  /** All events: those that become a report, unknown and strange ones. */
  readonly events: readonly unknown[];
  /** The path of the source. */
  readonly path: string;
  /** The public URL of the service, before the path. */
  readonly base: string;
}

export interface Saying {
  readonly event: number;
  readonly spoils: readonly Spoil[];
}

/** Null if the platform's code cannot send it, such as an event that is no object. */
export function wireOf(
  platform: Platform,
  { event, spoils }: Saying,
  { host, nowMs }: { readonly host: string; readonly nowMs: number },
): Wire | null {
  const { given, path, base } = platform;
  const chosen = platform.events[event % platform.events.length];
  const search = addressQuery(spoils);
  const signing = {
    secret: secretOf(given, spoils),
    atMs: spoils.reduce((atMs, each) => (each.on === 'clock' ? atMs + each.awayMs : atMs), nowMs),
    publicUrl: withSearch(base + path, search),
  };
  const said = spoils.reduce(spoiledEvent, chosen);
  const sent = spoken(given, spoils, () => given.send(said, signing));
  if (sent === null) return null;
  const query = new URLSearchParams({ ...sent.query }).toString();
  const whole = withSearch(path, [search, query].filter((part) => part !== '').join('&'));
  const wire = {
    operation: given.adapter.name,
    method: sent.method ?? 'POST',
    target: whole,
    headers: headersOf(sent, host),
    body: sent.method === 'GET' ? Buffer.alloc(0) : Buffer.from(sent.body),
    framing: 'length',
    changes: spoils.map(({ on }) => on),
  } satisfies Wire;
  return spoils.reduce(spoiledWire, wire);
}

function addressQuery(spoils: readonly Spoil[]): string {
  const pairs = spoils.flatMap((each) => (each.on === 'address' ? each.query : []));
  return new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, value]),
  ).toString();
}

function withSearch(address: string, search: string): string {
  return search === '' ? address : `${address}?${search}`;
}

function secretOf({ secrets }: Description, spoils: readonly Spoil[]): string {
  const [present, previous, wrong] = secrets;
  const chosen = spoils.find(({ on }) => on === 'secret');
  if (chosen?.on !== 'secret') return present;
  return chosen.which === 'previous' ? previous : wrong;
}

/** Replaces characters with which one header could become two. */
function headersOf({ method, contentType, headers }: Sent, host: string): readonly Pair[] {
  const visible = (value: string): string => value.replace(/[^\x20-\x7e]/g, '?').slice(0, 8_000);
  return [
    ['host', host],
    ...(method === 'GET' ? [] : [['content-type', visible(contentType)] as const]),
    ...Object.entries(headers).map(([name, value]): Pair => [name, visible(String(value))]),
  ];
}

function spoiledEvent(event: unknown, spoil: Spoil): unknown {
  if (spoil.on === 'numbers') return divided(event, spoil.how);
  if (spoil.on !== 'value' && spoil.on !== 'missing' && spoil.on !== 'extra') return event;
  const places = spots(event);
  const place = places[spoil.at % places.length] ?? [];
  return replaced(event, place, (value) => {
    if (spoil.on === 'value') return spoil.value;
    if (spoil.on === 'missing') return undefined;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value, [spoil.key]: spoil.value } : [value, spoil.value];
  });
}

/** A raw JSON text that no value can hold (`nasty.ts`). */
const RAW_TEXT = /"«raw:([^»"]*)»"/g;
/** The most bytes of a filled body; only one of twenty reaches a longer limit. */
const FILLED_BYTES_MAX = 1024 * 1024;
const FILLED_ONE_OF = 20;

/** The result of `say`, with its texts spoiled before it signs them; null if it throws. */
function spoken(given: Description, spoils: readonly Spoil[], say: () => Sent): Sent | null {
  const texts = spoils.filter((each) => each.on === 'text');
  try {
    let count = 0;
    through((text) => {
      count += 1;
      return text;
    }, say);
    let index = 0;
    return through((text) => {
      const mine = texts.filter(({ at }) => at % count === index);
      index += 1;
      return mine.reduce(
        (each, { at, how }) => spoiledText(each, how, limitOf(given, at)),
        text.replace(RAW_TEXT, '$1'),
      );
    }, say);
  } catch {
    return null;
  }
}

function limitOf({ adapter: { bodyBytesMax } }: Description, at: number): number {
  const whole = bodyBytesMax <= FILLED_BYTES_MAX || at % FILLED_ONE_OF === 0;
  return whole ? bodyBytesMax : FILLED_BYTES_MAX;
}

/** Changes every form and JSON text that `say` makes. Synchronous. */
function through<T>(change: (text: string) => string, say: () => T): T {
  const { stringify } = JSON;
  const form = URLSearchParams.prototype;
  const { toString: written } = form;
  const put = (target: object, name: string, value: unknown) => Reflect.set(target, name, value);
  put(JSON, 'stringify', (value: unknown) => change(stringify(value) ?? 'null'));
  put(form, 'toString', function changed(this: URLSearchParams) {
    return change(written.call(this));
  });
  try {
    return say();
  } finally {
    put(JSON, 'stringify', stringify);
    put(form, 'toString', written);
  }
}

function spoiledWire(wire: Wire, spoil: Spoil): Wire {
  // The platform's own headers come after the host and the content type.
  const own = wire.headers.slice(2).map(([name]) => name);
  switch (spoil.on) {
    case 'signature': {
      const chosen = own[spoil.at % Math.max(1, own.length)];
      const headers = wire.headers.map(
        ([name, value]): Pair => [name, name === chosen ? spoiledHeader(value, spoil.how) : value],
      );
      return { ...wire, headers };
    }
    case 'no-signature': {
      const chosen = own[spoil.at % Math.max(1, own.length)];
      return { ...wire, headers: wire.headers.filter(([name]) => name !== chosen) };
    }
    case 'type': {
      const others = wire.headers.filter(([name]) => name !== 'content-type');
      const [host = ['host', ''], ...rest] = others;
      return { ...wire, headers: [host, ['content-type', spoil.type], ...rest] };
    }
    case 'method':
      return { ...wire, method: spoil.method };
    case 'byte': {
      if (wire.body.length === 0) return wire;
      const body = Buffer.from(wire.body);
      body[spoil.at % body.length] = spoil.byte;
      return { ...wire, body };
    }
    case 'body':
      return { ...wire, body: bytesOf(spoil.body) };
    case 'query':
      return { ...wire, target: wire.target + (wire.target.includes('?') ? '&' : '?') + spoil.raw };
    case 'framing':
      return { ...wire, framing: spoil.framing };
    default:
      return wire;
  }
}

function bytesOf(body: Extract<Spoil, { on: 'body' }>['body']): Buffer {
  if (body.kind === 'bytes') return Buffer.from(body.bytes);
  return body.kind === 'text' ? Buffer.from(body.text) : Buffer.alloc(0);
}
