/**
 * Short messages about what was just done, with an undo where there is one. They wait while the
 * pointer or the focus is on them, are read aloud politely, and never carry what can be read
 * nowhere else. Failures of a page do not belong here: they stay where they happened.
 */
import { useEffect, useState } from 'react';
import { useText } from '../i18n/words.ts';
import { pageValue, usePageValue } from '../page-value.ts';
import { Icon, IconButton } from './icon.tsx';

const SHOWN_MS = 8_000;
const TOASTS_MAX = 4;

export interface Toast {
  readonly text: string;
  readonly tone?: 'good' | 'bad';
  readonly onUndo?: () => void;
}

interface ShownToast extends Toast {
  readonly id: number;
}

const toasts = pageValue<readonly ShownToast[]>([]);
let count = 0;

export function showToast(toast: Toast): void {
  count += 1;
  toasts.set([...toasts.get(), { ...toast, id: count }].slice(-TOASTS_MAX));
}

function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

/** Stands once, in the shell. */
export function Toasts() {
  const t = useText('kit').toast;
  const shown = usePageValue(toasts);
  return (
    <section className="toasts" aria-label={t.label} aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: ShownToast }) {
  const t = useText('kit').toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  const { tone = 'good', onUndo } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it from leaving
    <div
      className="toast"
      data-tone={tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={tone} />
      <span>{toast.text}</span>
      {onUndo !== undefined && (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            dismiss(toast.id);
            onUndo();
          }}
        >
          {t.undo}
        </button>
      )}
      <IconButton icon="bad" name={t.dismiss} onClick={() => dismiss(toast.id)} />
    </div>
  );
}
