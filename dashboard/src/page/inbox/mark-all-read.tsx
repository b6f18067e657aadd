/**
 * Marks all that came as read, whatever the filter shows. Who has read what is known to this
 * browser alone (`inbox-seen.ts`), so nothing is sent. The ids come with the whole list, which has
 * 500 items at most and no bodies.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/catalogue.ts';
import { markSeen } from '../../inbox-seen.ts';
import { showToast } from '../../kit/toast.tsx';
import { loadWholeInbox } from './inbox-api.ts';
import { inboxText } from './text.ts';

export function MarkAllRead({ disabled }: { readonly disabled: boolean }) {
  const t = useText(inboxText);
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
