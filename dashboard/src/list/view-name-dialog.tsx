/**
 * Asks for the name of a view: of a new one, or another name for one that there is. A name that is
 * taken is refused beside the field; nothing is replaced by accident.
 */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useText } from '../i18n/catalogue.ts';
import { Dialog } from '../kit/dialog.tsx';
import { kitText } from '../kit/text.ts';
import type { StoredValue } from '../stored-value.ts';
import { NAME_MAX, renamed, type SavedView, withView } from './saved-view.ts';

export interface ViewNameDialogProps {
  readonly views: StoredValue<readonly SavedView[]>;
  /** The one that is renamed; absent: `query` is saved. */
  readonly view?: SavedView;
  readonly query?: string;
  onClose(): void;
}

export function ViewNameDialog({ views, view, query = '', onClose }: ViewNameDialogProps) {
  const { views: t, dialog } = useText(kitText);
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
