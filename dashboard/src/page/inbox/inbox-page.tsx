/**
 * The local inbox: what came, live, by channel and by words; one item in the panel; and the boxes
 * with what each does.
 */
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { ApiFailure } from '../../api/failure.ts';
import { useText } from '../../i18n/words.ts';
import type { FilterField } from '../../kit/filter/filter-token.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { EmptyState } from '../../kit/region/data-region.tsx';
import { SidePanel } from '../../kit/side-panel.tsx';
import { ListPage } from '../../list/list-page.tsx';
import { type SteadyList, useSteadyList } from '../../list/use-steady-list.ts';
import { BoxDialog } from './box-dialog.tsx';
import { BoxesPanel } from './boxes-panel.tsx';
import './inbox.css';
import { Button, TextInput } from '@mantine/core';
import type { Client } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { markSeen } from '../../inbox-seen.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { showToast } from '../../kit/toast.tsx';
import { NothingYet } from '../simulator/nothing-yet.tsx';
import { clearInbox, type InboxRecord, loadInbox, loadWholeInbox } from './inbox-api.ts';
import { useInboxColumns } from './inbox-columns.tsx';
import { INBOX_CHANNELS, type InboxSearch, readInbox } from './inbox-search.ts';
import { ItemView } from './item-view.tsx';

const route = getRouteApi('/p/$project/inbox');

export function Page() {
  const t = useText('inbox');
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
  const t = useText('inbox');
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
  const t = useText('inbox');
  const ready = INBOX_CHANNELS.map((channel) => ({
    id: channel,
    label: t.channel[channel],
    search: { channel },
  }));
  const all = { id: 'all', label: t.channel.all, search: { channel: undefined } };
  return { label: t.channels, ready: [all, ...ready] };
}

/** What is taken off where nothing matches; the list has tabs and a field of its own. */
function useInboxFields(): readonly FilterField[] {
  const t = useText('inbox');
  return useMemo(
    () => [
      {
        key: 'channel',
        label: t.channels,
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
  const t = useText('inbox');
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
  const t = useText('inbox');
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

/**
 * Throws away all that came, after a question: it cannot be had back.
 * What boxes were told stays.
 */
function ClearInbox({ disabled }: { readonly disabled: boolean }) {
  const t = useText('inbox');
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState(false);
  const clear = async (): Promise<void> => {
    const { removed } = await clearInbox(client);
    // Rows that are gone are not kept in view here: the reader threw them away.
    await queryClient.resetQueries({ queryKey: ['inbox', client.project] });
    showToast({ text: t.cleared(removed) });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!may || disabled}
        title={may ? undefined : onlyRole(role.operator)}
        onClick={() => setAsking(true)}
      >
        {t.clear}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t.clear}
          action={t.clear}
          effect={t.clearEffect}
          dangerous
          onConfirm={clear}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/**
 * Downloads what the list shows as JSON lines, page by page: at most what the inbox keeps.
 * Credentials were masked by the service before.
 */
function ExportInbox({ search }: { readonly search: InboxSearch }) {
  const t = useText('inbox');
  const client = useClient();
  const [running, setRunning] = useState(false);
  const run = (): void => {
    setRunning(true);
    inboxLines(client, search)
      .then(
        (text) => saveFile(new Blob([text], { type: 'application/jsonl' }), 'inbox.jsonl'),
        (error: Error) => showToast({ text: error.message, tone: 'bad' }),
      )
      .finally(() => setRunning(false));
  };
  useHotkey('e', run, !running);
  return (
    <Button size="xs" variant="default" loading={running} onClick={run}>
      {t.export}
    </Button>
  );
}

async function inboxLines(client: Client, { channel, q }: InboxSearch): Promise<string> {
  const items = await loadWholeInbox(client, { channel, q });
  return items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/**
 * Looks for words in the inbox: what is typed stands in the address after Enter.
 * So back, copy and a reload keep it.
 */
function InboxSearchField({ text }: { readonly text: string }) {
  const t = useText('inbox');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  const [from, setFrom] = useState(text);
  const field = useRef<HTMLInputElement>(null);
  useHotkey('f', () => field.current?.focus());
  if (from !== text) {
    setFrom(text);
    setTyped(text);
  }
  return (
    <search className="inbox-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const q = typed.trim() === '' ? undefined : typed.trim();
          void navigate({ to: '.', search: (before) => ({ ...before, q, cursor: undefined }) });
        }}
      >
        <TextInput
          ref={field}
          type="search"
          aria-label={t.search}
          placeholder={t.search}
          value={typed}
          maxLength={256}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default">
          {t.searchButton}
        </Button>
      </form>
    </search>
  );
}

/**
 * Marks all that came as read, whatever the filter shows. Who has read what is known to this
 * browser alone (`inbox-seen.ts`), so nothing is sent. The ids come with the whole list, which has
 * 500 items at most and no bodies.
 */
function MarkAllRead({ disabled }: { readonly disabled: boolean }) {
  const t = useText('inbox');
  const client = useClient();
  const [running, setRunning] = useState(false);
  const run = (): void => {
    setRunning(true);
    loadWholeInbox(client, {})
      .then(
        (items) => {
          // The newest last: those are kept longest.
          markSeen(...items.map(({ id }) => id).reverse());
          showToast({ text: t.allRead });
        },
        (error: Error) => showToast({ text: error.message, tone: 'bad' }),
      )
      .finally(() => setRunning(false));
  };
  return (
    <Button size="xs" variant="default" loading={running} disabled={disabled} onClick={run}>
      {t.markAllRead}
    </Button>
  );
}
