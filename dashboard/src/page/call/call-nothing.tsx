/**
 * What stands where there are no calls: none at all, or none that match.
 * Filters are shown there and can be taken off.
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
import type { CallsSearch } from './call-search.ts';
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

interface NoCallMatchProps {
  readonly search: CallsSearch;
  readonly tokens: readonly ActiveToken[];
  readonly onSearch: (search: FilterSearch) => void;
}

export function NoCallMatch({ search, tokens, onSearch }: NoCallMatchProps) {
  const t = useText(callText);
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
    <NoMatch title={t.noMatch} filters={[...filters, ...ranged]} onClear={() => onSearch({})} />
  );
}
