/**
 * Runs an agent again for the call of a run. It records a new result; the old one stays.
 * Whoever may not sees the role that may.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
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
  const [running, setRunning] = useState(false);
  const run = async (): Promise<void> => {
    setRunning(true);
    try {
      await rerun(client, runId);
      await queryClient.invalidateQueries({ queryKey: ['acw-runs'] });
      showToast({ text: t.rerunDone });
    } catch (error) {
      showToast({ text: error instanceof Error ? error.message : String(error), tone: 'bad' });
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={running}
      disabled={!may}
      title={may ? undefined : onlyRole(role.operator)}
      onClick={() => void run()}
    >
      {t.rerun}
    </Button>
  );
}
