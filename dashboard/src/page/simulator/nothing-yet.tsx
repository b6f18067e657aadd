/**
 * Shown if there is no data at all: what will appear here, and the way to the simulator. Must never
 * be shown if filters match nothing: that is another state.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { EmptyState } from '../../kit/region/data-region.tsx';

export interface NothingYetProps {
  readonly title: string;
  /** The words of the button. */
  readonly action: string;
  readonly children: ReactNode;
}

export function NothingYet({ title, action, children }: NothingYetProps) {
  const project = useClient().project ?? '';
  const navigate = useNavigate();
  const simulate = (): void => {
    void navigate({ to: '/p/$project/simulator', params: { project } });
  };
  return (
    <EmptyState
      title={title}
      action={
        <Button size="xs" onClick={simulate}>
          {action}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
