/**
 * One stream per browser and project. If the page is a secure context, a lock chooses the tab that
 * reads the stream, and a channel passes its events to the others: browsers allow six connections
 * to a host over HTTP/1.1, and nine tabs must work. Over plain HTTP to another machine there are no
 * locks, so each tab reads only while it is visible. A tab that is hidden for 60 s gives up the
 * stream.
 */
import type { Client } from '../api/client.ts';
import { pageValue } from '../page-value.ts';
import { type LiveEvent, RESYNC } from './live-event.ts';
import { runStream, type StreamState } from './stream-loop.ts';

export interface LiveHub {
  state(): StreamState;
  onState(listener: () => void): () => void;
  onEvent(listener: (event: LiveEvent) => void): () => void;
  close(): void;
}

const HIDDEN_MS = 60_000;

type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'state'; readonly state: StreamState }
  | { readonly kind: 'ask' };

export function openLiveHub(client: Client, scope: string): LiveHub {
  const name = `ringpost-live ${scope} ${client.project ?? ''}`;
  const eventListeners = new Set<(event: LiveEvent) => void>();
  const state = pageValue<StreamState>('connecting');
  let leads = false;
  const tell = (event: LiveEvent): void => {
    for (const listener of eventListeners) listener(event);
  };
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  const say = (message: Message): void => channel?.postMessage(message);
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'event') tell(data.event);
    else if (data.kind === 'state') state.set(data.state);
    else if (leads) say({ kind: 'state', state: state.get() });
  });
  const lead = async (signal: AbortSignal): Promise<void> => {
    leads = true;
    await runStream({
      client,
      signal,
      onEvent: (event) => {
        tell(event);
        say({ kind: 'event', event });
      },
      onState: (next) => {
        state.set(next);
        say({ kind: 'state', state: next });
      },
    });
    leads = false;
  };
  const run = (signal: AbortSignal): void => {
    say({ kind: 'ask' });
    void atATime(name, signal, lead);
  };
  const stopWatching = whileWatched(run, () => {
    // Events of the time away were missed.
    if (!leads) tell(RESYNC);
  });
  return {
    state: state.get,
    onState: state.subscribe,
    onEvent: (listener) => {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    close: () => {
      stopWatching();
      channel?.close();
    },
  };
}

/** Under the browser's lock of that name where there are locks, else at once. */
async function atATime(
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  // Absent over plain HTTP to another machine, whatever the types say.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return lead(signal);
  await locks
    .request(name, { signal }, () => lead(signal))
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
}

/** Runs while the page is seen, and for a while after: at once again when it is seen anew. */
function whileWatched(run: (signal: AbortSignal) => void, onReturn: () => void): () => void {
  const graceMs = navigator.locks === undefined ? 0 : HIDDEN_MS;
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = (): void => {
    running = new AbortController();
    run(running.signal);
  };
  const stop = (): void => {
    running?.abort();
    running = null;
  };
  const onChange = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(stop, graceMs);
    else if (running === null) {
      start();
      onReturn();
    }
  };
  document.addEventListener('visibilitychange', onChange);
  if (document.visibilityState === 'visible') start();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
    stop();
  };
}
