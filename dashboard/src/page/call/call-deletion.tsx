/**
 * "Delete call…": what is erased and what is cancelled is said first, and the call's id has to be
 * typed. Afterwards nothing of it stays in this browser's memory either. The service asks for a
 * proof of who one is where the last one is too old.
 */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Menu } from '../../kit/menu.tsx';
import { showToast } from '../../kit/toast.tsx';
import { AskJob, countQuery } from '../bulk/ask-job.tsx';
import { callPath } from './call-query.ts';

/** Thousands of deliveries are deleted in one commit. */
const TIMEOUT_MS = 60_000;

export function CallMenu({ callId }: { readonly callId: string }) {
  const t = useText('call').deletion;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
  const may = useMay('calls:delete');
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu
        label={t.menu}
        button={<Icon name="more" />}
        actions={[
          {
            id: 'delete',
            label: t.open,
            dangerous: true,
            onSelect: () => setAsking(true),
            ...(may ? {} : { disabled: onlyRole(role.admin) }),
          },
        ]}
      />
      {asking && <DeleteDialog callId={callId} onClose={() => setAsking(false)} />}
    </>
  );
}

interface DeleteDialogProps {
  readonly callId: string;
  onClose(): void;
}

function DeleteDialog({ callId, onClose }: DeleteDialogProps) {
  const t = useText('call').deletion;
  const client = useClient();
  const navigate = useNavigate();
  const erase = async (): Promise<void> => {
    await client.remove(callPath(callId), { timeoutMs: TIMEOUT_MS });
    await navigate({ to: '/p/$project/calls', params: { project: client.project ?? '' } });
    showToast({ text: t.done });
    queryClient.removeQueries({ type: 'inactive' });
    await queryClient.invalidateQueries();
  };
  return (
    <ConfirmDialog
      title={t.title}
      effect={
        <Erased id={callId} name={t.id} first={t.erased}>
          <Cancelled callId={callId} />
          <p>{t.later}</p>
        </Erased>
      }
      action={t.action}
      typeWord={callId}
      dangerous
      onConfirm={erase}
      onClose={onClose}
    />
  );
}

function Cancelled({ callId }: { readonly callId: string }) {
  const t = useText('call').deletion;
  const { data, isPending } = useQuery(countQuery(useClient(), 'cancel', { callId }));
  if (isPending) return <p>{t.counting}</p>;
  const open =
    data === undefined
      ? t.uncounted
      : data.matched === 0
        ? t.noneOpen
        : t.cancels(data.matched, !data.matchedExact);
  return (
    <p>
      {open} {t.inFlight}
    </p>
  );
}

/**
 * "Delete all calls of this client…", where the list is filtered by a clientId: a bulk job, which
 * the service counts first. It takes all calls of the client, so nothing else of the list's filter
 * goes with it.
 */
export function DeleteOfClient({ clientId }: { readonly clientId: string }) {
  const { client: t, clientId: name } = useText('call').deletion;
  const { onlyRole } = useText('kit');
  const { role } = useText('word');
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

interface ErasedProps {
  readonly id: string;
  /** The name of the id. */
  readonly name: string;
  readonly first: string;
  readonly children: ReactNode;
}

/**
 * The part of a dialog that says what a deletion erases: the id to be typed, with a copy button,
 * and every part of a call. The caller adds the consequences.
 */
function Erased({ id, name, first, children }: ErasedProps) {
  const t = useText('call').deletion;
  return (
    <>
      <p>
        <span className="mono wrap">{id}</span> <CopyButton text={id} what={name} />
      </p>
      <p>{first}</p>
      <ul className="erased">
        {t.parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {children}
    </>
  );
}
