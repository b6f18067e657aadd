/**
 * Looks for words in the inbox: what is typed stands in the address after Enter.
 * So back, copy and a reload keep it.
 */
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { inboxText } from './text.ts';

export function InboxSearchField({ text }: { readonly text: string }) {
  const t = useText(inboxText);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  const [from, setFrom] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useHotkey('f', () => field.current?.focus());
  if (from !== text) {
    setFrom(text);
    setTyped(text);
  }
  return (
    <search className="inbox-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = typed.trim() === '' ? undefined : typed.trim();
          void navigate({ to: '.', search: (before) => ({ ...before, q, cursor: undefined }) });
        }}
      >
        <TextInput
          ref={field}
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={typed}
          maxLength={256}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default">
          {t.searchButton}
        </Button>
      </form>
    </search>
  );
}
