/**
 * Keeps one stream open until it is told to end: opens it again with `Last-Event-ID`, waits longer
 * after each break, and asks every 5 s instead when streams do not last here. Says what it does;
 * what it hears goes to `onEvent`.
 */
import type { Client } from '../api/client.ts';
import { ApiFailure, malformed } from '../api/failure.ts';
import type { Reach } from '../api/reach.ts';
import { createEventReader, type LiveEvent, liveEventOf, RESYNC } from './live-event.ts';

export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'polling';

interface StreamLoopOptions {
  readonly client: Client;
  readonly signal: AbortSignal;
  onEvent(event: LiveEvent): void;
  onState(state: StreamState): void;
}

const POLL_MS = 5_000;
/** Polls (two minutes of them) before the stream is tried again. */
const POLLS_BEFORE_STREAM = 24;
/** Three heartbeats: a connection that is silent for longer is dead. */
const SILENCE_MS = 45_000;
const STREAM_MS = 24 * 3_600_000;

export async function runStream(options: StreamLoopOptions): Promise<void> {
  const { client, signal, onEvent, onState } = options;
  let breaks = NO_BREAKS;
  let lastId: string | null = null;
  onState('connecting');
  while (!signal.aborted) {
    if (client.reach?.isHere() === false) {
      onState('reconnecting');
      await pause(client.reach, signal);
      breaks = NO_BREAKS;
      continue;
    }
    try {
      await readOnce(options, lastId, (id) => {
        lastId = id ?? lastId;
        breaks = afterNews(breaks);
      });
    } catch (error) {
      if (signal.aborted) return;
      // Signed out, or no such stream: asking again at once does not help.
      if (error instanceof ApiFailure && error.status === 401) return onState('reconnecting');
    }
    if (signal.aborted) return;
    const next = afterBreak(breaks, Date.now(), Math.random());
    breaks = next.breaks;
    if (next.kind === 'wait') {
      onState('reconnecting');
      await pause(next.ms, signal);
      continue;
    }
    onState('polling');
    for (let polls = 0; polls < POLLS_BEFORE_STREAM && !signal.aborted; polls += 1) {
      // When the service is out of reach, the stream is opened as soon as it is back.
      if (client.reach?.isHere() === false) break;
      await pause(POLL_MS, signal);
      onEvent(RESYNC);
    }
    breaks = NO_BREAKS;
  }
}

async function readOnce(
  { client, signal, onEvent, onState }: StreamLoopOptions,
  lastId: string | null,
  onNews: (id: string | null) => void,
): Promise<void> {
  const silence = new AbortController();
  const response = await client.raw('GET', 'v1/stream', {
    signal: AbortSignal.any([signal, silence.signal]),
    timeoutMs: STREAM_MS,
    headers: {
      accept: 'text/event-stream',
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
  });
  const { body } = response;
  if (body === null) return;
  // A proxy's page is no stream, whatever its status says.
  if (!/^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')) {
    await body.cancel();
    client.reach?.doubt();
    throw malformed(response.status);
  }
  onState('live');
  // A stream seldom notices that its connection is lost: other requests notice it first.
  const stopWatching = client.reach?.onChange(() => {
    if (client.reach?.isHere() === false) silence.abort();
  });
  // Changes between the last answer and this stream would otherwise be missed.
  if (lastId === null) onEvent(RESYNC);
  const reader = createEventReader();
  const text = body.pipeThrough(new TextDecoderStream()).getReader();
  let watch = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    for (;;) {
      const { done, value } = await text.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(() => silence.abort(), SILENCE_MS);
      onNews(null);
      for (const raw of reader.push(value)) {
        onNews(raw.id);
        const event = liveEventOf(raw);
        if (event !== null) onEvent(event);
      }
    }
  } finally {
    clearTimeout(watch);
    stopWatching?.();
    await text.cancel().catch(() => {});
  }
}

/** Resolves after this time, or when the service can be reached again, and with the signal. */
function pause(until: number | Reach, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  let stop: () => void;
  if (typeof until === 'number') {
    const timer = setTimeout(end, until);
    stop = () => clearTimeout(timer);
  } else {
    const look = (): void => {
      if (until.isHere()) end();
    };
    stop = until.onChange(look);
    look();
  }
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  return promise.finally(() => {
    stop();
    signal.removeEventListener('abort', end);
  });
}

const BREAKS_MAX = 3;
const WITHIN_MS = 15_000;
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

interface Breaks {
  readonly atMs: readonly number[];
  /** Breaks since the last event or heartbeat. */
  readonly inRow: number;
}

export const NO_BREAKS: Breaks = { atMs: [], inRow: 0 };

type NextTry =
  | { readonly kind: 'wait'; readonly ms: number; readonly breaks: Breaks }
  | { readonly kind: 'poll'; readonly breaks: Breaks };

/**
 * When a stream that breaks is opened again, and when it is given up for asking: more than three
 * breaks within 15 s mean that something between us and the service cuts streams off. Pure.
 * `fraction`: chance from 0 to 1, so that many pages do not come back at once.
 */
export function afterBreak(breaks: Breaks, nowMs: number, fraction: number): NextTry {
  const atMs = [...breaks.atMs, nowMs].filter((one) => nowMs - one <= WITHIN_MS);
  const next = { atMs, inRow: breaks.inRow + 1 };
  if (atMs.length > BREAKS_MAX) return { kind: 'poll', breaks: next };
  const delay = Math.min(LONGEST_MS, FIRST_MS * 2 ** (next.inRow - 1));
  return { kind: 'wait', ms: Math.round(delay * (0.5 + fraction / 2)), breaks: next };
}

/** Resets the count of breaks in a row, since data came through. */
export function afterNews(breaks: Breaks): Breaks {
  return breaks.inRow === 0 ? breaks : { ...breaks, inRow: 0 };
}
