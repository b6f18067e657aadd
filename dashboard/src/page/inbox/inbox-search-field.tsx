/**
 * Looks for words in the inbox: what is typed stands in the address after Enter.
 * So back, copy and a reload keep it.
 */
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { inboxText } from './text.ts';

export function InboxSearchField({ text }: { readonly text: string }) {
  const t = useText(inboxText);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  const [from, setFrom] = useState(text);
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
