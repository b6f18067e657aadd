/**
 * Runs the selected runs again, one request after another. It asks first: an agent is launched
 * again, and its ACW_COMPLETED reaches every receiver once more.
 * The first that is refused ends it, and says why.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { useHotkey } from '../../keys/use-hotkey.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { BulkBar } from '../../kit/table/bulk-bar.tsx';
import { currentRow } from '../../kit/table/current-row.ts';
import type { Selection } from '../../kit/table/selection.ts';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { type RunRecord, rerun } from './acw-api.ts';
import { acwText } from './text.ts';

export interface RunsBulkProps {
  readonly rows: readonly RunRecord[];
  readonly selection: Selection;
}

export function RunsBulk({ rows, selection }: RunsBulkProps) {
  const t = useText(acwText).runs;
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const client = useClient();
  const may = useMay('deliveries:write');
  const [asking, setAsking] = useState<readonly RunRecord[] | null>(null);
  const chosen = rows.filter(({ acwRunId }) => selection.ids.has(acwRunId));
  const run = async (taken: readonly RunRecord[]): Promise<void> => {
    for (const { acwRunId } of taken) await rerun(client, acwRunId);
    selection.clear();
    await queryClient.invalidateQueries({ queryKey: ['acw-runs'] });
    showToast({ text: t.againDone(taken.length) });
  };
  // Without a selection the key is for the row that one is at.
  const start = (): void => {
    const current = rows.filter(({ acwRunId }) => acwRunId === currentRow());
    const taken = chosen.length > 0 ? chosen : current;
    if (may && taken.length > 0) setAsking(taken);
  };
  useHotkey('r', start);
  return (
    <>
      <BulkBar selection={selection}>
        <Button
          size="xs"
          disabled={!may}
          title={may ? undefined : onlyRole(role.operator)}
          onClick={start}
        >
          {t.again(chosen.length)}
        </Button>
      </BulkBar>
      {asking !== null && (
        <ConfirmDialog
          title={t.again(asking.length)}
          action={t.again(asking.length)}
          effect={t.againEffect}
          count={asking.length}
          onConfirm={() => run(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
