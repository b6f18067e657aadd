/**
 * The list as a file: everything that the filters of the address leave, not only the page that
 * shows, as CSV or JSON Lines. The service streams it and notes it in the audit log. `e` opens it.
 */
import { useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import type { Query } from '../api/client.ts';
import { useText } from '../i18n/catalogue.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { ConfirmDialog } from '../kit/confirm-dialog.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { kitText } from '../kit/text.ts';
import { serverNowMs } from '../kit/time/server-clock.ts';
import { rangeQuery } from '../range/range.ts';
import { downloadList } from './download-list.ts';

export interface ListExportProps {
  /** Of the API: `v1/deliveries`. */
  readonly path: string;
  readonly filter: Query;
  readonly range: string | undefined;
}

const FORMS = ['csv', 'ndjson'] as const;

export function ListExport({ path, filter, range }: ListExportProps) {
  const t = useText(kitText).listExport;
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<(typeof FORMS)[number]>('csv');
  useHotkey('e', () => setOpen(true));
  const query = { ...filter, ...rangeQuery(range, serverNowMs()) };
  return (
    <>
      <IconButton icon="download" name={t.button} onClick={() => setOpen(true)} />
      {open && (
        <ConfirmDialog
          title={t.title}
          effect={t.effect}
          action={t.action}
          onConfirm={() => downloadList(client, path, form, query)}
          onClose={() => setOpen(false)}
        >
          <fieldset className="choices">
            <legend>{t.form}</legend>
            {FORMS.map((one) => (
              <label key={one} className="check">
                <input
                  type="radio"
                  name="export-form"
                  checked={one === form}
                  onChange={() => setForm(one)}
                />
                {t.forms[one]}
              </label>
            ))}
          </fieldset>
        </ConfirmDialog>
      )}
    </>
  );
}
