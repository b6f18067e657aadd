/**
 * A section whose data may be loading, empty, stale or missing. It carries the state contract of
 * `region.ts` in `data-state`, announces failures, and keeps the last good data in view, greyed,
 * while it cannot be asked for anew. Every list, chart and record of the page stands in one.
 */
import { Alert, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { kitText } from '../text.ts';
import { Moment } from '../time/moment.tsx';
import { Failure } from './failure.tsx';
import { type Region, showsData } from './region.ts';
import { RegionBoundary } from './region-boundary.tsx';

export interface DataRegionProps {
  readonly title: string;
  /** The page's own heading says it already; it is still there for screen readers. */
  readonly titleHidden?: boolean;
  readonly region: Region;
  /** Beside the title: filters, buttons. */
  readonly tools?: ReactNode;
  /** Stands in place of data when there is none at all: an `EmptyState`. */
  readonly empty: ReactNode;
  /** When filters leave nothing: a `NoMatch`. */
  readonly noMatch?: ReactNode;
  /** Names what is missing, in state `partial`. */
  readonly partial?: ReactNode;
  /** Rows of the skeleton, as many as will likely come. */
  readonly rows?: number;
  readonly rowHeight?: number;
  /** In place of those rows: what keeps the height of data that is no list. */
  readonly place?: ReactNode;
  /** What is known; null before the first answer. */
  readonly children: ReactNode;
  /** Stands below rows and below their absence: the pager. */
  readonly foot?: ReactNode;
  /** Without a frame of its own, inside another panel. */
  readonly plain?: boolean;
}

export function DataRegion(props: DataRegionProps) {
  const { title, region, tools, plain = false, titleHidden = false } = props;
  const id = useId();
  const { state } = region;
  const bare = titleHidden && tools === undefined;
  return (
    <section
      // Nothing of it can be read before there is data: then it is another one, that never moved.
      key={bare && state === 'loading' ? 'place' : 'data'}
      aria-labelledby={id}
      aria-busy={state === 'loading'}
      className={plain ? 'region region-plain' : 'region'}
      data-state={state}
    >
      <div className="region-head" data-bare={bare}>
        <h2 id={id} className={titleHidden ? 'unseen' : 'region-title'}>
          {title}
        </h2>
        {tools}
      </div>
      <RegionBody {...props} />
    </section>
  );
}

function RegionBody(props: DataRegionProps) {
  const { region, children, empty, noMatch, partial, foot } = props;
  const { state, error, retry } = region;
  const shown = showsData(region);
  return (
    <>
      {state === 'refreshing' && <div className="refresh-bar" aria-hidden="true" />}
      {error !== null && <Failure error={error} onRetry={retry} />}
      {error !== null && shown && <ShownSince atMs={region.updatedAtMs} />}
      {state === 'partial' && partial !== undefined && (
        <Alert color="yellow" variant="light" role="status" className="partial">
          {partial}
        </Alert>
      )}
      {state === 'loading' && <Loading {...props} />}
      {state === 'empty' && empty}
      {state === 'no-match' && (noMatch ?? empty)}
      {shown && (
        <RegionBoundary version={region.updatedAtMs} onRetry={retry}>
          <div className="region-data">{children}</div>
        </RegionBoundary>
      )}
      {foot}
    </>
  );
}

/** "Showing data from 11:42:07", when there is some. */
function ShownSince({ atMs }: { readonly atMs: number }) {
  const t = useText(kitText).region;
  return (
    <p className="quiet small">
      {t.shownFrom} <Moment iso={new Date(atMs).toISOString()} exact />
    </p>
  );
}

const SKELETON_AFTER_MS = 150;

/** Keeps its final height from the first paint, and shows itself only when the answer is late. */
function Loading({ rows = 4, rowHeight = 36, place }: DataRegionProps) {
  const t = useText(kitText).region;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const places = Array.from({ length: rows }, (_, index) => `row-${index}`);
  return (
    <div className="loading" data-shown={shown}>
      <span className="unseen">{t.loading}</span>
      {place ?? places.map((row) => <Skeleton key={row} height={rowHeight} radius="sm" />)}
    </div>
  );
}
