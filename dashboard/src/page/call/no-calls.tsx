/**
 * What stands where there are no calls at all: where they come from, and a way to see one.
 * Never shown for filters that leave nothing.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { callText } from './text.ts';

export function NoCalls() {
  const t = useText(callText);
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
