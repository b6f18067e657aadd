/**
 * The boxes of the inbox: the target of each, what it received, and what it does.
 * One that was told to fail stands out.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { DataRegion, EmptyState } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { StateBadge } from '../../kit/state-badge.tsx';
import { type Column, DataTable, ROW_LINK } from '../../kit/table/data-table.tsx';
import { useLiveQueries } from '../../live/use-live-queries.ts';
import { behaviourWords, boxId } from './behaviour.ts';
import { type Box, boxesQuery } from './inbox-api.ts';
import { INBOX_CHANNELS } from './inbox-search.ts';

export function BoxesPanel() {
  const t = useText('inbox').boxes;
  const client = useClient();
  const query = useQuery(boxesQuery(client));
  const columns = useBoxColumns();
  useLiveQueries(['inbox'], ['inbox', client.project, 'boxes']);
  const rows = query.data?.data;
  return (
    <DataRegion
      title={t.title}
      region={regionOf(query, { count: rows?.length ?? 0 })}
      rows={3}
      empty={
        <EmptyState title={t.emptyTitle}>
          <p>{t.empty}</p>
        </EmptyState>
      }
      foot={rows !== undefined && <OtherBox />}
    >
      <p className="quiet small">{t.lead}</p>
      {rows !== undefined && (
        <DataTable caption={t.caption} columns={columns} rows={rows} rowId={boxId} />
      )}
    </DataRegion>
  );
}

function useBoxColumns(): readonly Column<Box>[] {
  const all = useText('inbox');
  const t = all.boxes;
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'box',
        head: t.column.box,
        as: 'link',
        cell: (box) => (
          <Link
            to="."
            search={(before) => ({ ...before, box: boxId(box) })}
            resetScroll={false}
            title={t.change}
            {...ROW_LINK}
          >
            {all.channel[box.channel]} <span className="mono">{box.name}</span>
          </Link>
        ),
      },
      {
        id: 'does',
        head: t.column.does,
        as: 'state',
        cell: ({ behaviour, channel }) =>
          behaviour === null ? (
            <span className="quiet">{t.asReal[channel]}</span>
          ) : (
            <StateBadge
              word={behaviourWords(behaviour, all, format)}
              tone="warn"
              meaning={t.change}
            />
          ),
      },
      {
        id: 'received',
        head: t.column.received,
        as: 'number',
        cell: ({ received }) => format.number(received),
      },
      {
        id: 'target',
        head: t.column.target,
        as: 'quiet',
        cell: ({ target }) => (
          <span className="inbox-target">
            <code className="wrap">{target}</code>
            <CopyButton text={target} what={t.copy} />
          </span>
        ),
      },
    ],
    [all, t, format],
  );
}

/** A box is there as soon as a URL names it. */
function OtherBox() {
  const all = useText('inbox');
  const t = all.boxes;
  const navigate = useNavigate();
  const [channel, setChannel] = useState<string>('http');
  const [name, setName] = useState('');
  return (
    <form
      className="inbox-other"
      onSubmit={(event) => {
        event.preventDefault();
        const box = `${channel}/${name.trim()}`;
        if (name.trim() === '') return;
        setName('');
        void navigate({ to: '.', search: (before) => ({ ...before, box }), resetScroll: false });
      }}
    >
      <NativeSelect
        label={all.column.box}
        value={channel}
        onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        data={INBOX_CHANNELS.map((value) => ({ value, label: all.channel[value] }))}
      />
      <TextInput
        label={t.other}
        value={name}
        maxLength={254}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" size="sm" variant="default" disabled={name.trim() === ''}>
        {t.open}
      </Button>
    </form>
  );
}
