/**
 * The list as a file: everything that the filters of the address leave, not only the page that
 * shows, as CSV or JSON Lines. The service streams it and notes it in the audit log. `e` opens it.
 */
import { useState } from 'react';
import { useClient } from '../api/api-context.tsx';
import type { Client, Query } from '../api/client.ts';
import { useText } from '../i18n/words.ts';
import { useHotkey } from '../keys/use-hotkey.ts';
import { ConfirmDialog } from '../kit/dialog.tsx';
import { IconButton } from '../kit/icon.tsx';
import { saveFile } from '../kit/save-file.ts';
import { serverNowMs } from '../kit/time/server-clock.ts';
import { rangeQuery } from '../range/range.ts';

interface ListExportProps {
  /** The path of the API: `v1/deliveries`. */
  readonly path: string;
  readonly filter: Query;
  readonly range: string | undefined;
}

const FORMS = ['csv', 'ndjson'] as const;

export function ListExport({ path, filter, range }: ListExportProps) {
  const t = useText('kit').listExport;
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

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
/** A hundred thousand rows take a while. */
const TIMEOUT_MS = 300_000;

/**
 * A list as a file: the service streams it in the asked form, the browser saves it under the name
 * that the service gave.
 */
async function downloadList(
  client: Client,
  path: string,
  form: keyof typeof TYPES,
  query: Query = {},
): Promise<void> {
  const headers = { accept: TYPES[form] };
  const response = await client.raw('GET', path, { query, headers, timeoutMs: TIMEOUT_MS });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), named?.[1] ?? `list.${form}`);
}
