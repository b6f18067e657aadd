/**
 * A list in its frame: filters, the pill of new rows, export, the table, what stands there when it
 * is empty or nothing matches, the pages. Filters and page are read from the address and written
 * to it by `search`. Knows no noun of the domain.
 */
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Query } from '../api/client.ts';
import { useText } from '../i18n/words.ts';
import { FilterBox } from '../kit/filter/filter-box.tsx';
import {
  activeTokens,
  type FilterField,
  type FilterSearch,
  withoutFilter,
} from '../kit/filter/filter-token.ts';
import { DataRegion, NoMatch } from '../kit/region/data-region.tsx';
import { DataTable, type DataTableProps, Pager } from '../kit/table/data-table.tsx';
import { useStored } from '../stored-value.ts';
import { ListExport } from './list-export.tsx';
import { lookOf, shownColumns } from './list-look.ts';
import { ListLookButton } from './list-look-button.tsx';
import { FRESH_MAX, type SteadyList } from './use-steady-list.ts';

/** A `SteadyList`, or a query that has rows; what it does not have does not show. */
type ListState<Row> = Pick<SteadyList<Row>, 'region' | 'rows' | 'nextCursor'> &
  Partial<Pick<SteadyList<Row>, 'gone' | 'fresh' | 'showFresh'>>;

/** The parameters that every list may have in its address; each list adds its filters. */
interface ListSearch {
  readonly range?: string | undefined;
  readonly cursor?: string | undefined;
  readonly peek?: string | undefined;
  /** Words that are looked for. */
  readonly q?: string | undefined;
}

interface ListFilter {
  readonly fields: readonly FilterField[];
  /** Without it the list has a field of its own; the filters still show where nothing matches. */
  readonly placeholder?: string;
  /** Reads the address strictly: the same function as that of the route. */
  readonly read: (search: FilterSearch) => object;
}

type TableProps<Row> = Pick<
  DataTableProps<Row>,
  'columns' | 'rowId' | 'rowName' | 'selection' | 'onPeek'
>;

export interface ListRegionProps<Row> extends TableProps<Row> {
  /** The name of the list, such as `deliveries`, under which its display settings are stored. */
  readonly name: string;
  readonly title: string;
  readonly titleHidden?: boolean;
  /** Names the content of the table; read aloud. */
  readonly listed: string;
  readonly list: ListState<Row>;
  readonly search: ListSearch;
  readonly filter?: ListFilter;
  /** A field of the list's own, where `filter` does not fit. */
  readonly tools?: ReactNode;
  /** The list of the API, and its query; with it the list can be had as a file. */
  readonly file?: { readonly path: string; readonly query: Query };
  readonly empty: ReactNode;
  /** When filters leave nothing: a sentence, and what else may help. */
  readonly noMatch: string;
  readonly noMatchText?: ReactNode;
  readonly partial?: ReactNode;
  /** The likely number of rows. */
  readonly likely?: number;
}

const NOTHING_GONE: ReadonlySet<string> = new Set();

export function ListRegion<Row>(props: ListRegionProps<Row>) {
  const { title, titleHidden = false, listed, list, search, rowId } = props;
  const { rows, nextCursor, gone = NOTHING_GONE } = list;
  const { rowName, selection, onPeek } = props;
  const look = useStored(lookOf(props.name));
  const columns = shownColumns(props.columns, look);
  return (
    <DataRegion
      title={title}
      titleHidden={titleHidden}
      region={list.region}
      rows={props.likely ?? 10}
      tools={<Tools {...props} />}
      partial={props.partial}
      empty={props.empty}
      noMatch={<NoneMatch {...props} />}
      foot={
        <Pager
          what={title}
          cursor={search.cursor}
          nextCursor={nextCursor}
          shown={rows?.length ?? 0}
        />
      }
    >
      {rows !== null && (
        <DataTable
          columns={columns}
          rows={rows}
          rowId={rowId}
          rowName={rowName}
          selection={selection}
          onPeek={onPeek}
          caption={listed}
          density={look.density}
          peeked={search.peek ?? null}
          faded={(row) => gone.has(rowId(row))}
        />
      )}
    </DataRegion>
  );
}

function Tools<Row>(props: ListRegionProps<Row>) {
  const { list, search, filter, tools, file, selection } = props;
  const { fresh, showFresh } = list;
  const setSearch = useSetSearch(filter);
  const live = fresh === undefined || showFresh === undefined ? null : { fresh, showFresh };
  return (
    <>
      {filter?.placeholder !== undefined && (
        <FilterBox
          fields={filter.fields}
          search={{ ...search }}
          onSearch={setSearch}
          placeholder={filter.placeholder}
        />
      )}
      {tools}
      <div className="list-tools">
        {live !== null && <FreshPill list={live} paused={(selection?.ids.size ?? 0) > 0} />}
        {file !== undefined && (
          <ListExport path={file.path} filter={file.query} range={search.range} />
        )}
        <ListLookButton columns={props.columns} look={lookOf(props.name)} />
      </div>
    </>
  );
}

function NoneMatch<Row>(props: ListRegionProps<Row>) {
  const { filter, search, noMatch, noMatchText } = props;
  const setSearch = useSetSearch(filter);
  return (
    <ListNoMatch
      title={noMatch}
      fields={filter?.fields ?? []}
      search={{ ...search }}
      onSearch={setSearch}
    >
      {noMatchText}
    </ListNoMatch>
  );
}

function useSetSearch(filter: ListFilter | undefined): (next: FilterSearch) => void {
  const navigate = useNavigate();
  return (next) => {
    const search = filter === undefined ? {} : filter.read(next);
    void navigate({ to: '.', search, resetScroll: false });
  };
}

const SAY_MS = 10_000;

interface FreshPillProps {
  readonly list: Pick<SteadyList<never>, 'fresh' | 'showFresh'>;
  /** Rows are selected, or a menu is open. */
  readonly paused: boolean;
}

/**
 * "12 new": rows that came since the list was shown. A click puts them on top. While rows are
 * selected it says instead that updates are paused. Read aloud at most every 10 s.
 */
function FreshPill({ list, paused }: FreshPillProps) {
  const t = useText('kit').list;
  const { fresh, showFresh } = list;
  const label = fresh >= FRESH_MAX ? t.freshOver(FRESH_MAX) : t.fresh(fresh);
  const said = useSeldom(paused ? t.paused : fresh > 0 ? label : '');
  return (
    <>
      {paused && (
        <span className="pill pill-off" title={t.pausedWhy}>
          {t.paused}
        </span>
      )}
      {!paused && fresh > 0 && (
        <button type="button" className="pill" title={t.showFresh} onClick={showFresh}>
          {label}
        </button>
      )}
      <span className="unseen" role="status">
        {said}
      </span>
    </>
  );
}

/** The text as it was when it was last worth saying. */
function useSeldom(text: string): string {
  const [said, setSaid] = useState('');
  const lastMs = useRef(0);
  useEffect(() => {
    const waitMs = Math.max(0, lastMs.current + SAY_MS - Date.now());
    const timer = setTimeout(() => {
      lastMs.current = Date.now();
      setSaid(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return said;
}

interface ListNoMatchProps {
  readonly title: string;
  readonly fields: readonly FilterField[];
  readonly search: FilterSearch;
  onSearch(search: FilterSearch): void;
  /** Further hints. */
  readonly children?: ReactNode;
}

/**
 * Shown if filters match nothing: each filter, and the range, can be removed there. Never looks
 * like a list that is empty without filters.
 */
function ListNoMatch({ title, fields, search, onSearch, children }: ListNoMatchProps) {
  const t = useText('kit').list;
  const filters = activeTokens(search, fields).map(({ key, value, label }) => ({
    id: `${key}:${value}`,
    label,
    onRemove: () => onSearch(withoutFilter(search, key, value)),
  }));
  const { range } = search;
  if (typeof range === 'string') {
    const onRemove = (): void => onSearch({ ...search, range: undefined });
    filters.push({ id: 'range', label: t.range(range), onRemove });
  }
  return (
    <NoMatch title={title} filters={filters} onClear={() => onSearch({})}>
      {children}
    </NoMatch>
  );
}
