/**
 * All triggers as a table, with a search that the address holds. There are 19: all are shown, and
 * searched here.
 */
import { TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { TriggerList, TriggerRecord } from '../../api/endpoint-record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useFormat } from '../../i18n/format.ts';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState, NoMatch } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { firesText, inWords } from '../../word/fires.ts';
import { isFound } from '../endpoint/form/trigger-choice.ts';
import type { CatalogSearch } from './catalog-search.ts';
import { catalogText } from './text.ts';

export interface TriggerTableProps {
  readonly query: UseQueryResult<TriggerList>;
  readonly search: CatalogSearch;
}

export function TriggerTable({ query, search: { q = '' } }: TriggerTableProps) {
  const t = useText(catalogText);
  const navigate = useNavigate();
  const columns = useColumns();
  const words = useText(firesText);
  const all = inWords(query.data?.data ?? [], words);
  const rows = all.filter((record) => isFound(record, q));
  const find = (text: string): void => {
    const q = text === '' ? undefined : text;
    void navigate({ to: '.', search: (before) => ({ ...before, q }), replace: true });
  };
  return (
    <DataRegion
      title={t.title}
      titleHidden
      region={regionOf(query, { count: rows.length, filtered: q !== '' })}
      rows={19}
      tools={
        <TextInput
          type="search"
          size="xs"
          className="filter-field"
          aria-label={t.find}
          placeholder={t.find}
          value={q}
          onChange={({ currentTarget }) => find(currentTarget.value)}
        />
      }
      empty={<EmptyState title={t.empty} />}
      noMatch={
        <NoMatch
          title={t.noMatch}
          filters={[{ id: 'q', label: t.searched(q), onRemove: () => find('') }]}
          onClear={() => find('')}
        />
      }
    >
      <DataTable caption={t.listed} columns={columns} rows={rows} rowId={({ name }) => name} />
    </DataRegion>
  );
}

function useColumns(): readonly Column<TriggerRecord>[] {
  const t = useText(catalogText);
  const format = useFormat();
  const project = useClient().project ?? '';
  return useMemo(
    () => [
      {
        id: 'name',
        head: t.column.name,
        as: 'link',
        cell: ({ name }) => (
          <Link
            to="/p/$project/catalog/{-$trigger}"
            params={{ project, trigger: name }}
            className="mono wrap"
            {...ROW_LINK}
          >
            {name}
          </Link>
        ),
      },
      { id: 'fires', head: t.column.fires, as: 'quiet', cell: ({ fires }) => fires },
      {
        id: 'keys',
        head: t.column.keys,
        as: 'minor',
        cell: ({ dataKeys }) => <code className="small wrap">{dataKeys.join(', ')}</code>,
      },
      {
        id: 'fired',
        head: t.column.fired,
        as: 'number',
        cell: ({ fired }) => format.number(fired),
      },
      {
        id: 'subscribers',
        head: t.column.subscribers,
        as: 'number',
        cell: ({ subscribers }) => format.number(subscribers.length),
      },
    ],
    [t, format, project],
  );
}
