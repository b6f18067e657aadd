/**
 * The row that keys act on: the one that has the focus, else the one whose panel is open. Reads
 * the page and moves the focus; changes nothing.
 */

/** Its id; null: there is none. */
export function currentRow(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('tr[data-row]');
  const row = focused ?? document.querySelector<HTMLElement>('tr[data-peeked="true"]');
  return row?.dataset.row ?? null;
}

/** For the first press of `j`, from anywhere on the page. */
export function focusFirstRow(): void {
  document.querySelector<HTMLElement>('#content tr[data-row] [data-row-link]')?.focus();
}
