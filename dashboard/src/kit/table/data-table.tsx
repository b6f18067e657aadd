/**
 * A list as a native table: a caption, a link to the row in its first cell, rows that keys reach
 * (j/k or arrows move, Enter opens, o peeks, x or Space selects, with Shift a range). On narrow
 * screens each row is a card: what a cell is there stands in its column's `as`.
 */

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { singleKeysOn } from '../../keys/use-hotkey.ts';
import { type RowMove, rowMoveOf, type Selection } from './selection.ts';

/**
 * `link`: the first cell, which holds the row's link. On a card `state` and `when` stand beside
 * it, `quiet` below, `actions` (buttons) below all, and `minor` and `number` are left out.
 */
type CellAs = 'link' | 'state' | 'when' | 'quiet' | 'minor' | 'number' | 'actions';

export interface Column<Row> {
  readonly id: string;
  readonly head: ReactNode;
  readonly as: CellAs;
  readonly cell: (row: Row) => ReactNode;
  /** Sorted by it, and how; most lists are newest first and say nothing. */
  readonly sorted?: 'ascending' | 'descending';
}

export interface DataTableProps<Row> {
  /** Names the content of the table; read aloud, not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Names the row in "Select …". */
  readonly rowName?: ((row: Row) => string) | undefined;
  readonly selection?: Selection | undefined;
  readonly onPeek?: ((id: string) => void) | undefined;
  /** The row whose panel is open. */
  readonly peeked?: string | null;
  /** Rows that are shown but no longer what was asked for. */
  readonly faded?: (row: Row) => boolean;
  readonly density?: 'comfortable' | 'compact';
}

/** Links in the first cell carry this attribute: keys move from one to the next. */
export const ROW_LINK = { 'data-row-link': '' } as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, selection } = props;
  const t = useText('kit').table;
  const body = useRef<HTMLTableSectionElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = rowMoveOf(event, singleKeysOn());
    if (move !== null && moveTo(event, move, body.current, props)) event.preventDefault();
  };
  return (
    <div className="rows-frame">
      <table
        className="rows"
        data-selectable={selection !== undefined}
        data-density={props.density ?? 'comfortable'}
      >
        <caption className="unseen">
          {caption} {t.keys}
        </caption>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className="cell-check">
                <SelectAll selection={selection} count={rows.length} label={t.selectAll} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.id} scope="col" data-cell={column.as} aria-sort={column.sorted}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={onKeyDown}>
          {rows.map((row) => (
            <TableRow key={props.rowId(row)} {...props} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>(props: DataTableProps<Row> & { readonly row: Row }) {
  const { row, columns, rowId, selection } = props;
  const t = useText('kit').table;
  const id = rowId(row);
  const selected = selection?.ids.has(id) === true;
  return (
    <tr
      data-row={id}
      data-selected={selected}
      data-peeked={props.peeked === id}
      data-faded={props.faded?.(row) === true}
    >
      {selection !== undefined && (
        <td className="cell-check">
          <input
            type="checkbox"
            checked={selected}
            aria-label={t.select(props.rowName?.(row) ?? id)}
            onChange={({ nativeEvent }) => selection.toggle(id, isShifted(nativeEvent))}
          />
        </td>
      )}
      {columns.map((column) =>
        column.as === 'link' ? (
          <th key={column.id} scope="row" data-cell="link">
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.id} data-cell={column.as}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

interface SelectAllProps {
  readonly selection: Selection;
  readonly count: number;
  readonly label: string;
}

function SelectAll({ selection, count, label }: SelectAllProps) {
  const some = selection.ids.size > 0;
  const all = some && selection.ids.size === count;
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={all}
      ref={(box) => {
        if (box !== null) box.indeterminate = some && !all;
      }}
      onChange={selection.toggleAll}
    />
  );
}

/** A click on a checkbox is a change of it; the keys that were down are only in the click. */
function isShifted(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

/** True when the key was ours. */
function moveTo<Row>(
  event: KeyboardEvent,
  move: RowMove,
  body: HTMLElement | null,
  { selection, onPeek }: DataTableProps<Row>,
): boolean {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr') : null;
  const id = row?.dataset.row;
  if (body === null || row === null || id === undefined) return false;
  if (move === 'peek') onPeek?.(id);
  else if (move === 'select') selection?.toggle(id, false);
  else {
    const next = move === 'next' || move === 'range-next' ? row.nextElementSibling : null;
    const other = next ?? (move.endsWith('before') ? row.previousElementSibling : null);
    if (!(other instanceof HTMLElement)) return true;
    if (move.startsWith('range')) selection?.extend(id, other.dataset.row ?? id);
    other.querySelector<HTMLElement>('[data-row-link]')?.focus();
  }
  return true;
}

interface PagerProps {
  /** Names the content, as in "Pages of deliveries". */
  readonly what: string;
  /** The cursor of this page; absent on the first. */
  readonly cursor: string | undefined;
  /** The cursor of the next page; null on the last. */
  readonly nextCursor: string | null;
  readonly shown: number;
}

/**
 * Pages by cursor: a live list does not shift them. `Older` goes on, `Newest` begins anew; the
 * browser's back button goes back.
 */
export function Pager({ what, cursor, nextCursor, shown }: PagerProps) {
  const t = useText('kit').pager;
  const format = useFormat();
  if (nextCursor === null && cursor === undefined) {
    return shown === 0 ? null : <p className="pages quiet small">{t.shown(shown)}</p>;
  }
  return (
    <nav className="pages small" aria-label={t.label(what)}>
      <span className="quiet" title={format.number(shown)}>
        {t.shown(shown)}
      </span>
      {cursor !== undefined && (
        <Link to="." search={(before) => ({ ...before, cursor: undefined })}>
          {t.newest}
        </Link>
      )}
      {nextCursor !== null && (
        <Link to="." search={(before) => ({ ...before, cursor: nextCursor })}>
          {t.older}
        </Link>
      )}
    </nav>
  );
}

interface BulkBarProps {
  readonly selection: Selection;
  /** The buttons; each states its effect and count before it runs. */
  readonly children: ReactNode;
  /** "Select all 2,314 that match", when a filter can stand for the selection. */
  readonly all?: ReactNode;
}

/**
 * The actions on the selected rows. The bar sticks to the bottom of the screen while any are
 * selected and shows their number; Esc clears the selection.
 */
export function BulkBar({ selection, children, all }: BulkBarProps) {
  const t = useText('kit').table;
  const { clear } = selection;
  const count = selection.ids.size;
  useEffect(() => {
    if (count === 0) return;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) clear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [count, clear]);
  if (count === 0) return null;
  return (
    <section className="bulk-bar" aria-label={t.selected(count)}>
      <b role="status">{t.selected(count)}</b>
      {all}
      <div className="bulk-actions">{children}</div>
      <Button variant="subtle" size="xs" onClick={clear}>
        {t.clearSelection}
      </Button>
    </section>
  );
}
