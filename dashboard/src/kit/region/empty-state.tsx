/**
 * What stands where there is nothing: what will appear here, why it is empty, and one thing to do.
 * `NoMatch` is for filters that leave nothing: it shows them, and clears them.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/catalogue.ts';
import { Icon } from '../icon.tsx';
import { kitText } from '../text.ts';

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The one thing to do. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="nothing">
      <p className="nothing-title">{title}</p>
      {children !== undefined && <div className="nothing-text">{children}</div>}
      {action}
    </div>
  );
}

export interface ActiveFilter {
  readonly id: string;
  readonly label: string;
  onRemove(): void;
}

export interface NoMatchProps {
  readonly title: string;
  readonly filters: readonly ActiveFilter[];
  onClear(): void;
  /** How many there are without filters, or what else may help. */
  readonly children?: ReactNode;
}

export function NoMatch({ title, filters, onClear, children }: NoMatchProps) {
  const t = useText(kitText).filter;
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {t.clear}
        </Button>
      }
    >
      {children}
      <ul className="chips" aria-label={t.active}>
        {filters.map((filter) => (
          <li key={filter.id} className="chip">
            {filter.label}
            <button type="button" aria-label={t.remove(filter.label)} onClick={filter.onRemove}>
              <Icon name="bad" />
            </button>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
