/**
 * What stands where there are no deliveries: none at all, or none that match. The two never look
 * alike.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import {
  type ActiveToken,
  type FilterSearch,
  withoutFilter,
} from '../../kit/filter/filter-token.ts';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import { shellText } from '../../shell/text.ts';
import type { DeliverySearch } from './delivery-search.ts';
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

interface NoDeliveryMatchProps {
  readonly search: DeliverySearch;
  readonly tokens: readonly ActiveToken[];
  readonly onSearch: (search: FilterSearch) => void;
}

export function NoDeliveryMatch({ search, tokens, onSearch }: NoDeliveryMatchProps) {
  const t = useText(deliveryText);
  const range = useText(shellText).range;
  const filters = tokens.map(({ key, value, label }) => ({
    id: `${key}:${value}`,
    label,
    onRemove: () => onSearch(withoutFilter({ ...search }, key, value)),
  }));
  const ranged =
    search.range === undefined
      ? []
      : [
          {
            id: 'range',
            label: `${range.label}: ${search.range}`,
            onRemove: () => onSearch({ ...search, range: undefined }),
          },
        ];
  return (
    <NoMatch title={t.noMatch} filters={[...filters, ...ranged]} onClear={() => onSearch({})}>
      {search.call !== undefined && <p>{t.noMatchCall}</p>}
    </NoMatch>
  );
}
