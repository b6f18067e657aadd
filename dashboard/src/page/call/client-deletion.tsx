/**
 * "Delete all calls of this client…", where the list is filtered by a clientId: a bulk job, which
 * the service counts first. It takes all calls of the client, so nothing else of the list's filter
 * goes with it.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { kitText } from '../../kit/text.ts';
import { wordText } from '../../word/text.ts';
import { AskJob } from '../bulk/ask-job.tsx';
import { Erased } from './erased.tsx';
import { callText } from './text.ts';

export function DeleteOfClient({ clientId }: { readonly clientId: string }) {
  const { client: t, clientId: name } = useText(callText).deletion;
  const { onlyRole } = useText(kitText);
  const { role } = useText(wordText);
  const mayDelete = useMay('calls:delete');
  const may = useMay('deliveries:write') && mayDelete;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={!may}
        title={may ? undefined : onlyRole(role.admin)}
        onClick={() => setAsking(true)}
      >
        {t.open}
      </Button>
      {asking && (
        <AskJob
          action="delete-calls"
          filter={{ clientId }}
          title={t.title}
          typeWord={clientId}
          effect={({ endpoints }) => (
            <Erased id={clientId} name={name} first={t.all}>
              <p>{t.cancels(endpoints)}</p>
              <p>{t.later}</p>
            </Erased>
          )}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
