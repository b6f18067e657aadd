/**
 * The choice of columns and density of a list. It acts at once and is kept in this browser; the
 * column of the row's link cannot be left out.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/words.ts';
import { Dialog } from '../kit/dialog.tsx';
import { IconButton } from '../kit/icon.tsx';
import type { Column } from '../kit/table/data-table.tsx';
import type { StoredValue } from '../stored-value.ts';
import { useStored } from '../stored-value.ts';
import { DENSITIES, type ListLook, USUAL_LOOK, withColumn } from './list-look.ts';

export interface ListLookButtonProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'head' | 'as'>[];
  readonly look: StoredValue<ListLook>;
}

export function ListLookButton(props: ListLookButtonProps) {
  const t = useText('kit').look;
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="columns" name={t.button} onClick={() => setOpen(true)} />
      {open && <LookDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function LookDialog({
  columns,
  look,
  onClose,
}: ListLookButtonProps & { readonly onClose: () => void }) {
  const { look: t, dialog } = useText('kit');
  const now = useStored(look);
  return (
    <Dialog
      title={t.button}
      onClose={onClose}
      foot={
        <>
          <Button size="sm" variant="default" onClick={() => look.set(USUAL_LOOK)}>
            {t.usual}
          </Button>
          <Button size="sm" onClick={onClose}>
            {dialog.close}
          </Button>
        </>
      }
    >
      <fieldset className="choices">
        <legend>{t.density}</legend>
        {DENSITIES.map((density) => (
          <label key={density} className="check">
            <input
              type="radio"
              name="density"
              checked={density === now.density}
              onChange={() => look.set({ ...now, density })}
            />
            {t[density]}
          </label>
        ))}
      </fieldset>
      <fieldset className="choices">
        <legend>{t.columns}</legend>
        {columns.filter(isNamed).map(({ id, head, as }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={as === 'link' || !now.hidden.includes(id)}
              disabled={as === 'link'}
              onChange={({ currentTarget }) => look.set(withColumn(now, id, currentTarget.checked))}
            />
            {head}
          </label>
        ))}
      </fieldset>
      <p className="quiet small">{t.kept}</p>
    </Dialog>
  );
}

/** A column that says nothing at its head, such as that of the rows' menus, is no choice. */
function isNamed({ head }: ListLookButtonProps['columns'][number]): boolean {
  return typeof head === 'string';
}
