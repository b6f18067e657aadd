/**
 * What stands where there are no deliveries at all: what will appear here, and a way to see it.
 * Never shown for filters that leave nothing.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { deliveryText } from './text.ts';

export function NoDeliveries() {
  const t = useText(deliveryText);
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  return (
    <EmptyState
      title={t.emptyTitle}
      action={
        <Button
          size="xs"
          onClick={() => void navigate({ to: '/p/$project/simulator', params: { project } })}
        >
          {t.emptyAction}
        </Button>
      }
    >
      <p>{t.empty}</p>
    </EmptyState>
  );
}
