/**
 * Throws away all that came, after a question: it cannot be had back.
 * What boxes were told stays.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { clearInbox } from './inbox-api.ts';
import { inboxText } from './text.ts';

export function ClearInbox({ disabled }: { readonly disabled: boolean }) {
  const t = useText(inboxText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
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
