/**
 * A dialog of the browser itself: it keeps the focus within, Esc closes it, the rest of the page is
 * inert, and the focus returns to where it was. Mount it while it is open; it opens by itself.
 */

import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/words.ts';
import { Failure } from './region/data-region.tsx';

interface DialogProps {
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

const TYPE_COUNT_ABOVE = 500;

interface ConfirmDialogProps {
  readonly title: string;
  /** The effect in a sentence: "Receivers may see duplicates; the webhook-id stays." */
  readonly effect: ReactNode;
  /** The button: a verb with what it does, "Retry 214 deliveries". */
  readonly action: string;
  readonly count?: number;
  readonly typeWord?: string;
  readonly dangerous?: boolean;
  /** The present choice would have no effect; the text says why. */
  readonly impossible?: boolean;
  /** Fields that the action needs, such as a reason. */
  readonly children?: ReactNode;
  /** The dialog closes when it resolves; it stays with the failure when it rejects. */
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/**
 * Asks before something that destroys or goes out: it states the effect and the count. Above 500,
 * or where `typeWord` is given, the number or word has to be typed: that is not done by mistake.
 * While it runs the button says so; a failure stays in the dialog.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, effect, action, count = 1, dangerous = false, onConfirm, onClose } = props;
  const { impossible = false } = props;
  const t = useText('kit').dialog;
  const format = useFormat();
  const effectId = useId();
  const [typed, setTyped] = useState('');
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const wanted = props.typeWord ?? (count > TYPE_COUNT_ABOVE ? String(count) : null);
  const label = props.typeWord === undefined ? t.typeCount(format.number(count)) : null;
  const run = (): void => {
    setRunning(true);
    setFailure(null);
    onConfirm().then(onClose, (error: unknown) => {
      setRunning(false);
      setFailure(error instanceof Error ? error : new Error(String(error)));
    });
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" size="sm" onClick={onClose} data-autofocus>
            {t.cancel}
          </Button>
          <Button
            size="sm"
            {...(dangerous ? { color: 'red' } : {})}
            loading={running}
            disabled={impossible || (wanted !== null && typed.trim() !== wanted)}
            aria-describedby={effectId}
            onClick={run}
          >
            {action}
          </Button>
        </>
      }
    >
      <div id={effectId}>{effect}</div>
      {props.children}
      {wanted !== null && (
        <TextInput
          label={label ?? t.typeWord(wanted)}
          value={typed}
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {failure !== null && <Failure error={failure} />}
    </Dialog>
  );
}
