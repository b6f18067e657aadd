/**
 * What can be done with the selected rows. It sticks to the foot of the screen while any are
 * selected, says how many, and Esc lets them go.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { kitText } from '../text.ts';
import type { Selection } from './selection.ts';

export interface BulkBarProps {
  readonly selection: Selection;
  /** The buttons; each states its effect and count before it runs. */
  readonly children: ReactNode;
  /** "Select all 2,314 that match", when a filter can stand for the selection. */
  readonly all?: ReactNode;
}

export function BulkBar({ selection, children, all }: BulkBarProps) {
  const t = useText(kitText).table;
  const { clear } = selection;
  const count = selection.ids.size;
  useEffect(() => {
    if (count === 0) return;
    const onKey = (event: KeyboardEvent): void => {
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
