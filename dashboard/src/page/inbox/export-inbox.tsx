/**
 * Downloads what the list shows as JSON lines, page by page: at most what the inbox keeps.
 * Credentials were masked by the service before.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { saveFile } from '../../kit/save-file.ts';
import { showToast } from '../../kit/toast.tsx';
import { loadWholeInbox } from './inbox-api.ts';
import type { InboxSearch } from './inbox-search.ts';
import { inboxText } from './text.ts';

export function ExportInbox({ search }: { readonly search: InboxSearch }) {
  const t = useText(inboxText);
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
