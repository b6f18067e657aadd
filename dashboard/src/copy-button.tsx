/**
 * Copies a text. Over plain HTTP to another machine browsers hide the clipboard, so the old way by
 * a selected field is kept. Says that it copied, or that it could not.
 */
import { ActionIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

const SAID_MS = 2_000;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const label = said === 'failed' ? 'Could not copy' : `Copy ${what}`;
  const icons = { copied: 'good', failed: 'bad' } as const;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        className="copy"
        aria-label={label}
        title={label}
        onClick={({ currentTarget }) => {
          void copy(text, currentTarget).then((done) => setSaid(done ? 'copied' : 'failed'));
        }}
      >
        <Icon name={said === null ? 'copy' : icons[said]} />
      </ActionIcon>
      <span className="unseen" role="status">
        {said === 'copied' ? 'Copied' : ''}
      </span>
    </>
  );
}

async function copy(text: string, button: HTMLElement): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  // Beside the button: a panel keeps the focus within itself.
  button.after(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  button.focus();
  return done;
}
