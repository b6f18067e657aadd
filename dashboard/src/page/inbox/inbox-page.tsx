/**
 * The local inbox: what came, live, by channel and by words; one item in the panel; and the boxes
 * with what each does.
 */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { Pager } from '../../kit/table/pager.tsx';
import { FreshPill } from '../../list/fresh-pill.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { BoxDialog } from './box-dialog.tsx';
import { BoxesPanel } from './boxes-panel.tsx';
import { ClearInbox } from './clear-inbox.tsx';
import { ExportInbox } from './export-inbox.tsx';
import './inbox.css';
import { type InboxRecord, loadInbox } from './inbox-api.ts';
import { useInboxColumns } from './inbox-columns.tsx';
import { NoInboxItems, NoInboxMatch } from './inbox-nothing.tsx';
import { INBOX_CHANNELS, type InboxSearch } from './inbox-search.ts';
import { InboxSearchField } from './inbox-search-field.tsx';
import { ItemView } from './item-view.tsx';
import { inboxText } from './text.ts';

const route = getRouteApi('/p/$project/inbox');

export function Page() {
  const t = useText(inboxText);
  const search = route.useSearch();
  const list = useInbox(search);
  const navigate = useNavigate();
  const peek = (id: string | undefined): void => {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, peek: id, tab: undefined }),
      resetScroll: false,
    });
  };
  const { error } = list.region;
  const off = error instanceof ApiFailure && error.status === 404 ? error.message : null;
  if (off !== null) return <InboxOff reason={off} />;
  return (
    <>
      <PageHead
        title={t.title}
        lead={t.lead}
        actions={
          <>
            <Link to="." search={(before) => before} hash="boxes" className="inbox-jump">
              {t.boxes.title}
            </Link>
            <ExportInbox search={search} />
            <ClearInbox disabled={list.rows?.length === 0} />
          </>
        }
      />
      <Channels search={search} />
      <InboxTable list={list} search={search} onPeek={peek} />
      <div id="boxes">
        <BoxesPanel />
      </div>
      {search.box !== undefined && <BoxDialog box={search.box} />}
      {search.peek !== undefined && <Peek id={search.peek} onClose={() => peek(undefined)} />}
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

function Channels({ search }: { readonly search: InboxSearch }) {
  const t = useText(inboxText);
  return (
    <nav className="tabs" aria-label={t.channels}>
      {([undefined, ...INBOX_CHANNELS] as const).map((channel) => (
        <Link
          key={channel ?? 'all'}
          to="."
          search={(before) => ({ ...before, channel, cursor: undefined, peek: undefined })}
          className="tab"
          aria-current={channel === search.channel ? 'page' : undefined}
        >
          {t.channel[channel ?? 'all']}
        </Link>
      ))}
    </nav>
  );
}

interface InboxTableProps {
  readonly list: SteadyList<InboxRecord>;
  readonly search: InboxSearch;
  readonly onPeek: (id: string) => void;
}

function InboxTable({ list, search, onPeek }: InboxTableProps) {
  const t = useText(inboxText);
  const columns = useInboxColumns();
  return (
    <DataRegion
      title={t.title}
      titleHidden
      region={list.region}
      rows={6}
      tools={
        <>
          <InboxSearchField text={search.q ?? ''} />
          <FreshPill list={list} paused={false} />
        </>
      }
      empty={<NoInboxItems />}
      noMatch={<NoInboxMatch search={search} />}
      foot={
        <Pager
          what={t.title}
          cursor={search.cursor}
          nextCursor={list.nextCursor}
          shown={list.rows?.length ?? 0}
        />
      }
    >
      {list.rows !== null && (
        <DataTable
          caption={t.listed}
          columns={columns}
          rows={list.rows}
          rowId={idOf}
          onPeek={onPeek}
          peeked={search.peek ?? null}
          faded={({ id }) => list.gone.has(id)}
        />
      )}
    </DataRegion>
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
