/**
 * A dialog of the browser itself: it keeps the focus within, Esc closes it, the rest of the page is
 * inert, and the focus returns to where it was. Mount it while it is open; it opens by itself.
 */
import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons, the harmless one first. */
  readonly foot?: ReactNode;
  onClose(): void;
  readonly size?: 'small' | 'large';
}

export function Dialog({ title, children, foot, onClose, size = 'small' }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} className="dialog-title">
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      {foot !== undefined && <div className="dialog-foot">{foot}</div>}
    </dialog>
  );
}
