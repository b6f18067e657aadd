/**
 * A panel beside a list: the record that `?peek=` names, while the list stays usable. It takes the
 * focus when it opens, Esc closes it and the focus returns to its row. On narrow screens it covers
 * the page. The full page shows the same component.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useText } from '../i18n/words.ts';
import { IconButton } from './icon.tsx';

export interface SidePanelProps {
  readonly title: ReactNode;
  /** A link to the full page. */
  readonly full?: ReactNode;
  /** Changes with the record: another one in the same panel takes the focus anew. */
  readonly subject: string;
  onClose(): void;
  readonly children: ReactNode;
}

export function SidePanel({ title, full, subject, onClose, children }: SidePanelProps) {
  const t = useText('kit').peek;
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => rowOf(subject)?.focus({ preventScroll: true });
  }, [subject]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
  return (
    <aside className="side-panel" aria-labelledby={id} ref={panel} tabIndex={-1}>
      <div className="side-head">
        <h2 id={id} className="side-title">
          {title}
        </h2>
        {full}
        <IconButton icon="bad" name={t.close} onClick={onClose} />
      </div>
      <div className="side-body">{children}</div>
    </aside>
  );
}

function rowOf(subject: string): HTMLElement | null {
  const rows = document.querySelectorAll<HTMLElement>('tr[data-row]');
  const row = [...rows].find((one) => one.dataset.row === subject);
  return row?.querySelector<HTMLElement>('[data-row-link]') ?? null;
}
