/**
 * What can be done with a whole scorecard: make it the default, copy it, remove it.
 * What removes asks first; what the service refuses is told.
 */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx';
import { kitText } from '../../kit/text.ts';
import { showToast } from '../../kit/toast.tsx';
import { wordText } from '../../word/text.ts';
import { makeDefault, removeScorecard, type ScorecardRecord } from './acw-api.ts';
import { scorecardText } from './text.ts';

export function ScorecardActions({ scorecard }: { readonly scorecard: ScorecardRecord }) {
  const t = useText(scorecardText);
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const client = useClient();
  const navigate = useNavigate();
  const may = useMay('endpoints:write');
  const [removing, setRemoving] = useState(false);
  const off = { disabled: !may, title: may ? undefined : onlyRole(role.admin) };
  const params = { project: client.project ?? '' };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['scorecards'] });
  const prefer = async (): Promise<void> => {
    await makeDefault(client, scorecard.id);
    await refresh();
    showToast({ text: t.madeDefault });
  };
  const remove = async (): Promise<void> => {
    await removeScorecard(client, scorecard.id);
    await refresh();
    showToast({ text: t.removed });
    await navigate({ to: '/p/$project/acw/scorecards', params });
  };
  const copy = (): void => {
    void navigate({
      to: '/p/$project/acw/scorecards/$scorecardId',
      params: { ...params, scorecardId: 'new' },
      search: { from: scorecard.id },
    });
  };
  return (
    <>
      <Button size="xs" variant="default" {...off} onClick={copy}>
        {t.duplicate}
      </Button>
      {!scorecard.isDefault && (
        <Button
          size="xs"
          variant="default"
          {...off}
          onClick={() => {
            prefer().catch((error: Error) => showToast({ text: error.message, tone: 'bad' }));
          }}
        >
          {t.makeDefault}
        </Button>
      )}
      <Button size="xs" variant="default" {...off} onClick={() => setRemoving(true)}>
        {t.remove}
      </Button>
      {removing && (
        <ConfirmDialog
          title={t.removeTitle(scorecard.name)}
          effect={t.removeEffect}
          action={t.remove}
          dangerous
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
