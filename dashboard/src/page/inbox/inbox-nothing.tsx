/**
 * What stands where the inbox holds nothing, or nothing that matches.
 * The two are told apart: filters can be taken off.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import type { InboxSearch } from './inbox-search.ts';
import { inboxText } from './text.ts';

export function NoInboxItems() {
  const t = useText(inboxText);
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  const simulate = (): void => {
    void navigate({ to: '/p/$project/simulator', params: { project } });
  };
  return (
    <EmptyState
      title={t.emptyTitle}
      action={
        <Button size="xs" onClick={simulate}>
          {t.simulate}
        </Button>
      }
    >
      <p>{t.empty}</p>
      <p>{t.cap}</p>
    </EmptyState>
  );
}

export function NoInboxMatch({ search }: { readonly search: InboxSearch }) {
  const t = useText(inboxText);
  const navigate = useNavigate();
  const go = (next: InboxSearch): void => {
    void navigate({ to: '.', search: next, resetScroll: false });
  };
  const { channel, q, cursor, ...rest } = search;
  const filters = [
    ...(channel === undefined
      ? []
      : [
          {
            id: 'channel',
            label: t.channel[channel],
            onRemove: () => go({ ...rest, q }),
          },
        ]),
    ...(q === undefined
      ? []
      : [{ id: 'q', label: `“${q}”`, onRemove: () => go({ ...rest, channel }) }]),
  ];
  return <NoMatch title={t.noMatch} filters={filters} onClear={() => go(rest)} />;
}
