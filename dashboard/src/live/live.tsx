/**
 * The page's side of the live stream: whether it runs, the switch that pauses it, and the hook by
 * which a page hears of changes. Changes are handed on at most every 500 ms, all that came in
 * between at once; who listens asks for what it shows.
 */
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useClient } from '../api/api-context.tsx';
import type { LiveEvent } from './live-event.ts';
import { type LiveHub, openLiveHub } from './live-hub.ts';
import type { StreamState } from './stream-loop.ts';

export type LiveState = StreamState | 'paused' | 'off';

interface Live {
  readonly hub: LiveHub | null;
  readonly paused: boolean;
  setPaused(paused: boolean): void;
}

const LiveContext = createContext<Live>({ hub: null, paused: false, setPaused: () => {} });

const QUIET_MS = 500;

export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const [hub, setHub] = useState<LiveHub | null>(null);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (client.project === null) return;
    const opened = openLiveHub(client, document.baseURI.split('/')[2] ?? '');
    setHub(opened);
    return () => opened.close();
  }, [client]);
  const live = useMemo(() => ({ hub, paused, setPaused }), [hub, paused]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLiveState(): readonly [LiveState, (paused: boolean) => void] {
  const { hub, paused, setPaused } = useContext(LiveContext);
  const state = useSyncExternalStore<LiveState>(
    (listener) => hub?.onState(listener) ?? (() => {}),
    () => hub?.state() ?? 'off',
  );
  const { reach } = useClient();
  const isHere = useSyncExternalStore(
    (listener) => reach?.onChange(listener) ?? (() => {}),
    () => reach?.isHere() ?? true,
  );
  // No tab may show a live light while the service is out of reach, whichever reads the stream.
  return [paused ? 'paused' : isHere ? state : 'reconnecting', setPaused];
}

/**
 * `onChange` runs when events of these types came, and after a gap; its argument is all of them.
 * `['*']` is every type. While live is paused nothing runs; afterwards once.
 */
export function useLive(
  types: readonly string[],
  onChange: (events: readonly LiveEvent[]) => void,
): void {
  const { hub, paused } = useContext(LiveContext);
  const latest = useRef(onChange);
  const wanted = types.join(' ');
  const missed = useRef(false);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    if (hub === null) return;
    const names = new Set(wanted.split(' '));
    let waiting: LiveEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = (): void => {
      timer = undefined;
      const events = waiting;
      waiting = [];
      latest.current(events);
    };
    if (!paused && missed.current) {
      missed.current = false;
      latest.current([]);
    }
    const stop = hub.onEvent((event) => {
      if (event.type !== 'resync' && !names.has('*') && !names.has(event.type)) return;
      if (paused) {
        missed.current = true;
        return;
      }
      waiting.push(event);
      timer ??= setTimeout(flush, QUIET_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [hub, paused, wanted]);
}
