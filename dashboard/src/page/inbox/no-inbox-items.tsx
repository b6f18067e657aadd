/**
 * What stands where the inbox holds nothing at all: what comes here, and a way to see it.
 * Never shown for filters that leave nothing.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { EmptyState } from '../../kit/region/empty-state.tsx';
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
