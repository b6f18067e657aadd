/**
 * The local inbox: what came, live, by channel and by words; one item in the panel; and the boxes
 * with what each does.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { BoxDialog } from './box-dialog.tsx';
import { BoxesPanel } from './boxes-panel.tsx';
import { ClearInbox } from './clear-inbox.tsx';
import { ExportInbox } from './export-inbox.tsx';
import './inbox.css';
import { NothingYet } from '../simulator/nothing-yet.tsx';
import { type InboxRecord, loadInbox } from './inbox-api.ts';
import { useInboxColumns } from './inbox-columns.tsx';
import { INBOX_CHANNELS, type InboxSearch, readInbox } from './inbox-search.ts';
import { InboxSearchField } from './inbox-search-field.tsx';
import { ItemView } from './item-view.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { inboxText } from './text.ts';

const route = getRouteApi('/p/$project/inbox');

export function Page() {
  const t = useText(inboxText);
  const search = route.useSearch();
  const list = useInbox(search);
  const fields = useInboxFields();
  const columns = useInboxColumns();
  const views = useChannels();
  const { error } = list.region;
  const off = error instanceof ApiFailure && error.status === 404 ? error.message : null;
  if (off !== null) return <InboxOff reason={off} />;
  return (
    <ListPage
      name="inbox"
      title={t.title}
      lead={t.lead}
      actions={<InboxActions search={search} disabled={list.rows?.length === 0} />}
      listed={t.listed}
      list={list}
      search={search}
      filter={{ fields, read: readInbox }}
      tools={<InboxSearchField text={search.q ?? ''} />}
      columns={columns}
      rowId={idOf}
      empty={
        <NothingYet title={t.emptyTitle} action={t.simulate}>
          <p>{t.empty}</p>
          <p>{t.cap}</p>
        </NothingYet>
      }
      noMatch={t.noMatch}
      likely={6}
      views={views}
      panel={(id, close) => <Peek id={id} onClose={close} />}
    >
      <div id="boxes">
        <BoxesPanel />
      </div>
      {search.box !== undefined && <BoxDialog box={search.box} />}
    </ListPage>
  );
}

interface InboxActionsProps {
  readonly search: InboxSearch;
  /** There is nothing to clear or to read. */
  readonly disabled: boolean;
}

function InboxActions({ search, disabled }: InboxActionsProps) {
  const t = useText(inboxText);
  return (
    <>
      <Link to="." search={(before) => before} hash="boxes" className="inbox-jump">
        {t.boxes.title}
      </Link>
      <MarkAllRead disabled={disabled} />
      <ExportInbox search={search} />
      <ClearInbox disabled={disabled} />
    </>
  );
}

function useInbox({ channel, q, cursor }: InboxSearch): SteadyList<InboxRecord> {
  const client = useClient();
  const filter = { channel, q };
  return useSteadyList({
    key: ['inbox', client.project, 'list', filter],
    live: ['inbox'],
    range: undefined,
    cursor,
    filtered: channel !== undefined || q !== undefined,
    idOf,
    load: (window, signal) => loadInbox(client, { ...filter, ...window }, signal),
  });
}

function useChannels() {
  const t = useText(inboxText);
  const ready = INBOX_CHANNELS.map((channel) => ({
    ...{ id: channel, label: t.channel[channel], search: { channel } },
  }));
  const all = { id: 'all', label: t.channel.all, search: { channel: undefined } };
  return { label: t.channels, ready: [all, ...ready] };
}

/** What is taken off where nothing matches; the list has tabs and a field of its own. */
function useInboxFields(): readonly FilterField[] {
  const t = useText(inboxText);
  return useMemo(
    () => [
      {
        ...{ key: 'channel', label: t.channels },
        values: INBOX_CHANNELS.map((value) => ({ value, label: t.channel[value] })),
      },
      { key: 'q', label: t.searchButton },
    ],
    [t],
  );
}

interface PeekProps {
  readonly id: string;
  readonly onClose: () => void;
}

function Peek({ id, onClose }: PeekProps) {
  const t = useText(inboxText);
  const { tab } = route.useSearch();
  const project = useClient().project ?? '';
  const full = (
    <Link to="/p/$project/inbox/$itemId" params={{ project, itemId: id }}>
      {t.item.open}
    </Link>
  );
  return (
    <SidePanel title={t.item.region} subject={id} full={full} onClose={onClose}>
      <ItemView id={id} tab={tab ?? 'shown'} />
    </SidePanel>
  );
}

function InboxOff({ reason }: { readonly reason: string }) {
  const t = useText(inboxText);
  return (
    <>
      <PageHead title={t.title} lead={t.lead} />
      <section className="region" data-state="not-found" aria-label={t.offTitle}>
        <EmptyState title={t.offTitle}>
          <p>{reason}</p>
          <p>{t.off}</p>
        </EmptyState>
      </section>
    </>
  );
}

function idOf({ id }: InboxRecord): string {
  return id;
}
