/**
 * The tabs of a list: ready views, each a part of the filter that keeps the rest of it, and the
 * reader's own views, each a whole filter under a name. All are links; the count of a view is
 * shown when it is known, and is then true.
 */

import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import { useSession } from '../api/session.ts';
import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/words.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Icon } from '../kit/icon.tsx';
import { Menu } from '../kit/menu.tsx';
import { showToast } from '../kit/toast.tsx';
import { type RawSearch, readQueryText } from '../search/query-text.ts';
import { type StoredValue, useStored } from '../stored-value.ts';
import {
  NAME_MAX,
  queryOf,
  renamed,
  type SavedView,
  VIEWS_MAX,
  viewsOf,
  withoutView,
  withView,
} from './saved-view.ts';

interface ReadyView {
  readonly id: string;
  readonly label: string;
  /** The parameters that it sets; undefined removes a filter. */
  readonly search: RawSearch;
  /** Null or absent: not known. */
  readonly count?: ViewCount | null | undefined;
}

export interface ViewCount {
  readonly count: number;
  /** False: at least so many. */
  readonly exact: boolean;
}

export interface ListViewsProps {
  /** The name of the list, such as `deliveries`, under which its own views are stored. */
  readonly name: string;
  /** The tabs by name; read aloud. */
  readonly label: string;
  readonly ready: readonly ReadyView[];
  readonly search: object;
}

export function ListViews({ name, label, ready, search }: ListViewsProps) {
  const project = useClient().project ?? '';
  const person = useSession()?.user.id ?? '';
  const views = viewsOf(person, project, name);
  const own = useStored(views);
  const raw: RawSearch = { ...search };
  const query = queryOf(raw);
  const current = own.find((view) => view.query === query);
  const isReady = (view: ReadyView): boolean => current === undefined && holds(raw, view.search);
  return (
    <div className="views">
      <nav className="tabs" aria-label={label}>
        {ready.map((view) => (
          <Link
            key={view.id}
            to="."
            search={(before) => ({
              ...before,
              ...view.search,
              cursor: undefined,
              peek: undefined,
            })}
            className="tab"
            activeOptions={{ explicitUndefined: true }}
            aria-current={isReady(view) ? 'page' : undefined}
          >
            {view.label} <Count of={view.count ?? null} />
          </Link>
        ))}
        {own.map((view) => (
          <Link
            key={`own ${view.name}`}
            to="."
            search={readQueryText(view.query)}
            className="tab tab-own"
            aria-current={view === current ? 'page' : undefined}
          >
            {view.name}
          </Link>
        ))}
      </nav>
      {current === undefined ? (
        query !== '' &&
        !ready.some(({ search: set }) => queryOf(set) === query) && (
          <SaveView views={views} query={query} />
        )
      ) : (
        <OwnViewMenu key={current.name} views={views} view={current} />
      )}
    </div>
  );
}

function Count({ of }: { readonly of: ViewCount | null }) {
  const format = useFormat();
  if (of === null) return null;
  return <span className="tab-note">{`${format.number(of.count)}${of.exact ? '' : '+'}`}</span>;
}

interface OwnProps {
  readonly views: StoredValue<readonly SavedView[]>;
}

function SaveView({ views, query }: OwnProps & { readonly query: string }) {
  const t = useText('kit').views;
  const [open, setOpen] = useState(false);
  const isFull = useStored(views).length >= VIEWS_MAX;
  return (
    <>
      <button
        type="button"
        className="view-save"
        disabled={isFull}
        title={isFull ? t.full(VIEWS_MAX) : t.saveWhy}
        onClick={() => setOpen(true)}
      >
        <Icon name="plus" /> {t.save}
      </button>
      {open && <ViewNameDialog views={views} query={query} onClose={() => setOpen(false)} />}
    </>
  );
}

function OwnViewMenu({ views, view }: OwnProps & { readonly view: SavedView }) {
  const t = useText('kit').views;
  const [open, setOpen] = useState(false);
  const remove = (): void => {
    const before = views.get();
    views.set(withoutView(before, view.name));
    showToast({ text: t.removed(view.name), onUndo: () => views.set(before) });
  };
  return (
    <>
      <Menu
        label={t.menu(view.name)}
        button={<Icon name="more" />}
        actions={[
          { id: 'rename', label: t.rename, onSelect: () => setOpen(true) },
          { id: 'remove', label: t.remove, onSelect: remove, dangerous: true },
        ]}
      />
      {open && <ViewNameDialog views={views} view={view} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whether the address says what the view sets; the order of values does not count. */
function holds(search: RawSearch, set: RawSearch): boolean {
  return Object.entries(set).every(([key, value]) => valuesOf(search[key]) === valuesOf(value));
}

function valuesOf(value: unknown): string {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return JSON.stringify([...values].sort());
}

interface ViewNameDialogProps {
  readonly views: StoredValue<readonly SavedView[]>;
  /** The one that is renamed; absent: `query` is saved. */
  readonly view?: SavedView;
  readonly query?: string;
  onClose(): void;
}

/**
 * Asks for the name of a view: of a new one, or another name for one that there is. A name that is
 * taken is refused beside the field; nothing is replaced by accident.
 */
function ViewNameDialog({ views, view, query = '', onClose }: ViewNameDialogProps) {
  const { views: t, dialog } = useText('kit');
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    const isTaken = wanted !== view?.name && views.get().some((one) => one.name === wanted);
    if (wanted === '' || isTaken) {
      setFault(isTaken ? t.taken : t.noName);
      return;
    }
    const before = views.get();
    const after =
      view === undefined
        ? withView(before, { name: wanted, query })
        : renamed(before, view.name, wanted);
    views.set(after);
    onClose();
  };
  return (
    <Dialog
      title={view === undefined ? t.save : t.rename}
      onClose={onClose}
      foot={
        <>
          <Button size="sm" variant="default" onClick={onClose}>
            {dialog.cancel}
          </Button>
          <Button size="sm" type="submit" form={id}>
            {t.keep}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={save} noValidate>
        <TextInput
          label={t.name}
          description={t.kept}
          value={name}
          maxLength={NAME_MAX}
          error={fault}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setFault(null);
          }}
        />
      </form>
    </Dialog>
  );
}
