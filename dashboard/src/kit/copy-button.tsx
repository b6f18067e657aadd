/**
 * Copies a text and says that it did, or that it could not. `what` names it for people who do not
 * see the button: "Copy the call id".
 */
import { useEffect, useState } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { copyText } from './copy.ts';
import { Icon } from './icon.tsx';
import { kitText } from './text.ts';

const SAID_MS = 2_000;

export interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
  /** With its label beside the icon. */
  readonly wide?: boolean;
}

export function CopyButton({ text, what, wide = false }: CopyButtonProps) {
  const t = useText(kitText).copy;
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
