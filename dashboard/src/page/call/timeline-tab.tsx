/**
 * The timeline of a call with its tools: chart or list, folded idle time, zoom, legend, and what
 * went on at the marked moment. All of it stands in the address.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEndpoints } from '../../api/endpoint.ts';
import type { CallDetail } from '../../api/record.ts';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { useNow } from '../../kit/time/server-clock.ts';
import { boundsOf } from '../../range/range.ts';
import { useImported } from './bundle/read-bundle.ts';
import type { CallSearch } from './call-search.ts';
import { axisOf, momentAt, type View, viewOf, WHOLE } from './timeline-axis.ts';
import { TimelineBrush } from './timeline-brush.tsx';
import { TimelineChart } from './timeline-chart.tsx';
import {
  BAR_KINDS,
  type BarKind,
  instantAt,
  isOpen,
  type Row,
  timelineLayout,
} from './timeline-layout.ts';
import { TimelineTable } from './timeline-table.tsx';
import type { TimelineWords } from './timeline-words.ts';

interface TimelineTabProps {
  readonly call: CallDetail;
  readonly search: CallSearch;
  onPeek(id: string): void;
}

const LIST_BELOW = '(max-width: 767px)';

export function TimelineTab({ call, search, onPeek }: TimelineTabProps) {
  const words = useTimelineWords(call);
  const narrow = useMedia(LIST_BELOW);
  const printed = useMedia('print');
  const asList = printed || (search.as ?? (narrow ? 'list' : 'chart')) === 'list';
  const { hide, fold } = search;
  const hidden = useMemo(() => new Set(hide), [hide]);
  const layout = useMemo(
    () => timelineLayout(call, words.nowMs, hidden),
    [call, words.nowMs, hidden],
  );
  const axis = useMemo(() => axisOf(layout.busy, fold !== 'no'), [layout.busy, fold]);
  const zoom = boundsOf(search.zoom, 0);
  const view = viewOf(axis, zoom === null ? null : { ...zoom, toMs: zoom.toMs ?? axis.toMs });
  const change = useChange();
  const onView = ({ from, to }: View): void => {
    const span = [from, to].map((share) => new Date(momentAt(axis, share)).toISOString());
    change({ zoom: from <= 0 && to >= 1 ? undefined : span.join('..') });
  };
  const atMs = search.at === undefined ? null : Date.parse(search.at);
  return (
    <>
      <TimelineTools search={search} asList={asList} zoomed={view !== WHOLE} onChange={change} />
      {asList ? (
        <TimelineTable rows={layout.rows} words={words} onPeek={onPeek} />
      ) : (
        <>
          <TimelineBrush axis={axis} view={view} words={words} onView={onView} rows={layout.rows} />
          <TimelineChart
            axis={axis}
            view={view}
            words={words}
            atMs={atMs}
            onPeek={onPeek}
            rows={layout.rows}
            callId={call.callId}
            peek={search.peek ?? null}
            onMark={(ms) => change({ at: new Date(ms).toISOString() })}
          />
          {atMs !== null && (
            <TimelineInstant
              atMs={atMs}
              words={words}
              rows={layout.rows}
              onClear={() => change({ at: undefined })}
            />
          )}
        </>
      )}
    </>
  );
}

/** Grows with time only while something of the call is open; else it stands still. */
function useTimelineWords(call: CallDetail): TimelineWords {
  const t = useText('timeline');
  const callWords = useText('call');
  const words = useText('word');
  const format = useFormat();
  const imported = useImported();
  const known = useEndpoints();
  const endpoints = imported?.endpoints ?? known;
  const tickMs = useNow();
  const [stillMs] = useState(tickMs);
  const nowMs = imported?.takenAtMs ?? (isOpen(call) ? tickMs : stillMs);
  return useMemo(
    () => ({ t, call: callWords, words, format, endpoints, nowMs }),
    [t, callWords, words, format, endpoints, nowMs],
  );
}

function useChange(): (change: Partial<CallSearch>) => void {
  const navigate = useNavigate();
  return (change) => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
}

/**
 * Whether a media query holds now: the width of the screen, or that the page is being printed. It
 * is told before the printer looks.
 */
function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const tell = (): void => flushSync(() => setMatches(list.matches));
    list.addEventListener('change', tell);
    return () => list.removeEventListener('change', tell);
  }, [query]);
  return matches;
}

interface TimelineToolsProps {
  readonly search: CallSearch;
  readonly asList: boolean;
  readonly zoomed: boolean;
  onChange(change: Partial<CallSearch>): void;
}

/**
 * The controls above and below the timeline: chart or list, collapsed idle time, the legend, which
 * is also the filter, and the words for the selected moment.
 */
function TimelineTools({ search, asList, zoomed, onChange }: TimelineToolsProps) {
  const t = useText('timeline');
  const hidden = search.hide ?? [];
  const toggle = (kind: BarKind): void => {
    const next = hidden.includes(kind)
      ? hidden.filter((other) => other !== kind)
      : [...hidden, kind];
    onChange({ hide: next.length === 0 ? undefined : next });
  };
  return (
    <div className="timeline-tools">
      <fieldset className="segments" aria-label={t.view}>
        {(['chart', 'list'] as const).map((as) => (
          <button
            key={as}
            type="button"
            aria-pressed={asList === (as === 'list')}
            onClick={() => onChange({ as })}
          >
            {t[as]}
          </button>
        ))}
      </fieldset>
      {!asList && (
        <>
          <label className="check">
            <input
              type="checkbox"
              checked={search.fold !== 'no'}
              onChange={() => onChange({ fold: search.fold === 'no' ? undefined : 'no' })}
            />
            {t.fold}
          </label>
          <button
            type="button"
            className="link-button"
            disabled={!zoomed}
            onClick={() => onChange({ zoom: undefined })}
          >
            {t.reset}
          </button>
        </>
      )}
      <fieldset className="timeline-legend" aria-label={t.legend}>
        {BAR_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className="legend-key"
            data-kind={kind}
            aria-pressed={!hidden.includes(kind)}
            onClick={() => toggle(kind)}
          >
            <span className="legend-mark" aria-hidden="true" />
            {t.kind[kind]}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

interface TimelineInstantProps {
  readonly atMs: number;
  readonly rows: readonly Row[];
  readonly words: TimelineWords;
  onClear(): void;
}

/** "At 11:42:07: CALLING, 2 waiting, 1 in flight". */
function TimelineInstant({ atMs, rows, words, onClear }: TimelineInstantProps) {
  const t = useText('timeline');
  const { status, counts } = instantAt(rows, atMs, words.nowMs);
  const at = words.format.clock(new Date(atMs).toISOString(), words.nowMs, { seconds: true });
  const names: Readonly<Record<string, string>> = t.instant.kind;
  const parts = [...counts].map(([kind, count]) => t.instant.counted(count, names[kind] ?? kind));
  return (
    <p className="small timeline-instant" role="status">
      <b>
        {t.cursorAt} {at}
      </b>
      : {[status ?? t.instant.nothing, ...parts].join(', ')}{' '}
      <button type="button" className="link-button" onClick={onClear}>
        {t.clearCursor}
      </button>
    </p>
  );
}
