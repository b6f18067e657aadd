/**
 * The timeline of a call with its tools: chart or list, folded idle time, zoom, legend, and what
 * went on at the marked moment. All of it stands in the address.
 */
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useEndpoints } from '../../api/endpoint.ts';
import type { CallDetail } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { useNow } from '../../kit/time/ticker.ts';
import { boundsOf } from '../../range/range.ts';
import { wordText } from '../../word/text.ts';
import { useImported } from './bundle/imported.ts';
import type { CallSearch } from './call-search.ts';
import { callText, timelineText } from './text.ts';
import { axisOf, momentAt, type View, viewOf, WHOLE } from './timeline-axis.ts';
import { TimelineBrush } from './timeline-brush.tsx';
import { TimelineChart } from './timeline-chart.tsx';
import { isOpen, timelineLayout } from './timeline-layout.ts';
import { TimelineTable } from './timeline-table.tsx';
import { TimelineInstant, TimelineTools } from './timeline-tools.tsx';
import type { TimelineWords } from './timeline-words.ts';
import { useMedia } from './use-media.ts';

export interface TimelineTabProps {
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
      <TimelineTools {...{ search, asList }} zoomed={view !== WHOLE} onChange={change} />
      {asList ? (
        <TimelineTable rows={layout.rows} words={words} onPeek={onPeek} />
      ) : (
        <>
          <TimelineBrush {...{ axis, view, words, onView }} rows={layout.rows} />
          <TimelineChart
            {...{ axis, view, words, atMs, onPeek }}
            rows={layout.rows}
            callId={call.callId}
            peek={search.peek ?? null}
            onMark={(ms) => change({ at: new Date(ms).toISOString() })}
          />
          {atMs !== null && (
            <TimelineInstant
              {...{ atMs, words }}
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
  const t = useText(timelineText);
  const callWords = useText(callText);
  const words = useText(wordText);
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
