/**
 * Runs an agent again for the call of a run, after asking. It records a new result; the old one
 * stays. A member whose role may not sees which role may.
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
import { rerun } from './acw-api.ts';
import { acwText } from './text.ts';

export function RerunButton({ runId }: { readonly runId: string }) {
  const t = useText(acwText).result;
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const client = useClient();
  const may = useMay('deliveries:write');
  const { again, againEffect } = useText(acwText).runs;
  const [asking, setAsking] = useState(false);
  const run = async (): Promise<void> => {
    await rerun(client, runId);
    await queryClient.invalidateQueries({ queryKey: ['acw-runs'] });
    showToast({ text: t.rerunDone });
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!may}
        title={may ? undefined : onlyRole(role.operator)}
        onClick={() => setAsking(true)}
      >
        {t.rerun}
      </Button>
      {asking && (
        <ConfirmDialog
          title={again(1)}
          action={again(1)}
          effect={againEffect}
          onConfirm={run}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
