/**
 * Copying: the button, the line with a button, the key, and the copying itself. Each says that it
 * copied, or that it could not.
 */
import { useEffect, useState } from 'react';
import { useText } from '../i18n/words.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { Icon } from './icon.tsx';
import { showToast } from './toast.tsx';

const SAID_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** With its label beside the icon. */
  readonly wide?: boolean;
}

/**
 * Copies a text and says that it did, or that it could not. `what` names it for people who do not
 * see the button: "Copy the call id".
 */
export function CopyButton({ text, what, wide = false }: CopyButtonProps) {
  const t = useText('kit').copy;
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const icons = { copied: 'good', failed: 'bad' } as const;
  const label = said === 'failed' ? t.failed : said === 'copied' ? t.copied : t.copy(what);
  return (
    <>
      <button
        type="button"
        className={wide ? 'copy copy-wide' : 'copy'}
        aria-label={t.copy(what)}
        title={label}
        onClick={({ currentTarget }) => {
          void copyText(text, currentTarget).then((done) => setSaid(done ? 'copied' : 'failed'));
        }}
      >
        <Icon name={said === null ? 'copy' : icons[said]} />
        {wide && <span aria-hidden="true">{label}</span>}
      </button>
      <span className="unseen" role="status">
        {said === 'copied' ? t.copied : said === 'failed' ? t.failed : ''}
      </span>
    </>
  );
}

interface CopyLineProps {
  readonly text: string;
  /** The name of the text, for the button and for screen readers. */
  readonly what: string;
}

/**
 * One line to be copied: an address, a link, a key. It is shown whole, with the copy button at its
 * end. Must not be used for several lines: `CodeView` shows those.
 */
export function CopyLine({ text, what }: CopyLineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div className="copy-line" role="group" aria-label={what}>
      <span className="mono wrap">{text}</span>
      <CopyButton text={text} what={what} />
    </div>
  );
}

/**
 * Copies a text. Over plain HTTP to another machine browsers hide the clipboard, so the old way by
 * a selected field is kept. True when it was copied.
 * `beside`: where the field may stand for a moment; a dialog keeps the focus within itself.
 */
async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => copyBySelection(text, beside),
    );
  }
  return copyBySelection(text, beside);
}

function copyBySelection(text: string, beside: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  beside.after(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  beside.focus();
  return done;
}

/**
 * The key `y`: copies an id and says which. Says so too when the browser would not copy; never
 * copies anything but what it was given.
 * `idOf`: asked when the key is pressed; null: there is nothing to copy.
 */
export function useCopyKey(idOf: () => string | null): void {
  const t = useText('kit').copy;
  useHotkey('y', () => {
    const id = idOf();
    if (id === null) return;
    const focused = document.activeElement;
    const beside = focused instanceof HTMLElement && focused !== document.body ? focused : null;
    const place = beside ?? document.querySelector<HTMLElement>('#content');
    if (place === null) return;
    void copyText(id, place).then((done) =>
      showToast(done ? { text: t.copiedId(id) } : { text: t.failed, tone: 'bad' }),
    );
  });
}
