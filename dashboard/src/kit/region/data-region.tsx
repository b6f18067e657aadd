/**
 * A section whose data may be loading, empty, stale or missing. It carries the state contract of
 * `region.ts` in `data-state`, announces failures, and keeps the last good data in view, greyed,
 * while it cannot be asked for anew. Every list, chart and record of the page stands in one.
 */
import { Alert, Button, Skeleton } from '@mantine/core';
import { Component, type ReactNode, useEffect, useId, useState } from 'react';
import { ApiFailure, malformed } from '../../api/failure.ts';
import { useRecovery } from '../../api/query-client.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../copy.tsx';
import { Icon } from '../icon.tsx';
import { Moment } from '../time/moment.tsx';
import { failedState, type Region, showsData } from './region.ts';

interface DataRegionProps {
  readonly title: string;
  /** The page's own heading says it already; it is still there for screen readers. */
  readonly titleHidden?: boolean;
  readonly region: Region;
  /** Beside the title: filters, buttons. */
  readonly tools?: ReactNode;
  /** Stands in place of data when there is none at all: an `EmptyState`. */
  readonly empty: ReactNode;
  /** Shown when the filters match nothing: a `NoMatch`. */
  readonly noMatch?: ReactNode;
  /** Names what is missing, in state `partial`. */
  readonly partial?: ReactNode;
  /** Rows of the skeleton, as many as will likely come. */
  readonly rows?: number;
  readonly rowHeight?: number;
  /** Replaces those rows with a placeholder of the height of data that is no list. */
  readonly place?: ReactNode;
  /** The data; null before the first answer. */
  readonly children: ReactNode;
  /** The pager, which stands there with or without rows. */
  readonly foot?: ReactNode;
  /** Draws no frame, for a region inside another panel. */
  readonly plain?: boolean;
}

export function DataRegion(props: DataRegionProps) {
  const { title, region, tools, plain = false, titleHidden = false } = props;
  const id = useId();
  const { state } = region;
  const bare = titleHidden && tools === undefined;
  return (
    <section
      // Another key makes the placeholder an element of its own, so no content seems to move.
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
  const t = useText('kit').region;
  return (
    <p className="quiet small">
      {t.shownFrom} <Moment iso={new Date(atMs).toISOString()} exact />
    </p>
  );
}

const SKELETON_AFTER_MS = 150;

/** Keeps its final height from the first paint, and shows itself only when the answer is late. */
function Loading({ rows = 4, rowHeight = 36, place }: DataRegionProps) {
  const t = useText('kit').region;
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

interface RegionBoundaryProps {
  /** Changes when other data came. */
  readonly version: number;
  readonly children: ReactNode;
  onRetry(): void;
}

interface Drawn {
  readonly failed: boolean;
  readonly version: number;
}

/**
 * Keeps a fault inside the region whose data caused it: what cannot be drawn is told in its place,
 * the rest of the page stays. The region asks again every few seconds, and draws when other data
 * came.
 */
class RegionBoundary extends Component<RegionBoundaryProps, Drawn> {
  override state: Drawn = { failed: false, version: this.props.version };

  static getDerivedStateFromError(): Partial<Drawn> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ version }: RegionBoundaryProps, drawn: Drawn): Drawn | null {
    return version === drawn.version ? null : { failed: false, version };
  }

  override render(): ReactNode {
    const { children, onRetry } = this.props;
    return this.state.failed ? <Undrawable onRetry={onRetry} /> : children;
  }
}

function Undrawable({ onRetry }: { onRetry(): void }) {
  useRecovery(onRetry);
  return <Failure error={malformed(200)} onRetry={onRetry} />;
}

interface FailureProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/**
 * A failure as a person reads it: what happened, the service's own sentence, the status and the
 * request's id to copy, and what can be done. What does not exist is an answer, not an alarm.
 */
export function Failure({ error, onRetry }: FailureProps) {
  const t = useText('kit').failure;
  const state = failedState(error);
  const calm = state === 'not-found' || state === 'expired' || state === 'forbidden';
  const failure = error instanceof ApiFailure ? error : null;
  const removedAt = failure?.body.removedAt;
  const deleted = failure?.body.removedBy === 'request';
  return (
    <Alert
      color={calm ? 'gray' : state === 'offline' ? 'yellow' : 'red'}
      variant="light"
      role={calm ? 'status' : 'alert'}
      title={deleted ? t.deleted.title : (t.title[state] ?? t.title.error)}
      className="failure"
    >
      <p>{deleted ? t.deleted.sentence : failureSentence(error, t.sentence)}</p>
      {typeof removedAt === 'string' && (
        <p>
          {deleted ? t.deleted.at : t.removedAt} <Moment iso={removedAt} exact />
        </p>
      )}
      {failure !== null && failure.status > 0 && !calm && (
        <p className="quiet small">
          {t.status(failure.status, failure.code)}
          {failure.requestId !== null && (
            <>
              {' · '}
              {t.request} <code>{failure.requestId}</code>
              <CopyButton text={failure.requestId} what={t.request} />
            </>
          )}
        </p>
      )}
      {onRetry !== undefined && !calm && (
        <Button variant="default" size="xs" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </Alert>
  );
}

/** Our sentence for the code if there is one, else the service's. */
function failureSentence(error: Error, ours: Readonly<Record<string, string>>): string {
  if (!(error instanceof ApiFailure)) return error.message;
  return ours[error.code] ?? error.message;
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one thing to do. */
  readonly action?: ReactNode;
}

/**
 * The content of an empty region: what will appear here, why it is empty, and one thing to do.
 * `NoMatch` is for filters that match nothing: it shows them and clears them.
 */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="nothing">
      <p className="nothing-title">{title}</p>
      {children !== undefined && <div className="nothing-text">{children}</div>}
      {action}
    </div>
  );
}

interface ActiveFilter {
  readonly id: string;
  readonly label: string;
  onRemove(): void;
}

interface NoMatchProps {
  readonly title: string;
  readonly filters: readonly ActiveFilter[];
  onClear(): void;
  /** How many there are without filters, or what else may help. */
  readonly children?: ReactNode;
}

export function NoMatch({ title, filters, onClear, children }: NoMatchProps) {
  const t = useText('kit').filter;
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {t.clear}
        </Button>
      }
    >
      {children}
      <ul className="chips" aria-label={t.active}>
        {filters.map((filter) => (
          <li key={filter.id} className="chip">
            {filter.label}
            <button type="button" aria-label={t.remove(filter.label)} onClick={filter.onRemove}>
              <Icon name="bad" />
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
