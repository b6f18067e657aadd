/**
 * A page that is a list: its head, its ready views, the list itself, what can be done with the
 * selected rows, and the panel of one of them. A new list says what differs (columns, filters,
 * words) and nothing else. Knows no noun of the domain.
 */
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useHotkey } from '../keys/use-hotkey.ts';
import { useCopyKey } from '../kit/copy.tsx';
import { PageHead } from '../kit/page-head.tsx';
import { currentRow, focusFirstRow, type Selection, useSelection } from '../kit/table/selection.ts';
import { besideInCourse, setCourse } from './list-course.ts';
import { ListRegion, type ListRegionProps } from './list-region.tsx';
import { ListViews, type ListViewsProps } from './list-views.tsx';

interface ListPageProps<Row> extends ListRegionProps<Row> {
  readonly lead: ReactNode;
  /** Buttons of the page, the main one last. */
  readonly actions?: ReactNode;
  /** Tabs above the list; the views that the reader saves stand beside them. */
  readonly views?: Pick<ListViewsProps, 'label' | 'ready'>;
  /** A `BulkBar` for the selected rows; without it rows cannot be selected. */
  readonly bulk?: (selection: Selection) => ReactNode;
  /** The side panel of the row that the address names; without it rows have no panel. */
  readonly panel?: (id: string, close: () => void) => ReactNode;
  /** Stands below the list. */
  readonly children?: ReactNode;
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, lead, actions, views, bulk, panel, children, ...region } = props;
  return (
    <>
      <PageHead title={title} lead={lead} actions={actions} />
      {views !== undefined && (
        <ListViews
          name={region.name}
          search={region.search}
          label={views.label}
          ready={views.ready}
        />
      )}
      <PeekedList {...region} title={title} titleHidden bulk={bulk} panel={panel} />
      {children}
    </>
  );
}

type PeekedListProps<Row> = ListRegionProps<Row> & {
  readonly bulk?: ListPageProps<Row>['bulk'];
  readonly panel: ListPageProps<Row>['panel'];
};

/** The list with its panel and its bulk bar, for a page that has a head of its own. */
export function PeekedList<Row>({ bulk, panel, ...region }: PeekedListProps<Row>) {
  const { list, rowId, search } = region;
  const ids = useMemo(() => (list.rows ?? []).map(rowId), [list.rows, rowId]);
  const selection = useSelection(ids);
  const navigate = useNavigate();
  const peek = (id: string | undefined): void => {
    void navigate({
      to: '.',
      // The panel's tab belongs to the row, so it is reset.
      search: (before) => ({ ...before, peek: id, tab: undefined }),
      resetScroll: false,
    });
  };
  useEffect(() => setCourse(ids), [ids]);
  useCopyKey(currentRow);
  const walk = (step: 1 | -1): void => {
    if (search.peek === undefined) focusFirstRow();
    else {
      const other = besideInCourse(search.peek, step);
      if (other !== null) peek(other);
    }
  };
  useHotkey('j', () => walk(1));
  useHotkey('k', () => walk(-1));
  return (
    <>
      <ListRegion
        {...region}
        {...(bulk === undefined ? {} : { selection })}
        {...(panel === undefined ? {} : { onPeek: peek })}
      />
      {bulk?.(selection)}
      {search.peek !== undefined && panel?.(search.peek, () => peek(undefined))}
    </>
  );
}

/**
 * The keys of a record's page: `y` copies its id, `j` and `k` go to the next and the one before in
 * the list that it was opened from. The tab stays, what is open on it does not.
 * `parameter`: of the path, which holds the id.
 */
export function useRecordKeys(parameter: string, id: string): void {
  const navigate = useNavigate();
  const go = (step: 1 | -1): void => {
    const other = besideInCourse(id, step);
    if (other === null) return;
    void navigate({
      to: '.',
      params: (before) => ({ ...before, [parameter]: other }),
      search: ({ tab }) => ({ tab }),
    });
  };
  useCopyKey(() => id);
  useHotkey('j', () => go(1));
  useHotkey('k', () => go(-1));
}
