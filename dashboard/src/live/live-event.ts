/**
 * An event of the stream: it says that something changed, never its content. The page that shows it
 * reads it again. `resync`: events were missed, so everything may have changed. Pure.
 */

export interface LiveEvent {
  /** The changed noun: `delivery`, `call`, `endpoint`, …, or `resync`. */
  readonly type: string;
  readonly id: string | null;
  readonly revision: number | null;
  readonly state: string | null;
  readonly callId: string | null;
  readonly endpointId: string | null;
}

export const RESYNC: LiveEvent = {
  type: 'resync',
  id: null,
  revision: null,
  state: null,
  callId: null,
  endpointId: null,
};

/** Null if this page does not know the event. */
export function liveEventOf({ event, data }: StreamEvent): LiveEvent | null {
  if (event === 'resync') return RESYNC;
  const value = parsed(data);
  if (typeof value !== 'object' || value === null) return null;
  const { t, id, rev, state, callId, ep }: Record<string, unknown> = { ...value };
  if (typeof t !== 'string') return null;
  return {
    type: t,
    id: textOf(id),
    revision: typeof rev === 'number' ? rev : null,
    state: textOf(state),
    callId: textOf(callId),
    endpointId: textOf(ep),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface StreamEvent {
  /** `message` when the stream names none. */
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

interface EventReader {
  /** Takes the next piece of the stream and returns the events that it completes. */
  push(piece: string): readonly StreamEvent[];
}

/** Events have a few hundred bytes; this much without an end is no stream of ours. */
const PENDING_MAX = 64 * 1024;

/**
 * Reads server-sent events from the pieces of a response: the format of the WHATWG standard, as
 * far as our stream uses it. `fetch` is used instead of EventSource because that one can send no
 * header and tells no status. Pure but for what it hands on.
 */
export function createEventReader(): EventReader {
  let pending = '';
  return {
    push(piece) {
      pending = `${pending}${piece}`.replaceAll('\r\n', '\n');
      const blocks = pending.split('\n\n');
      pending = blocks.pop() ?? '';
      if (pending.length > PENDING_MAX) throw new Error('the stream sends no events');
      return blocks.flatMap(readBlock);
    },
  };
}

function readBlock(block: string): readonly StreamEvent[] {
  let event = 'message';
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    // A comment: the heartbeat.
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
  }
  return data.length === 0 && event === 'message' ? [] : [{ event, data: data.join('\n'), id }];
}
