/**
 * What stands above and below the timeline: chart or list, folded idle time, the legend that is
 * also the filter, and in words what went on at the marked moment.
 */
import { useText } from '../../i18n/catalogue.ts';
import type { CallSearch } from './call-search.ts';
import { timelineText } from './text.ts';
import { BAR_KINDS, type BarKind } from './timeline-kind.ts';
import type { Row } from './timeline-layout.ts';
import { instantAt } from './timeline-list.ts';
import type { TimelineWords } from './timeline-words.ts';

export interface TimelineToolsProps {
  readonly search: CallSearch;
  readonly asList: boolean;
  readonly zoomed: boolean;
  onChange(change: Partial<CallSearch>): void;
}

export function TimelineTools({ search, asList, zoomed, onChange }: TimelineToolsProps) {
  const t = useText(timelineText);
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

export interface TimelineInstantProps {
  readonly atMs: number;
  readonly rows: readonly Row[];
  readonly words: TimelineWords;
  onClear(): void;
}

/** "At 11:42:07: CALLING, 2 waiting, 1 in flight". */
export function TimelineInstant({ atMs, rows, words, onClear }: TimelineInstantProps) {
  const t = useText(timelineText);
  const { status, counts } = instantAt(rows, atMs);
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
