/**
 * What stands where filters leave nothing: each of them, and the range, can be taken off there.
 * Never looks like a list that is empty without filters.
 */
import type { ReactNode } from 'react';
import { useText } from '../i18n/catalogue.ts';
import {
  activeTokens,
  type FilterField,
  type FilterSearch,
  withoutFilter,
} from '../kit/filter/filter-token.ts';
import { NoMatch } from '../kit/region/empty-state.tsx';
import { kitText } from '../kit/text.ts';

export interface ListNoMatchProps {
  readonly title: string;
  readonly fields: readonly FilterField[];
  readonly search: FilterSearch;
  onSearch(search: FilterSearch): void;
  /** What else may help. */
  readonly children?: ReactNode;
}

export function ListNoMatch({ title, fields, search, onSearch, children }: ListNoMatchProps) {
  const t = useText(kitText).list;
  const filters = activeTokens(search, fields).map(({ key, value, label }) => ({
    id: `${key}:${value}`,
    label,
    onRemove: () => onSearch(withoutFilter(search, key, value)),
  }));
  const { range } = search;
  if (typeof range === 'string') {
    const onRemove = (): void => onSearch({ ...search, range: undefined });
    filters.push({ id: 'range', label: t.range(range), onRemove });
  }
  return (
    <NoMatch title={title} filters={filters} onClear={() => onSearch({})}>
      {children}
    </NoMatch>
  );
}
